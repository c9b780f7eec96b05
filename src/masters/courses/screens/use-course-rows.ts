// What the screens of a course's rows have in common: rows made of what was loaded, and the deletion of one.
import { useId, useMemo } from 'react';
import { tellSaveFailed } from '#web/master-screens/save-failed.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { type AnyRows, type Row, type RowDraft, Rows, type RowsType } from '#web/ui/rows.ts';
import type { Loaded } from '#web/use-load.ts';

/** How a row that is not saved yet names itself. */
export const NEW_CODE = '00';
export const NO_FRAME = '0000';

/** The condition of a new row: everybody. */
export const EVERYBODY = { sex: '', ageFrom: '0', ageTo: '999' } as const;

const NONE: never[] = [];

/** Rows that go on over what was loaded anew, by what was loaded. */
const renewed = new WeakMap<readonly unknown[], AnyRows>();

/** Made anew only when other rows were loaded: what is typed stays when merely the version changes. */
export function useLoadedRows<T, D extends RowDraft>(type: RowsType<T, D>, loaded: T[] | undefined): Rows<T, D> {
  const formId = useId();
  return useMemo(() => {
    const kept = loaded && (renewed.get(loaded) as Rows<T, D> | undefined);
    return kept ?? new Rows(type, loaded ? type.draft({ rows: loaded }).rows : NONE, formId);
  }, [type, loaded, formId]);
}

interface Renewal<T, D extends RowDraft, R extends { rows: T[]; version: string }> {
  type: RowsType<T, D>;
  rows: Rows<T, D>;
  loaded: Loaded<R>;
  load(): Promise<R>;
  keyOf(draft: D): string;
  /** What becomes of a row that was typed in and is not there any more: a new one, or none where nobody could save that. */
  revive(draft: D, newer: readonly D[]): D | null;
}

/** Loads what somebody else has saved meanwhile under what was typed; false where nobody has. */
export function renewal<T, D extends RowDraft, R extends { rows: T[]; version: string }>(ways: Renewal<T, D, R>) {
  const { type, rows, loaded, load, keyOf, revive } = ways;
  return async () => {
    const newer = await load();
    if (newer.version === loaded.data?.version) return false;
    const drafts = type.draft({ rows: newer.rows }).rows;
    rows.rebase(drafts, keyOf, (draft) => revive(draft, drafts));
    renewed.set(newer.rows, rows);
    loaded.replace(newer);
    return true;
  };
}

/** The same row as a new one. */
export const asNew = <D extends RowDraft & { conditionCode: string }>(draft: D): D => ({
  ...draft,
  conditionCode: NEW_CODE,
  status: 'added',
});

/**
 * Asks, has it deleted, and takes it from the screen (`takeAway`, where that is more than removing it); the other rows keep
 * what was typed in them.
 */
export function useRowDeletion<D extends RowDraft>(
  rows: Rows<unknown, D>,
  mainCell: keyof D & string,
  deleteSaved: (row: Row<D>) => Promise<unknown>,
  renew: () => Promise<boolean>,
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
        return tellSaveFailed(dialogs, error, { renew });
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
