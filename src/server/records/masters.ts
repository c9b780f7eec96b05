// The server half of masters: changes of an institution wait for each other before they hold anything else, so that no two can wait in a ring;
// of two saves of one record, the later one that started from an older state is refused; what is still used is not deleted; a code that was
// given is not given again; and the access log learns which record it was and what has changed, in the words of its form.
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { formatTime } from '#domain/calendar/clock.ts';
import { formatOfficeDate, formatOfficeDays } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { MASTER_WORDS } from '#domain/offer/master-words.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import { type Administrator, type Handler, handle, type Trace } from '#server/service.ts';
import type { Call } from '#wire/call.ts';
import { Failure, inUse, notFound, refused } from '#wire/failure.ts';
import type { AnyField } from '#wire/field.ts';
import type { AnyRecord, Fields, Value } from '#wire/record.ts';

/** Every change of a master raises this number in the end: whoever is to change one takes it first. */
const lockMasters = query('select from masters_versions where institution_code = $1 for update');

export function handleSave<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O, 'administrator'>,
  run: (db: Db, who: Administrator, input: Value<I>) => Promise<Value<O>>,
): Handler {
  return handle(call, async (db, who, input) => {
    await lockMasters(db, who.institutionCode);
    const reply = await run(db, who, input);
    await traceRecord(db, call, who.trace, input);
    return reply;
  });
}

/** Longer texts are logged by their name alone: the log is no archive of them. */
const LONGEST = 60;

/** Logged whole: whoever changes them reads along, or writes in the name of others. */
const WHOLE: ReadonlySet<string> = new Set(['sender', 'reply_to', 'bcc']);

const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that a form has in other parts. */
const LABELS: Readonly<Record<string, string>> = { start_minute: '受付時間' };

const WORDS: Readonly<Record<string, string>> = { ...MASTER_WORDS, ...MAIL_KIND_WORDS };

function wordOf(column: string, field: AnyField | undefined, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return column === 'published' ? (value ? '公開' : '非公開') : value ? 'あり' : 'なし';
  if (column === 'start_minute') return formatTime(Number(value));
  const text = String(value);
  if (field?.sample?.kind === 'oneOf') return WORDS[text] ?? text;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatOfficeDate(text) : text;
}

function compareRecords(fields: Fields, before: object, after: object): LogDetails {
  const labelled = Object.entries(fields).map(([name, field]) => [columnOf(name), field.label, field] as const);
  const columns = [
    ...labelled,
    ...Object.entries(LABELS).map(([column, label]) => [column, label, undefined] as const),
  ];
  const changed = columns.flatMap(([column, what, field]) => {
    if (column === 'version' || !(column in before)) return [];
    const [from, to] = [before, after].map((row) => wordOf(column, field, Reflect.get(row, column)));
    return from === to ? [] : [{ column, what, from: from ?? '', to: to ?? '' }];
  });
  const isLong = ({ column, from, to }: (typeof changed)[number]) =>
    !WHOLE.has(column) && (/\n/.test(from + to) || from.length + to.length > LONGEST);
  return {
    fields: changed.filter(isLong).map(({ what }) => what),
    changes: changed.filter((each) => !isLong(each)).map(({ column: _column, ...change }) => change),
  };
}

/** After the save: under `trace` the entry finds the record's name and, of an update, what changed. */
async function traceRecord(db: Db, { request, log }: Call, trace: Trace, input: object): Promise<void> {
  if (log?.act !== 'master') return;
  const { before } = trace;
  const { name, title } = { ...input, ...before?.row } as { name?: unknown; title?: unknown };
  trace.name ??= typeof name === 'string' ? name : typeof title === 'string' ? title : '';
  if (!before || log.note !== UPDATED) return;
  const after = await readMaster(db, before.table, before.key);
  if (!after) return;
  const { fields = [], ...compared } = compareRecords(request.fields, before.row, after);
  trace.details = { ...compared, ...trace.details, fields: [...fields, ...(trace.details?.fields ?? [])] };
}

/** As contracts of masters note it (masters/contract-master.ts). */
const UPDATED = '更新';

type Key = Readonly<Record<string, string | number>>;

export const keyed = (key: Key) =>
  sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );

export type Versioned = { [T in keyof Tables]: 'version' extends keyof Tables[T] ? T : never }[keyof Tables] & string;

export const stale = () =>
  new Failure('Stale', ['ほかの利用者が先に更新しました。最新の内容を読み込み直してください。']);

/** Holds the record until the transaction ends, and reads of it what is to be decided on; null compares nothing. */
export async function lockRecord<T extends Versioned, C extends keyof Selectable<Tables[T]> & string = never>(
  db: Db,
  table: T,
  key: Key,
  version: string | null,
  columns: readonly C[] = [],
): Promise<Pick<Selectable<Tables[T]>, C>> {
  const { rows } = await sql<{ version: number } & Pick<Selectable<Tables[T]>, C>>`
    select ${sql.join(['version', ...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
     where ${keyed(key)} for update`.execute(db);
  const [record] = rows;
  if (!record) throw notFound();
  if (version !== null && version !== String(record.version)) throw stale();
  return record;
}

