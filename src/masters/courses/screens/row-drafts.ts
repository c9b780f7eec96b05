// Drafts of a course's rows: how a new one begins, and what the drafts on a screen say already.
import type { Row, RowDraft, RowsType } from '#web/ui/rows.ts';

/** How a row that is not saved yet names itself. */
export const NEW_CODE = '00';

/** The condition of a new row: everybody. */
export const EVERYBODY = { sex: '', ageFrom: '0', ageTo: '999' } as const;

/** The same row as a new one. */
export const asNew = <D extends RowDraft & { conditionCode: string }>(draft: D): D => ({
  ...draft,
  conditionCode: NEW_CODE,
  status: 'added',
});

/** Every row by itself as its contract reads it, null where that is not possible yet. */
export function readEach<T, D extends RowDraft>(type: RowsType<T | null, D>, all: readonly Row<D>[]): (T | null)[] {
  return all.map(({ draft }) => {
    const reading = type.read(type.tidy({ rows: [draft] }));
    return reading.ok ? (reading.value.rows[0] ?? null) : null;
  });
}
