// Rows that a person edits: their drafts, kept outside of React so that a keystroke renders one row and not all of them.
import { useSyncExternalStore } from 'react';
import type { Problem } from '#wire/field.ts';
import type { AnyRecord, RecordType } from '#wire/record.ts';
import { type RecordStatus, touched } from '#wire/rows.ts';
import type { Bound, PlacedProblem } from './form.ts';

/** Cells hold what an input or a select does; the status says what became of the row. */
export type RowDraft = { readonly status: RecordStatus | '' } & Readonly<Record<string, string>>;

/** A contract's record whose only field is the list of rows. */
// biome-ignore lint/suspicious/noExplicitAny: inference needs the variance of any for the record's fields
export type RowsType<T, D extends RowDraft> = RecordType<any, { rows: T[] }, { rows: D[] }>;
export type RowDraftOf<R extends AnyRecord> = R['blank'] extends { rows: (infer D extends RowDraft)[] } ? D : never;

/** A choice that was pasted and not understood: nothing on the screen, refused by every contract, and shown at once. */
export const UNREAD = '?';

export interface EditedRow<D extends RowDraft> {
  /** Ours, for as long as the row is on the screen. */
  readonly id: string;
  readonly draft: D;
  /** As it was loaded or added. */
  readonly start: D;
  /** What is wrong with it, as far as it may be shown yet. */
  readonly problems: readonly Problem[];
  /** Cells in which somebody else has saved something else than what is typed; `start` holds that. */
  readonly conflicts: readonly string[];
  /** Somebody else has deleted it under what was typed: it would be saved as a new one. */
  readonly isGone?: boolean;
}

interface LostRows {
  readonly lostCount: number;
}

export const isUnsaved = ({ draft }: EditedRow<RowDraft>) => draft.status === 'edited' || draft.status === 'added';

export class Rows<T, D extends RowDraft> {
  readonly #type: RowsType<T, D>;
  readonly #formId: string;
  readonly #listeners = new Set<() => void>();
  readonly #left = new Set<string>();
  #isSubmitted = false;
  #lastId = 0;
  #conflicts: LostRows | null = null;
  #loaded: readonly D[];
  #all: readonly EditedRow<D>[] = [];
  #ids: readonly string[] = [];
  #byId: ReadonlyMap<string, EditedRow<D>> = new Map();

