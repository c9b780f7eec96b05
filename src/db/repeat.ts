// Work that is done again and again: once at the beginning and then from time to time, never twice at once.

interface Repeated {
  /** At once, or what is under way already. */
  run(): Promise<void>;
  /** Nothing is begun any more; what is under way is waited for. */
  stop(): Promise<void>;
}

/** The work reports its own failures: what it throws is tried again with the next turn. */
export function repeat(everyMs: number, work: () => Promise<unknown>): Repeated {
  let running: Promise<void> | undefined;
  const workOnce = async () => {
    try {
      await work();
    } catch {}
  };
  const run = () => {
    running ??= workOnce().finally(() => {
      running = undefined;
    });
    return running;
  };
  void run();
  const timer = setInterval(run, everyMs).unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
