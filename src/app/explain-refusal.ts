// Says in a sentence what the machine refuses to the service and to the operator's commands.
import { MAY_PASS, StartRefused } from '#db/errors.ts';

type MachineError = NodeJS.ErrnoException & { port?: number };

const settingOf = ({ port }: MachineError) => (port === Number(process.env.METRICS_PORT) ? 'METRICS_PORT' : 'PORT');

export function explainRefusal(error: unknown): StartRefused | null {
  if (error instanceof StartRefused) return error;
  const { code = '', syscall, path, port } = error as MachineError;
  const mayNot = ['EACCES', 'EPERM', 'EROFS'].includes(code);
  if (syscall === 'listen') {
    const setting = settingOf(error as MachineError);
    if (code === 'EADDRINUSE') {
      return new StartRefused(`The port is taken by another program: choose another with ${setting}.`, MAY_PASS);
    }
    if (mayNot) {
      return new StartRefused(
        `This account may not listen at port ${port}: set ${setting} to one from 1024 on, and put a front server (nginx) before it.`,
      );
    }
    if (code === 'EADDRNOTAVAIL') return new StartRefused(NO_ADDRESS, MAY_PASS);
  }
  if (syscall === 'getaddrinfo') return new StartRefused(NO_ADDRESS, MAY_PASS);
  if (mayNot && path) {
    return new StartRefused(`This account (uid ${process.getuid?.()}) may not read or write ${path}.`);
  }
  if (['ENOTDIR', 'EEXIST'].includes(code) && path) return new StartRefused(`${path} is no folder.`);
  return null;
}

const NO_ADDRESS = 'HOST (or METRICS_HOST) is no address of this machine.';

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
