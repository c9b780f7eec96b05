// Which rows of the list are selected, for what is done to several at once: never more than can be dealt with.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDialogs } from '#web/ui/dialogs.tsx';
import type { RowSelection } from '#web/ui/row-selection.tsx';
import { MOST_SELECTED } from './contract-rows.ts';
import { withNarrowBlanks } from './names.ts';

type Chosen = ReadonlySet<number>;

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

const numbersOf = (rows: readonly Numbered[]) => rows.map(({ number }) => number);
const those = (before: Chosen, is: (number: number) => boolean): Chosen => new Set([...before].filter(is));

export function drop(before: Chosen, numbers: readonly number[]): Chosen {
  const gone = new Set(numbers);
  return those(before, (number) => !gone.has(number));
}

/** The same set where nothing is lost. */
export function retainShown(before: Chosen, shown: readonly Numbered[]): Chosen {
  if (before.size === 0) return before;
  const there = new Set(numbersOf(shown));
  const left = those(before, (number) => there.has(number));
  return left.size === before.size ? before : left;
}

const TOO_MANY = `一度に選択できるのは${MOST_SELECTED}件までです。`;
const FIRST_ONLY = `${TOO_MANY}はじめの${MOST_SELECTED}件を選択しました。`;

interface Selectable {
  number: number;
  name: string;
}

export interface Selection<Row> {
  rows: readonly Row[];
  /** As many of them as can be dealt with at once, and nothing else. */
  selectFirst(rows: readonly Row[]): void;
  selectOnly(numbers: readonly number[]): void;
  drop(numbers: readonly number[]): void;
  clear(): void;
  inTable: RowSelection<Row>;
}

/** `shown` are the rows as they stand in the list; while more of them arrive, all of them can't be meant. */
export function useSelection<Row extends Selectable>(shown: readonly Row[], isArriving = false): Selection<Row> {
  const dialogs = useDialogs();
  const [chosen, setChosen] = useState<Chosen>(NONE);
  // Two acts of one key must not start from the same state.
  const latest = useRef(chosen);

  function set(next: Chosen): void {
    latest.current = next;
    setChosen(next);
  }

  // What is no longer shown is no longer selected: nobody would know that it is.
  useEffect(() => {
    latest.current = retainShown(latest.current, shown);
    setChosen(latest.current);
  }, [shown]);

  const rows = useMemo(() => shown.filter(({ number }) => chosen.has(number)), [shown, chosen]);

  function take(before: Chosen, more: readonly Row[], tooMany: string): void {
    const { chosen: next, isWhole } = add(before, more);
    set(next);
    if (!isWhole) dialogs.show({ title: '選択', lead: tooMany });
  }

  return {
    rows,
    selectFirst: (some) => take(NONE, some, FIRST_ONLY),
    selectOnly: (numbers) => set(new Set(numbers)),
    drop: (numbers) => set(drop(latest.current, numbers)),
    clear: () => set(NONE),
    inTable: {
      isSelected: ({ number }) => chosen.has(number),
      describe: ({ number, name }) => `選択（${number} ${withNarrowBlanks(name)}）`,
      onSelect(touched, isSelected) {
        if (isSelected) take(latest.current, touched, TOO_MANY);
        else set(drop(latest.current, numbersOf(touched)));
      },
      all: {
        label: '表示中をすべて選択',
        state: rows.length === 0 ? 'none' : rows.length === shown.length ? 'all' : 'some',
        disabled: isArriving,
        onChange: (isSelected) => (isSelected ? take(NONE, shown, FIRST_ONLY) : set(NONE)),
      },
    },
  };
}
