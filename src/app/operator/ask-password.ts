// Reads a password that must not stand among a command's arguments: hidden at a terminal, else from standard input.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

class PasswordsDiffer extends Error {}
class Interrupted extends Error {}

/** Asked for twice at a terminal, where nobody sees what was typed. */
export async function askPassword(what = 'Password'): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine();
  const first = await askHidden(`${what}: `);
  if (first !== (await askHidden('The same again: '))) throw new PasswordsDiffer('The two differ.');
  return first;
}

/** One that is there already: who mistypes it is told so. */
export const askKnownPassword = (what: string): Promise<string> =>
  process.stdin.isTTY ? askHidden(`${what}: `) : readFirstLine();

/** Nothing where standard input is closed. */
export async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  // Not on standard output, which may be redirected.
  process.stderr.write(question);
  return new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    // Ctrl-C, and Ctrl-D.
    lines.once('SIGINT', () => reject(new Interrupted('Interrupted.')));
    lines.once('close', () => reject(new Interrupted('Interrupted.')));
  }).finally(() => {
    lines.close();
    process.stderr.write('\n');
  });
}
