// What the screens of a course's rows have in common: rows made of what was loaded, and the deletion of one.
import { useMemo } from 'react';
import { tellSaveFailed } from '#web/master-screens/save-failed.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { type Row, type RowDraft, type Rows, type RowsType, useRows } from '#web/ui/rows.ts';

/** How a row that is not saved yet names itself. */
export const NEW_CODE = '00';
export const NO_FRAME = '0000';

/** The condition of a new row: everybody. */
export const EVERYBODY = { sex: '', ageFrom: '0', ageTo: '999' } as const;

const NONE: never[] = [];

/** Made anew only when other rows were loaded: what is typed stays when merely the version changes. */
export function useLoadedRows<T, D extends RowDraft>(type: RowsType<T, D>, loaded: T[] | undefined): Rows<T, D> {
  const drafts = useMemo(() => (loaded ? type.draft({ rows: loaded }).rows : NONE), [type, loaded]);
  return useRows(type, drafts);
}

/**
 * Asks, has it deleted, and takes it from the screen (`takeAway`, where that is more than removing it); the other rows keep
 * what was typed in them.
 */
export function useRowDeletion<D extends RowDraft>(
  rows: Rows<unknown, D>,
  mainCell: keyof D & string,
  deleteSaved: (row: Row<D>) => Promise<unknown>,
  takeAway: (row: Row<D>) => void = ({ id }) => rows.remove(id),
) {
  const dialogs = useDialogs();
  return async (row: Row<D>) => {
    const at = rows.ids().indexOf(row.id);
    if (row.start.status === 'saved') {
      const options = { details: `${at + 1}行目`, danger: true, ok: '削除' };
      if (!(await dialogs.confirm('削除しますか？', options))) return;
      try {
        await deleteSaved(row);
      } catch (error) {
        return tellSaveFailed(dialogs, error);
      }
    }
    takeAway(row);
    const next = rows.ids()[Math.min(at, rows.ids().length - 1)];
    if (next) setTimeout(() => document.getElementById(rows.inputId(next, mainCell))?.focus());
  };
}

/** Every row by itself as its contract reads it, null where that is not possible yet. */
export function readEach<T, D extends RowDraft>(type: RowsType<T | null, D>, all: readonly Row<D>[]): (T | null)[] {
  return all.map(({ draft }) => {
    const reading = type.read(type.tidy({ rows: [draft] }));
    return reading.ok ? (reading.value.rows[0] ?? null) : null;
  });
}