/** The same of a master's record, all of it; the access log shows by it which one it was, and what became of it. */
export async function lockMaster<T extends Versioned>(
  db: Db,
  who: Pick<Administrator, 'trace'>,
  table: T,
  key: Key,
  version: string | null,
): Promise<Selectable<Tables[T]>> {
  const found = await readMaster<T>(db, table, key, sql`for update`);
  if (!found) throw notFound();
  if (version !== null && version !== String((found as { version: number }).version)) throw stale();
  who.trace.before = { table, key, row: found };
  return found;
}

async function readMaster<T extends keyof Tables & string>(db: Db, table: T, key: Key, lock = sql``) {
  // As JSON, whose type stays the same when a newer server adds a column.
  const { rows } = await sql<{ record: Selectable<Tables[T]> }>`
    select to_jsonb(found) as record
      from (select * from ${sql.table(table)} where ${keyed(key)} ${lock}) as found`.execute(db);
  return rows[0]?.record;
}

/** What is undefined stays. Answers the new version, so that a caller can go on from there. */
export async function updateMaster<T extends Versioned>(db: Db, table: T, key: Key, values: Updateable<Tables[T]>) {
  const set = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  );
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} set ${sql.join(set)} where ${keyed(key)} returning version`.execute(db);
  return answerVersion(rows[0]!);
}

export async function deleteRecords(db: Db, tables: readonly (keyof Tables & string)[], key: Key): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)} where ${keyed(key)}`.execute(db);
}

export const answerVersion = ({ version }: { version: number }) => ({ version: String(version) });

interface Use {
  by: string;
  table: keyof Tables & string;
  where: Key;
  and?: RawBuilder<boolean>;
  /** The column with the day of each use: the days are named then. */
  day?: string;
}

/** One statement, whatever the number of uses. */
export async function refuseIfUsed(db: Db, what: string, uses: readonly Use[]): Promise<void> {
  const counts = uses.map(({ table, where, and, day }, index) => {
    const conditions = and ? sql`${keyed(where)} and ${and}` : keyed(where);
    const days = day ? sql`, min(${sql.ref(day)}), count(distinct ${sql.ref(day)})` : sql``;
    return sql`(select json_build_array(count(*)${days}) from ${sql.table(table)} where ${conditions}) as ${sql.ref(`u${index}`)}`;
  });
  const { rows } = await sql<
    Record<string, [count: number, first?: PlainDate, days?: number]>
  >`select ${sql.join(counts)}`.execute(db);
  const found = uses.flatMap(({ by }, index) => {
    const [count, first, days = 0] = rows[0]?.[`u${index}`] ?? [0];
    return count > 0
      ? [`${by} ${count.toLocaleString('ja-JP')}件${first ? `：${formatOfficeDays(first, days)}` : ''}`]
      : [];
  });
  if (found.length > 0) throw inUse(`${what}は使用中のため削除できません（${found.join('、')}）。`);
}

export const categoryScope = (clientCode: string) => `categories:${clientCode}`;

const raise = query<{ scope: string; last: number }>(`
  insert into code_counters as c (institution_code, scope, last_number)
  select $1, scope, count from unnest($2::text[], $3::integer[]) as wanted(scope, count)
  on conflict (institution_code, scope) do update set last_number = c.last_number + excluded.last_number
  returning scope, last_number as last`);

export async function nextCodes(
  db: Db,
  institutionCode: string,
  wanted: ReadonlyMap<string, number>,
  write: (number: number) => string | null,
): Promise<Map<string, string[]>> {
  const raised = await raise(db, institutionCode, [...wanted.keys()], [...wanted.values()]);
  return new Map(
    raised.map(({ scope, last }) => {
      const count = wanted.get(scope) ?? 0;
      return [scope, Array.from({ length: count }, (_, at) => codeOf(last - count + 1 + at, write))];
    }),
  );
}

function codeOf(number: number, write: (number: number) => string | null): string {
  const code = write(number);
  if (code === null) throw refused('登録できる件数の上限に達しました。');
  return code;
}

/** The access log gets it too, since nobody has sent it. */
export async function nextCode(
  db: Db,
  { institutionCode, trace }: Pick<Administrator, 'institutionCode' | 'trace'>,
  scope: string,
  write: (number: number) => string | null,
): Promise<string> {
  const [raised] = await raise(db, institutionCode, [scope], [1]);
  trace.code = codeOf(raised?.last ?? 1, write);
  return trace.code;
}

type Sorted = { [T in keyof Tables]: 'sort' extends keyof Tables[T] ? T : never }[keyof Tables] & string;

const LAST = 99;

/** Among the records with these columns: the highest and one, 99 at the most, 1 where there is none. */
export async function nextSort(db: Db, table: Sorted, where: Readonly<Record<string, string>>): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select least(coalesce(max(sort), 0) + 1, ${LAST})::integer as next from ${sql.table(table)}
     where ${keyed(where)}`.execute(db);
  return rows[0]?.next ?? 1;
}
