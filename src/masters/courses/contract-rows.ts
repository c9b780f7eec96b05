// A course's sets of rows on the wire: each is opened and saved as a whole, and those with conditions lose rows one by one.
import { masterLog } from '#masters/contract-master.ts';
import { type Call, officeCalls } from '#wire/call.ts';
import type { AnyField } from '#wire/field.ts';
import { versionAnswered, versionSent } from '#wire/fields.ts';
import { type Fields, type RecordOf, record, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { type CourseKey, courseKey, formatCourseKey, heading } from './contract-fields.ts';

// Beside fields that each set brings along, types can't follow the key.
const log = masterLog('コースマスタ', (sent: unknown) => formatCourseKey((sent as { key: CourseKey }).key));

/** Thousands of rows in one form, in bytes. */
const ROWS_LIMIT = 1024 * 1024;

interface Spec<E extends AnyField, L extends AnyField, W extends Fields, A extends Fields> {
  what: string;
  /** The rows as the grid sends them, and as they are answered. */
  edited: E;
  listed: L;
  which: W;
  around: A;
  /** About all rows of the grid. */
  rules?: readonly Rule<ValueOf<{ rows: E }>>[];
}

export function rowSet<E extends AnyField, L extends AnyField, W extends Fields, A extends Fields>(
  family: string,
  spec: Spec<E, L, W, A>,
) {
  const { read, write } = officeCalls(family);
  const which = { key: courseKey, ...spec.which };
  const reply = record({ ...versionAnswered, ...heading, ...spec.which, ...spec.around, rows: spec.listed });
  return {
    grid: record({ rows: spec.edited }, spec.rules),
    open: read('FirstDisplay', { request: record(which), reply }),
    update: write('Update', {
      log: log.about(`更新（${spec.what}）`),
      request: record({ ...which, rows: spec.edited, ...versionSent }),
      reply,
      bodyLimit: ROWS_LIMIT,
    }),
  };
}

/** The same with the deletion of a row, which `named` finds among the others. */
export function conditionSet<
  E extends AnyField,
  L extends AnyField,
  W extends Fields,
  A extends Fields,
  N extends Fields,
>(family: string, { named, ...spec }: Spec<E, L, W, A> & { named: N }) {
  const set = rowSet(family, spec);
  const request = record({ key: courseKey, ...spec.which, ...named, ...versionSent });
  return {
    ...set,
    remove: officeCalls(family).write('Delete', {
      log: log.about(`削除（${spec.what}）`),
      request,
      reply: set.open.reply,
    }),
  };
}

type OfficeCall<I, O> = Call<RecordOf<I>, RecordOf<O>, 'administrator'>;
type Sent = { version: string | null };

/** The calls of a set whose rows are `T`, for those who say `W` to mean them and get `R`. */
export interface RowCalls<W, T, R> {
  open: OfficeCall<W, R>;
  search?: OfficeCall<W, R>;
  update: OfficeCall<NoInfer<W> & Sent & { rows: T[] }, NoInfer<R>>;
}

/** Of those that can be deleted, by `N`. */
export interface ConditionCalls<W, T, R, N> extends RowCalls<W, T, R> {
  remove: OfficeCall<NoInfer<W> & Sent & N, NoInfer<R>>;
}
