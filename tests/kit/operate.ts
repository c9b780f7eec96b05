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
  let [out, err] = ['', ''];
  const toOut = (...words: unknown[]) => void (out += `${format(...words)}\n`);
  const toErr = (...words: unknown[]) => void (err += `${format(...words)}\n`);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(toOut),
    vi.spyOn(console, 'error').mockImplementation(toErr),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += text))),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(input) as never),
  ];
  const { env } = process;
  const { DATABASE_URL: _, ...rest } = env;
  process.env = { ...rest, ...more };
  try {
    const code = await runCommand(args);
    return { code, out: out.trim(), err: withoutSubject(err).trim() };
  } finally {
    process.env = env;
    for (const spy of spies) spy.mockRestore();
  }
}
