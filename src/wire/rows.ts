// Rows that a person edits as a whole: each says what became of it, and only those that were touched are checked and written.
import type { Field, Report } from './field.ts';
import { allOrNone, choice } from './fields.ts';
import { columns, type Fields, parseInside, type RecordType, reportInRow } from './record.ts';

/** Saved and unchanged; not set and so not saved; saved and edited since; added and not saved yet. */
const RECORD_STATUS = { saved: '0', off: '1', edited: '12', added: '13' } as const;
export type RecordStatus = keyof typeof RECORD_STATUS;

export const recordStatus = choice('recordStatus', '状態', RECORD_STATUS);

interface WithStatus {
  status: RecordStatus;
}
interface DraftWithStatus {
  status: RecordStatus | '';
}

const isTouched = ({ status }: DraftWithStatus) => status !== 'saved' && status !== 'off';

/** What a person's change of a row makes of its status. */
export const touched = (status: RecordStatus): RecordStatus =>
  status === 'saved' ? 'edited' : status === 'off' ? 'added' : status;

/** The rows to be written, each with its place among those sent: sentences count from there. */
export function touchedRows<T extends WithStatus>(rows: readonly (T | null)[]): { row: T; at: number }[] {
  return rows.flatMap((row, at) => (row && isTouched(row) ? [{ row, at }] : []));
}

/** What the array of a column is called: stags, sexes, recordStatuses. */
const plural = (code: string) => `${code}${/[sx]$/.test(code) ? 'es' : 's'}`;

/**
 * Rows in the order of the screen, as one array per column. A row that was not touched is not checked: it is null where it
 * could not be read.
 */
export function editedRows<F extends Fields, T extends WithStatus, D extends DraftWithStatus>(
  label: string,
  type: RecordType<F, T, D>,
): Field<(T | null)[], D[]> {
  const names = Object.keys(type.fields) as (keyof F & string)[];
  const codeOf = (name: keyof F & string) => type.fields[name]?.meanings[0]?.code ?? name;
  const codes = Object.fromEntries(names.map((name) => [name, plural(codeOf(name))])) as Record<keyof F, string>;
  const whole = columns(label, type, codes);

  function readAnyway(draft: D): T | null {
    const value: Record<string, unknown> = {};
    for (const name of names) {
      value[name] = type.fields[name]?.parse(draft[name as keyof D], () => {});
      if (value[name] === undefined) return null;
    }
    return value as unknown as T;
  }

  return {
    ...whole,
    take(wire, report) {
      const problems: Parameters<Report>[] = [];
      const drafts = whole.take(wire, (...problem) => problems.push(problem));
      for (const [sentence, path] of problems) {
        const row = path && drafts[path[0] as number];
        if (!row || isTouched(row)) report(sentence, path);
      }
      return drafts;
    },
    normalize: (drafts) => drafts.map((draft) => (isTouched(draft) ? type.tidy(draft) : draft)),
    parse: (drafts, report) =>
      allOrNone(
        drafts.map((draft, at) =>
          isTouched(draft) ? parseInside(type, draft, reportInRow(report, at)) : readAnyway(draft),
        ),
      ),
    draft: (values) => values.map((value) => (value ? type.draft(value) : { ...type.blank, status: 'saved' })),
    put(values, out) {
      const rows = values.map((value) => (value ? type.encode(value) : { recordStatus: RECORD_STATUS.saved }));
      for (const name of names) out[codes[name]] = rows.map((row) => row[codeOf(name) as keyof typeof row] ?? '');
    },
    sample: { kind: 'list', of: { kind: 'orNull', of: type.sample } },
  };
}
