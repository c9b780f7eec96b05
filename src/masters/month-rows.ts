// The month that a calendar screen shows, with the rows that are edited in it.
import { useState } from 'react';
import type { RowDraft, Rows } from '#web/ui/rows.ts';

interface MonthRows<M, T, D extends RowDraft> {
  month: M;
  rows: Rows<T, D>;
  /** Another month, or the same as it was saved. */
  show(month: M): void;
  /** The same month as it is now, under what was typed. */
  refresh(month: M): void;
}

interface Ways<M, T, D extends RowDraft> {
  make(month: M): Rows<T, D>;
  draftsOf(month: M): readonly D[];
  keyOf(draft: D): string;
}

export function useMonthRows<M, T, D extends RowDraft>(first: M, ways: Ways<M, T, D>): MonthRows<M, T, D> {
  const { make, draftsOf, keyOf } = ways;
  const [{ month, rows }, setShown] = useState(() => ({ month: first, rows: make(first) }));
  return {
    month,
    rows,
    show: (next) => setShown({ month: next, rows: make(next) }),
    refresh(next) {
      rows.rebase(draftsOf(next), keyOf);
      setShown({ month: next, rows });
    },
  };
}
