// What a run has shown, for the one who started it and for docs/reliability.md, between marks of its own.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** One kind of fault, and what came of it. */
export interface Tried {
  fault: string;
  times: string;
  /** What held, in words; what did not, where it did not. */
  held: string;
  isRight: boolean;
  seed: string;
  seconds: number;
}

const DOCUMENT = new URL('../../docs/reliability.md', import.meta.url);

/** Of the sources as they are; a plus stands for changes that are in no commit. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: new URL('.', import.meta.url) }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'src', 'migrations', 'tests') ? '+' : ''}`;
  } catch {
    return 'an unknown commit';
  }
}

export const ranAt = () => `${new Date().toISOString().slice(0, 10)}, commit ${commit()}`;

export const triedTable = (tried: readonly Tried[]): string[] => [
  '| fault | times | what held | seed | seconds |',
  '|---|---|---|---|---|',
  ...tried.map(
    ({ fault, times, held, isRight, seed, seconds }) =>
      `| ${fault} | ${times} | ${isRight ? held : `**NOT: ${held}**`} | ${seed} | ${seconds} |`,
  ),
];

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
export function writeBetween(name: string, lines: readonly string[]): void {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = readFileSync(DOCUMENT, 'utf8');
  const [begin, end] = [text.indexOf(from), text.indexOf(to)];
  if (begin < 0 || end < begin) throw new Error(`docs/reliability.md has no place for ${name}`);
  writeFileSync(DOCUMENT, `${text.slice(0, begin + from.length)}\n${lines.join('\n')}\n${text.slice(end)}`);
}
