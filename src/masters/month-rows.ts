// The month that a calendar screen shows, with the rows that are edited in it.
import { useState } from 'react';
import type { RowDraft, Rows } from '#web/ui/rows.ts';

interface MonthRows<M, T, D extends RowDraft> {
  month: M;
  rows: Rows<T, D>;
  /** Rows that somebody else has changed under what was typed. */
  stale: ReadonlySet<string>;
  /** Another month, or the same as it was saved. */
  show(month: M): void;
  /** The same month as it is now, under what was typed. */
  refresh(month: M): void;
}

interface MonthRowsOptions<M, T, D extends RowDraft> {
  make(month: M): Rows<T, D>;
  draftsOf(month: M): readonly D[];
  keyOf(draft: D): string;
}

export function useMonthRows<M, T, D extends RowDraft>(first: M, ways: MonthRowsOptions<M, T, D>): MonthRows<M, T, D> {
  const { make, draftsOf, keyOf } = ways;
  const begin = (of: M) => ({ month: of, rows: make(of), stale: new Set<string>() });
  const [shown, setShown] = useState(() => begin(first));
  return {
    ...shown,
    show: (next) => setShown(begin(next)),
    refresh(next) {
      const { rows } = shown;
      rows.rebase(draftsOf(next), keyOf);
      const changed = rows.all().filter(({ overtaken }) => overtaken.length > 0);
      setShown({ month: next, rows, stale: new Set(changed.map(({ id }) => id)) });
    },
  };
}
