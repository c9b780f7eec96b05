// The masters of the demo and of a new institution, as both state them: by names, to which codes are given here, and how rows are written.
import { type Selectable, sql } from 'kysely';
import type { Columns } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { formatTime } from '#domain/calendar/clock.ts';
import type { Condition, Sex } from '#domain/offer/conditions.ts';
import type { Frame } from '#domain/offer/places.ts';
import { columnOf } from '#domain/reservation/person.ts';
import { decimalCode, pairCode } from '#domain/text/codes.ts';

export const code4 = (number: number) => decimalCode(number, 4) ?? '';
const code2 = (number: number) => pairCode(number) ?? '';

export const timeSlots = (startMinutes: readonly number[]) =>
  startMinutes.map((startMinute, at) => ({ slotCode: code2(at + 1), startMinute, name: formatTime(startMinute) }));

export const examItems = (names: readonly string[]) =>
  names.map((name, at) => ({ itemCode: code4(at + 1), name, sort: at + 1 }));

export interface NamedFrame extends Frame {
  name: string;
}

export const option = (name: string, frame: NamedFrame | null = null, isInitial = false) => ({
  name,
  frame,
  isInitial,
});

interface Group {
  name: string;
  selection: 'single' | 'multiple';
  description?: string;
  options: readonly ReturnType<typeof option>[];
}

export const optionGroups = (groups: readonly Group[]) =>
  groups.map(({ options, ...group }, at) => {
    const groupCode = code4(at + 1);
    const coded = options.map(({ frame, ...option }, place) => ({
      groupCode,
      optionCode: code4(place + 1),
      sort: place + 1,
      ...option,
      frameCode: frame?.frameCode ?? null,
    }));
    return { groupCode, sort: at + 1, ...group, options: coded };
  });

interface Category {
  clientCode: string;
  categoryCode: string;
  name: string;
}

interface Catalogue {
  slots: ReturnType<typeof timeSlots>;
  frames: readonly NamedFrame[];
  items: ReturnType<typeof examItems>;
  groups: ReturnType<typeof optionGroups>;
  categories?: readonly Category[];
}

/** category name, or null for anybody; sex; ages; amount */
export type Rule = [category: string | null, sex: Sex | null, ageFrom: number, ageTo: number, amount: number];

export const anybody = (amount: number): Rule => [null, null, 18, 99, amount];
export const women = (from: number, amount: number): Rule => [null, 'female', from, 99, amount];

export interface CourseDraft {
  clientCode: string;
  name: string;
  internalName?: string;
  duration: string;
  frame: Frame;
  /** by position among the examination items: a = all, p = part, - = none */
  items: string;
  prices: Rule[];
  options: [name: string, ...rules: Rule[]][];
  description: string;
  recommendedFor: string;
}

export type PriceRow = Condition & { amount: number };
export type OptionRow = PriceRow & { groupCode: string; optionCode: string; name: string; frameCode: string | null };

/** With the codes of everything that a draft names. */
export function makeCourses({ items, groups, categories = [] }: Catalogue, drafts: readonly CourseDraft[]) {
  const allOptions = groups.flatMap((group) => group.options);
  return drafts.map(({ frame, items: extents, prices, options, ...draft }, at) => {
    const { clientCode } = draft;
    const conditions = (rules: readonly Rule[]): PriceRow[] =>
      rules.map(([category, sex, ageFrom, ageTo, amount], row) => {
        const found = categories.find((one) => one.clientCode === clientCode && one.name === category);
        const categoryCode = category === null ? null : found!.categoryCode;
        return { conditionCode: code2(row + 1), categoryCode, sex, ageFrom, ageTo, amount };
      });
    const { amount: _free, ...everybody } = conditions([anybody(0)])[0]!;
    return {
      ...draft,
      courseCode: code4(at + 1),
      items: items.flatMap(({ itemCode, name }, position) => {
        const extent = { a: 'all' as const, p: 'part' as const }[extents[position]!];
        return extent ? [{ itemCode, name, extent }] : [];
      }),
      frames: [{ ...everybody, frameCode: frame.frameCode }],
      prices: conditions(prices),
      options: options.flatMap(([name, ...rules]): OptionRow[] => {
        const { groupCode, optionCode, frameCode } = allOptions.find((one) => one.name === name)!;
        return conditions(rules).map((row) => ({ ...row, groupCode, optionCode, name, frameCode }));
      }),
    };
  });
}

