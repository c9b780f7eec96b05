// A selection as a set of reservation numbers, which never holds more than can be dealt with at once.
import { MOST_SELECTED } from './contract-rows.ts';

export type Chosen = ReadonlySet<number>;

interface Numbered {
  number: number;
}

export const NONE: Chosen = new Set();

/** The first of them, where not all fit; `isWhole` says whether all did. */
export function add(before: Chosen, more: readonly Numbered[]): { chosen: Chosen; isWhole: boolean } {
  const chosen = new Set(before);
  for (const { number } of more) {
    if (chosen.has(number)) continue;
    if (chosen.size >= MOST_SELECTED) return { chosen, isWhole: false };
    chosen.add(number);
  }
  return { chosen, isWhole: true };
}

const those = (before: Chosen, is: (number: number) => boolean): Chosen => new Set([...before].filter(is));

export function drop(before: Chosen, numbers: readonly number[]): Chosen {
  const gone = new Set(numbers);
  return those(before, (number) => !gone.has(number));
}

/** The same set where nothing is lost. */
export function retainShown(before: Chosen, shown: readonly Numbered[]): Chosen {
  if (before.size === 0) return before;
  const there = new Set(shown.map(({ number }) => number));
  const left = those(before, (number) => there.has(number));
  return left.size === before.size ? before : left;
}
