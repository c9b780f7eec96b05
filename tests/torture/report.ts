// What a run has shown, for the one who started it and for docs/reliability.md, between marks of its own.
import { commitNow, writeInto } from '../../scripts/fill-in.ts';

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

export const ranAt = () => `${new Date().toISOString().slice(0, 10)}, commit ${commitNow()}`;

export const triedTable = (tried: readonly Tried[]): string[] => [
  '| fault | times | what held | seed | seconds |',
  '|---|---|---|---|---|',
  ...tried.map(
    ({ fault, times, held, isRight, seed, seconds }) =>
      `| ${fault} | ${times} | ${isRight ? held : `**NOT: ${held}**`} | ${seed} | ${seconds} |`,
  ),
];

/** What stands there is replaced. */
export const writeBetween = (name: string, lines: readonly string[]) =>
  writeInto('docs/reliability.md', { [name]: lines.join('\n') });