  constructor(type: RowsType<T, D>, drafts: readonly D[], formId = 'rows') {
    this.#type = type;
    this.#formId = formId;
    this.#loaded = drafts;
    this.#put(drafts.map((draft) => this.#make(draft)));
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Each stays the same object for as long as nothing of it changes, so that React can tell. */
  readonly all = () => this.#all;
  readonly ids = () => this.#ids;
  readonly get = (id: string) => this.#byId.get(id);

  readonly conflicts = () => this.#conflicts;
  readonly editedCount = () => this.#all.filter(isUnsaved).length;
  readonly problemCount = () => this.#all.filter(({ problems }) => problems.length > 0).length;

  edit(id: string, change: Partial<D>): void {
    this.#put(this.#all.map((row) => (row.id === id ? this.#changed(row, change) : row)));
  }

  editAll(change: (row: EditedRow<D>) => Partial<D> | null): void {
    this.#put(
      this.#all.map((row) => {
        const part = change(row);
        return part ? this.#changed(row, part) : row;
      }),
    );
  }

  /** At the end, or under the row `after`; returns their ids. */
  add(drafts: readonly D[], after?: string): string[] {
    const made = drafts.map((draft) => this.#make(draft));
    const at = after === undefined ? this.#all.length : this.#all.findIndex(({ id }) => id === after) + 1;
    this.#put(this.#all.toSpliced(at, 0, ...made));
    return made.map(({ id }) => id);
  }

  remove(id: string): void {
    this.#put(this.#all.filter((row) => row.id !== id));
  }

  /** The same row with another beginning. */
  restart(id: string, draft: D): void {
    this.#put(this.#all.map((row) => (row.id === id ? { ...row, draft, start: draft } : row)));
  }

  revert(id: string, cell?: keyof D & string): void {
    const row = this.get(id);
    if (row) this.edit(id, cell ? ({ [cell]: row.start[cell] } as Partial<D>) : row.start);
  }

  /** Takes a row that is not set as it stands: it may be meant so. */
  set(id: string): void {
    const row = this.get(id);
    if (row) this.restart(id, { ...row.draft, status: 'added' });
  }

  /**
   * Puts what was loaded again under the edits: what was typed stays, and is compared with what is there now. A row that is
   * only here, new or deleted there, stays as `revive` makes a new one of it, where that is possible.
   */
  rebase(drafts: readonly D[], keyOf: (draft: D) => string, revive: (draft: D) => D | null = () => null): void {
    const known = Map.groupBy(this.#all, ({ start }) => keyOf(start));
    const next = drafts.map((newer) => {
      const row = known.get(keyOf(newer))?.shift();
      return row ? this.#over(row, newer) : this.#make(newer);
    });
    const left = new Set([...known.values()].flat().filter(isUnsaved));
    let lostCount = 0;
    for (const [at, row] of this.#all.entries()) {
      if (!left.has(row)) continue;
      const draft = revive(row.draft);
      if (!draft) lostCount += 1;
      else next.splice(placeAfter(next, this.#all.slice(0, at)), 0, revived(row, draft));
    }
    this.#conflicts = { lostCount };
    this.#loaded = drafts;
    this.#put(next);
  }

  /** Everything as it was loaded last, without what was typed or added since. */
  revertAll(): void {
    this.#conflicts = null;
    this.#put(this.#loaded.map((draft) => this.#make(draft)));
  }

  /** A cell that was left is found fault with from then on. */
  leave(id: string, cell: keyof D & string): void {
    this.#left.add(`${id}/${cell}`);
    this.#put(this.#all.map((row) => (row.id === id ? this.#tidied(row, [cell]) : row)));
  }

  /** Checks everything, and from then on shows every problem. */
  submit(): { ok: true; value: T[] } | { ok: false; problems: PlacedProblem[] } {
    this.#isSubmitted = true;
    this.#put(this.#all.map((row) => this.#tidied(row, Object.keys(row.draft))));
    const reading = this.#read();
    if (reading.ok) return { ok: true, value: reading.value.rows };
    return { ok: false, problems: reading.problems.map((problem) => this.#place(problem)) };
  }

  /** The server's sentences name rows by their number: those of a known one lead to it. */
  place(sentences: readonly string[], cell: keyof D & string): (PlacedProblem | string)[] {
    return sentences.map((sentence) => {
      const id = this.#ids[Number(/^(\d+)行目/.exec(sentence)?.[1]) - 1];
      return id ? { field: 'rows', sentence, inputId: this.inputId(id, cell) } : sentence;
    });
  }

  inputId(id: string, cell: string): string {
    return `${this.#formId}-${id}-${cell}`;
  }

  isEdited(row: EditedRow<D>, cell: keyof D & string): boolean {
    return row.start.status === 'added' || row.draft[cell] !== row.start[cell];
  }

  bind<K extends keyof D & string>(row: EditedRow<D>, cell: K, label: string): Bound<D[K]> {
    return {
      id: this.inputId(row.id, cell),
      label,
      required: false,
      value: row.draft[cell],
      error: row.problems.find((problem) => problem.field === cell)?.sentence ?? null,
      edited: this.isEdited(row, cell),
      theirs: row.conflicts.includes(cell) && this.isEdited(row, cell) ? row.start[cell] : undefined,
      onChange: (value) => this.edit(row.id, { [cell]: value } as unknown as Partial<D>),
      onBlur: () => this.leave(row.id, cell),
    };
  }

  #make(draft: D): EditedRow<D> {
    this.#lastId += 1;
    return { id: String(this.#lastId), draft, start: draft, problems: [], conflicts: [] };
  }

  #over(row: EditedRow<D>, newer: D): EditedRow<D> {
    // Taken as it stood when it was not set, which it still is not.
    if (row.start.status === 'added') return row;
    const typed = Object.keys(row.draft).filter((cell) => cell !== 'status' && row.draft[cell] !== row.start[cell]);
    const isConflict = (cell: string) =>
      newer[cell] !== row.draft[cell] && (row.conflicts.includes(cell) || newer[cell] !== row.start[cell]);
    const change = Object.fromEntries(typed.map((cell) => [cell, row.draft[cell]])) as Partial<D>;
    return this.#changed({ ...row, draft: newer, start: newer, conflicts: typed.filter(isConflict) }, change);
  }

  /** What is typed back to what it was is no edit any more. */
  #changed(row: EditedRow<D>, change: Partial<D>): EditedRow<D> {
    const { start } = row;
    const draft: D = { ...row.draft, ...change, status: start.status };
    const isBack = Object.keys(start).every((cell) => draft[cell] === start[cell]);
    return { ...row, draft: isBack ? start : { ...draft, status: touched(start.status || 'added') } };
  }

  #tidied(row: EditedRow<D>, cells: readonly string[]): EditedRow<D> {
    const [tidy] = this.#type.tidy({ rows: [row.draft] }).rows;
    const changed = cells.filter((cell) => tidy?.[cell] !== row.draft[cell]);
    return changed.length === 0
      ? row
      : this.#changed(row, Object.fromEntries(changed.map((cell) => [cell, tidy?.[cell]])) as Partial<D>);
  }

  #read(rows = this.#all) {
    return this.#type.read(this.#type.tidy({ rows: rows.map(({ draft }) => draft) }));
  }

  #place({ field, sentence, path = [] }: Problem): PlacedProblem {
    const [at, cell] = path;
    const row = this.#all[Number(at)];
    return { field, sentence, path, inputId: row ? this.inputId(row.id, String(cell)) : '' };
  }

  #put(next: readonly EditedRow<D>[]): void {
    const reading = this.#read(next);
    const found = Map.groupBy(reading.ok ? [] : reading.problems, ({ path }) => path?.[0]);
    this.#all = next.map((row, at) => {
      const problems = (found.get(at) ?? [])
        .map(({ sentence, path }) => ({ field: String(path?.[1] ?? ''), sentence }))
        .filter(
          ({ field }) => this.#isSubmitted || this.#left.has(`${row.id}/${field}`) || row.draft[field] === UNREAD,
        );
      return isSame(problems, row.problems) ? row : { ...row, problems };
    });
    this.#byId = new Map(this.#all.map((row) => [row.id, row]));
    const ids = this.#all.map(({ id }) => id);
    if (ids.join() !== this.#ids.join()) this.#ids = ids;
    for (const listener of this.#listeners) listener();
  }
}

