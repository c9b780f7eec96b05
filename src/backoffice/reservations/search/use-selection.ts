// Which rows of the list are selected, for what is done to several at once.
import { useEffect, useMemo, useRef, useState } from 'react';
import { MOST_SELECTED } from '#backoffice/reservations/contract-many.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { isOutstanding } from '#domain/reservation/reservation-status.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import type { RowSelection } from '#web/ui/row-selection.tsx';
import type { ListRow } from './narrow.ts';
import { add, type Chosen, drop, NONE, retainShown } from './selection.ts';

const TOO_MANY = `一度に選択できるのは${MOST_SELECTED}件までです。`;
const FIRST_ONLY = `${TOO_MANY}はじめの${MOST_SELECTED}件を選択しました。`;

export interface Selection {
  /** In the order of the list. */
  rows: readonly ListRow[];
  /** Those of the list that wait for somebody to confirm them. */
  outstanding: readonly ListRow[];
  selectOutstanding(): void;
  /** Nothing else stays selected. */
  selectOnly(numbers: readonly number[]): void;
  drop(numbers: readonly number[]): void;
  clear(): void;
  inTable: RowSelection<ListRow>;
}

/** `shown` are the rows as they stand in the list; while more of them arrive, all of them can't be meant. */
export function useSelection(shown: readonly ListRow[], isArriving: boolean): Selection {
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
  const outstanding = useMemo(() => shown.filter(({ status }) => isOutstanding(status)), [shown]);

  function take(before: Chosen, more: readonly ListRow[], tooMany: string): void {
    const { chosen: next, isWhole } = add(before, more);
    set(next);
    if (!isWhole) dialogs.show({ title: '選択', lead: tooMany });
  }

  return {
    rows,
    outstanding,
    selectOutstanding: () => take(NONE, outstanding, FIRST_ONLY),
    selectOnly: (numbers) => set(new Set(numbers)),
    drop: (numbers) => set(drop(latest.current, numbers)),
    clear: () => set(NONE),
    inTable: {
      isSelected: ({ number }) => chosen.has(number),
      describe: ({ number, name }) => `選択（${number} ${withNarrowBlanks(name)}）`,
      onSelect(touched, isSelected) {
        if (isSelected) take(latest.current, touched, TOO_MANY);
        else
          set(
            drop(
              latest.current,
              touched.map(({ number }) => number),
            ),
          );
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
