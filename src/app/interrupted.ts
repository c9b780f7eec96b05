// A command that takes its time and is told to end: it undoes what is half done and says so, instead of being gone in the middle.

/** One Ctrl-C arrives twice where npm passes it on. */
export const SAME_SIGNAL_MS = 500;

/** Aborts with this reason at the first signal; another one, later than the echo of the first, ends the process at once. */
export function onInterrupt(reason: () => Error): AbortSignal {
  const interrupted = new AbortController();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      first ??= Date.now();
      if (Date.now() - first > SAME_SIGNAL_MS) process.exit(1);
      interrupted.abort(reason());
    });
  }
  return interrupted.signal;
}
