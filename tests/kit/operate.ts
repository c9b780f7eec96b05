// The operator's commands within the process of a test: each process of their own would load the program once more.
import { Readable } from 'node:stream';
import { format } from 'node:util';
import { vi } from 'vitest';
import { withoutSubject } from '#app/operator/options.ts';
import { runCommand } from '#app/operator/run-command.ts';

export interface Operated {
  code: number;
  out: string;
  err: string;
}

/** They have the environment and the outputs of the process, so they come one after the other. */
let before: Promise<unknown> = Promise.resolve();

/** Not for backup and restore, which listen to the signals of a process that is theirs alone. */
export function operate(args: string[], env: Record<string, string>, input = ''): Promise<Operated> {
  const operated = before.then(() => operateAlone(args, env, input));
  before = operated.catch(() => {});
  return operated;
}

async function operateAlone(args: string[], more: Record<string, string>, input: string): Promise<Operated> {
  const printed = { out: '', err: '' };
  const print = (to: 'out' | 'err', text: unknown) => {
    printed[to] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...words) => void print('out', `${format(...words)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...words) => void print('err', `${format(...words)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => print('out', text)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => print('err', text)),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(input) as never),
  ];
  const { env } = process;
  const { DATABASE_URL: _, ...rest } = env;
  process.env = { ...rest, ...more };
  try {
    const code = await runCommand(args);
    return { code, out: printed.out.trim(), err: withoutSubject(printed.err).trim() };
  } finally {
    process.env = env;
    for (const spy of spies) spy.mockRestore();
  }
}
