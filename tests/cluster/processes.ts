// Programs that are started, killed, frozen and started again; as root they run as `postgres`, since PostgreSQL refuses to be root.
import { spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';

export const IS_ROOT = process.getuid?.() === 0;

export interface Program {
  pid: number;
  ended: Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** In a session of its own, so that a Ctrl-C in the terminal does not reach it; what it says goes into a file. */
export function launch(command: string, args: string[], logFile: string, env: Record<string, string> = {}): Program {
  const log = openSync(logFile, 'a');
  const [program = '', ...rest] = IS_ROOT
    ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', command, ...args]
    : [command, ...args];
  const child = spawn(program, rest, {
    detached: true,
    cwd: '/',
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { pid: child.pid ?? 0, ended, signal: (signal) => child.kill(signal) };
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

/** The postmaster of a data folder and all of its children, the parent first; none where it does not run. */
export function postgresOf(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir);
  if (!postmaster) return [];
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === postmaster)
    .map(Number);
  return [postmaster, ...children];
}

function postmasterOf(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[0]);
    // The file stays behind when it is killed, and the number may be somebody else's by then.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir) ? pid : null;
  } catch {
    return null;
  }
}

function parentOf(pid: string): number | null {
  try {
    // The name before it may hold blanks and brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return null;
  }
}