/** Behind the nearest of the rows before it that is still there. */
const placeAfter = <D extends RowDraft>(rows: readonly EditedRow<D>[], before: readonly EditedRow<D>[]) =>
  rows.findLastIndex(({ id }) => before.some((row) => row.id === id)) + 1;

function revived<D extends RowDraft>(row: EditedRow<D>, draft: D): EditedRow<D> {
  if (row.start.status === 'added') return row;
  return { ...row, draft, start: draft, conflicts: [], isGone: row.start.status === 'saved' };
}

const isSame = (a: readonly Problem[], b: readonly Problem[]) =>
  a.length === b.length && a.every(({ field, sentence }, at) => field === b[at]?.field && sentence === b[at].sentence);

// biome-ignore lint/suspicious/noExplicitAny: rows of any kind
export type AnyRows = Rows<any, any>;

export const useRow = <D extends RowDraft>(rows: Rows<unknown, D>, id: string): EditedRow<D> | undefined =>
  useSyncExternalStore(rows.subscribe, () => rows.get(id));
export const useRowIds = (rows: AnyRows) => useSyncExternalStore(rows.subscribe, rows.ids);
/** For what shows all rows at once; a grid does not, and so is not drawn at every keystroke. */
export const useAllRows = <D extends RowDraft>(rows: Rows<unknown, D>): readonly EditedRow<D>[] =>
  useSyncExternalStore(rows.subscribe, rows.all);
export const useEditConflicts = (rows: AnyRows) => useSyncExternalStore(rows.subscribe, rows.conflicts);
export const useRowCounts = (rows: AnyRows) => ({
  editedCount: useSyncExternalStore(rows.subscribe, rows.editedCount),
  problemCount: useSyncExternalStore(rows.subscribe, rows.problemCount),
});