export type Course = ReturnType<typeof makeCourses>[number];

/** `counted` is what else was given codes here: the service goes on counting after all of it. */
export async function writeCatalogue(
  db: Db,
  institutionCode: string,
  { slots, frames, items, groups }: Catalogue,
  counted: Readonly<Record<string, number>>,
): Promise<void> {
  const counters = {
    'time-slots': slots.length,
    frames: frames.length,
    'exam-items': items.length,
    'option-groups': groups.length,
    ...Object.fromEntries(groups.map(({ groupCode, options }) => [`options:${groupCode}`, options.length])),
    ...counted,
  };
  await insertRows(db, institutionCode, {
    time_slots: slots.map(toRow),
    frames: frames.map(({ frameCode, name, managedBy, countedAs }) => toRow({ frameCode, name, managedBy, countedAs })),
    exam_items: items.map(toRow),
    option_groups: groups.map(({ options: _options, ...group }) => toRow(group)),
    option_items: groups.flatMap(({ options }) => options.map(toRow)),
    code_counters: Object.entries(counters).map(([scope, last_number]) => ({ scope, last_number })),
  });
}

/** `more` are the columns that only some courses state. */
export async function writeCourses(
  db: Db,
  institutionCode: string,
  fiscalYears: readonly number[],
  courses: readonly Course[],
  more: (course: Course, fiscalYear: number) => Partial<Selectable<Tables['courses']>>,
): Promise<void> {
  const yearly = fiscalYears.flatMap((fiscalYear) =>
    courses.map((course) => {
      const key = toRow({ clientCode: course.clientCode, fiscalYear, courseCode: course.courseCode });
      return { course, fiscalYear, key };
    }),
  );
  await insertRows(db, institutionCode, {
    courses: yearly.map(({ course, fiscalYear, key }) => {
      const { name, duration, description, recommendedFor } = course;
      return { ...key, ...toRow({ name, duration, description, recommendedFor }), ...more(course, fiscalYear) };
    }),
    course_items: yearly.flatMap(({ course, key }) =>
      course.items.map(({ itemCode, extent }) => ({ ...key, item_code: itemCode, extent })),
    ),
    course_frames: yearly.flatMap(({ course, key }) => course.frames.map((row) => ({ ...key, ...toRow(row) }))),
    course_prices: yearly.flatMap(({ course, key }) => course.prices.map((row) => ({ ...key, ...toRow(row) }))),
    course_options: yearly.flatMap(({ course, key }) =>
      course.options.map(({ name: _name, frameCode: _frame, ...row }) => ({ ...key, ...toRow(row) })),
    ),
  });
}

type Row<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;

const ROWS_AT_ONCE = 1000;

/**
 * An institution's rows by table, in this order, many in few statements: they travel as one JSON parameter, so their number has no limit.
 * All rows of a table name the same columns; the others take their default.
 */
export async function insertRows(
  db: Db,
  institutionCode: string,
  tables: { readonly [Table in keyof Tables]?: readonly Row<Table>[] },
): Promise<void> {
  for (const [table, rows] of Object.entries<readonly object[]>(tables)) {
    const names = ['institution_code', ...Object.keys(rows[0] ?? {})];
    const columns = sql.join(names.map((column) => sql.ref(column)));
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows
        .slice(start, start + ROWS_AT_ONCE)
        .map((row) => ({ institution_code: institutionCode, ...row }));
      await sql`
        insert into ${sql.table(table)} (${columns})
        select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(some)}::json)`.execute(
        db,
      );
    }
  }
}

/** A record as a row: the same values under the names of their columns. */
export const toRow = <D extends object>(record: D) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [columnOf(name), value])) as Columns<D>;
