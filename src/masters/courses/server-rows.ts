// What a course's sets of rows have in common: the course they belong to, their version, and the calls that show and save them.
import type { Db } from '#db/database.ts';
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { EXTENT } from '#domain/offer/master-words.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import { ownKey } from '#masters/records.ts';
import { handleSave, stale } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { type RecordStatus, touchedRows } from '#wire/rows.ts';
import type { CourseKey } from './contract-fields.ts';
import type { ConditionCalls, RowCalls } from './contract-sets.ts';

/** The columns that name a course, and the rows of the one that the first four parameters name. */
export const COURSE = 'institution_code, client_code, fiscal_year, course_code';
export const OF_COURSE = `(${COURSE}) = ($1, $2, $3, $4)`;
export const courseOf = (who: Administrator, { clientCode, fiscalYear, courseCode }: CourseKey) =>
  [who.institutionCode, clientCode, fiscalYear, courseCode] as const;

type Name = 'items' | 'frames' | 'prices' | 'options';

interface Which {
  key: CourseKey;
}
interface Touched {
  status: RecordStatus;
}
interface Heading extends Which {
  clientName: string;
  courseName: string;
  version: string;
}

export interface Written<T> {
  row: T;
  at: number;
}

/** One of a course's sets: the calls about it, and what only it does. */
interface RowSet<W extends Which, T extends Touched, R> {
  name: Name;
  calls: RowCalls<W, T | null, R>;
  /** All that a screen gets: the heading, the rows, and what can be chosen in them. */
  read(db: Db, who: Administrator, which: NoInfer<W>, heading: Heading): Promise<NoInfer<R>>;
  /** Judges the state that would result from the rows that were touched, and stores them in one statement; false where they say nothing new. */
  write(db: Db, who: Administrator, which: NoInfer<W>, written: readonly Written<NoInfer<T>>[]): Promise<boolean>;
}

interface ConditionSet<W extends Which, T extends Touched, R, N> extends RowSet<W, T, R> {
  calls: ConditionCalls<W, T | null, R, N>;
  /** Gives back what it found and deleted. */
  remove(db: Db, course: ReturnType<typeof courseOf>, which: NoInfer<W & N>): Promise<readonly unknown[]>;
}

const showRows =
  <W extends Which, T extends Touched, R>({ name, read }: RowSet<W, T, R>) =>
  async (db: Db, who: Administrator, which: W): Promise<R> =>
    read(db, who, which, await readHeading(db, who, which.key, name));

export function handleRows<W extends Which, T extends Touched, R>(set: RowSet<W, T, R>): Handler[] {
  const { name, calls, write } = set;
  const show = showRows(set);
  return [
    handle(calls.open, show),
    ...(calls.search ? [handle(calls.search, show)] : []),
    handleSave(calls.update, async (db, who, input) => {
      await lockSet(db, who, input, name);
      const written = touchedRows(input.rows);
      if (written.length === 0) return show(db, who, input);
      return traced(
        who,
        () => show(db, who, input),
        async () => {
          const isChanged = await write(db, who, input, written);
          if (isChanged) await raiseVersion(db, who, input.key, name);
        },
      );
    }),
  ];
}

export function handleConditions<W extends Which, T extends Touched, R, N>(set: ConditionSet<W, T, R, N>): Handler[] {
  const { name, calls, remove } = set;
  return [
    ...handleRows(set),
    handleSave(calls.remove, async (db, who, input) => {
      await lockSet(db, who, input, name);
      return traced(
        who,
        () => showRows(set)(db, who, input),
        async () => {
          const removed = await remove(db, courseOf(who, input.key), input);
          if (removed.length === 0) throw notFound();
          await raiseVersion(db, who, input.key, name);
        },
      );
    }),
  ];
}

/** Gives back what is there after the save, and leaves to the access log what changed. */
async function traced<R>(who: Administrator, show: () => Promise<R>, save: () => Promise<void>): Promise<R> {
  const before = await show();
  await save();
  const after = await show();
  who.trace.details = compareRows(before as LoggedRows, after as LoggedRows);
  return after;
}

async function readHeading(db: Db, who: Administrator, key: CourseKey, set: Name): Promise<Heading> {
  const heading = await db
    .selectFrom('courses as c')
    .innerJoin('clients as k', (join) =>
      join.onRef('k.institution_code', '=', 'c.institution_code').onRef('k.client_code', '=', 'c.client_code'),
    )
    .select(['k.name as clientName', 'c.name as courseName', `c.${set}_version as version`])
    .where('c.institution_code', '=', who.institutionCode)
    .where('c.client_code', '=', key.clientCode)
    .where('c.fiscal_year', '=', key.fiscalYear)
    .where('c.course_code', '=', key.courseCode)
    .executeTakeFirst();
  if (!heading) throw notFound();
  return { key, ...heading, version: String(heading.version) };
}

/** Holds the course; refuses who started from an older state of the set. */
async function lockSet(db: Db, who: Administrator, asked: Which & { version: string | null }, set: Name) {
  const course = await db
    .selectFrom('courses')
    .select(['name', `${set}_version as version`])
    .where((course) => course.and(ownKey(who, asked.key)))
    .forUpdate()
    .executeTakeFirst();
  if (!course) throw notFound();
  if (asked.version !== null && asked.version !== String(course.version)) throw stale();
  who.trace.name = course.name;
}

async function raiseVersion(db: Db, who: Administrator, key: CourseKey, set: Name): Promise<void> {
  const version = `${set}_version` as const;
  await db
    .updateTable('courses')
    .set((course) => ({ [version]: course(version, '+', 1) }))
    .where((course) => course.and(ownKey(who, key)))
    .execute();
}

interface Row {
  status: string;
  name?: string;
  frameName?: string;
  extent?: keyof typeof EXTENT;
  conditionCode?: string;
  categoryCode?: string | null;
  sex?: 'male' | 'female' | null;
  ageFrom?: number;
  ageTo?: number;
  amount?: number;
}

interface LoggedRows {
  rows: readonly Row[];
  categories?: readonly { categoryCode: string; name: string }[];
}

const MAX_LOGGED = 10;

function textOf(row: Row, categories: LoggedRows['categories'] = []): string {
  if (row.extent) return EXTENT[row.extent];
  const category = categories.find(({ categoryCode }) => categoryCode === row.categoryCode)?.name;
  const people = [category, row.sex && SEX_WORDS[row.sex], `${row.ageFrom}〜${row.ageTo}歳`];
  return [...people, row.frameName, row.amount === undefined ? '' : formatYen(row.amount)].filter(Boolean).join(' ');
}

const describe = ({ rows, categories }: LoggedRows) =>
  new Map(
    rows
      .filter(({ status, extent }) => extent || status === 'saved')
      .map((row) => [
        [row.name, row.conditionCode && `${row.conditionCode}行`].filter(Boolean).join(' '),
        textOf(row, categories),
      ]),
  );

function compareRows(before: LoggedRows, after: LoggedRows): LogDetails {
  const [was, is] = [describe(before), describe(after)];
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .map((what) => ({ what, from: was.get(what) ?? '', to: is.get(what) ?? '' }))
    .filter(({ from, to }) => from !== to);
  return changes.length <= MAX_LOGGED ? { changes } : { changes: changes.slice(0, MAX_LOGGED), count: changes.length };
}
