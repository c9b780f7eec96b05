// Keeps the option rows of courses.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Condition } from '#domain/offer/conditions.ts';
import { OPTION_CONFLICT } from '#domain/offer/course-rows.ts';
import { handleSave } from '#server/records/masters-lock.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { touchedRows } from '#wire/rows.ts';
import type { CourseKey } from './contract-fields.ts';
import { deleteOptionRow, openOptions, optionOf, searchOptions, updateOptions } from './contract-options.ts';
import {
  CONDITION,
  CONDITION_COLUMNS,
  CONDITION_TYPES,
  COURSE,
  lockSet,
  OVERWRITE_CONDITION,
  planRows,
  raiseVersion,
  readCategories,
  readHeading,
  valuesOf,
} from './server-rows.ts';

type Row = Condition & { groupCode: string; optionCode: string; amount: number };

export const courseOptionHandlers: Handler[] = [
  handle(openOptions, (db, who, { key, categoryCode }) => readAll(db, who, key, categoryCode)),

  handle(searchOptions, (db, who, { key, categoryCode }) => readAll(db, who, key, categoryCode)),

  handleSave(updateOptions, async (db, who, { key, categoryCode, rows, version }) => {
    await lockSet(db, who, key, 'options', version);
    const written = touchedRows(rows).map(({ row, at }) => ({ row: { ...row, categoryCode }, at }));
    if (written.length > 0) {
      const categories = await checkCategory(db, who, key, categoryCode);
      const options = new Set((await readOptionItems(db, who)).map(optionOf));
      const planned = planRows<Row>(await readRows(db, who, key), written, {
        codesOf: optionOf,
        rivalsOf: optionOf,
        conflict: OPTION_CONFLICT,
        unknownIn: (row) => (options.has(optionOf(row)) ? null : 'オプション'),
        isOpen: (stored) => stored.categoryCode === categoryCode,
        nameOf: (stored) => nameRow(stored, categories),
      });
      await write(db, who, key, planned);
      await raiseVersion(db, who, key, 'options');
    }
    return readAll(db, who, key, categoryCode);
  }),

  handleSave(deleteOptionRow, async (db, who, { key, categoryCode, groupCode, optionCode, conditionCode, version }) => {
    await lockSet(db, who, key, 'options', version);
    const { numAffectedRows } = await sql`
      delete from course_options
       where (${COURSE}) = (${valuesOf(who, key)}) and category_code is not distinct from ${categoryCode}
         and group_code = ${groupCode} and option_code = ${optionCode}
         and condition_code = ${conditionCode}`.execute(db);
    if (!numAffectedRows) throw notFound();
    await raiseVersion(db, who, key, 'options');
    return readAll(db, who, key, categoryCode);
  }),
];

async function checkCategory(db: Db, who: Administrator, key: CourseKey, categoryCode: string | null) {
  const categories = await readCategories(db, who, key);
  const isKnown = categoryCode === null || categories.some((category) => category.categoryCode === categoryCode);
  if (!isKnown) throw invalid('対象者区分を選択してください。');
  return categories;
}

const SEXES = { male: '男性、', female: '女性、' } as const;

function nameRow(row: Row, categories: readonly { categoryCode: string; name: string }[]): string {
  const category = categories.find(({ categoryCode }) => categoryCode === row.categoryCode)?.name ?? '共通';
  return `対象者区分「${category}」の行（${row.sex ? SEXES[row.sex] : ''}${row.ageFrom}〜${row.ageTo}歳）`;
}

async function readAll(
  db: Db,
  who: Administrator,
  key: CourseKey,
  categoryCode: string | null,
): Promise<Reply<typeof openOptions>> {
  const heading = await readHeading(db, who, key, 'options');
  const categories = await checkCategory(db, who, key, categoryCode);
  return { ...heading, categoryCode, categories, rows: await readGrid(db, who, key, categoryCode) };
}

type GridRow = Reply<typeof openOptions>['rows'][number];

/** The rows of a category, and a blank one for each option that has none. */
async function readGrid(db: Db, who: Administrator, key: CourseKey, categoryCode: string | null): Promise<GridRow[]> {
  const { rows } = await sql<GridRow>`
    select o.group_code as "groupCode", g.name as "groupName", o.option_code as "optionCode", o.name,
           coalesce(r.condition_code, '00') as "conditionCode", r.sex, coalesce(r.age_from, 0) as "ageFrom",
           coalesce(r.age_to, 999) as "ageTo", coalesce(r.amount, 0) as amount,
           case when r.condition_code is null then 'off' else 'saved' end as status
      from option_items o
      join option_groups g using (institution_code, group_code)
      left join (select institution_code, group_code, option_code, condition_code, sex, age_from, age_to, amount
                   from course_options
                  where (${COURSE}) = (${valuesOf(who, key)})
                    and category_code is not distinct from ${categoryCode}) as r
        using (institution_code, group_code, option_code)
     where o.institution_code = ${who.institutionCode}
     -- Men before women, as their codes go.
     order by o.group_code, o.option_code, r.sex is not null, r.sex desc, r.age_from, r.condition_code`.execute(db);
  return rows;
}

function readOptionItems(db: Db, who: Administrator) {
  return db
    .selectFrom('option_items')
    .select(['group_code as groupCode', 'option_code as optionCode'])
    .where('institution_code', '=', who.institutionCode)
    .execute();
}

/** Of every category: a row for everybody is in the way of one for some. */
async function readRows(db: Db, who: Administrator, key: CourseKey): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${CONDITION}, group_code as "groupCode", option_code as "optionCode", amount
      from course_options where (${COURSE}) = (${valuesOf(who, key)})`.execute(db);
  return rows;
}

async function write(db: Db, who: Administrator, key: CourseKey, rows: readonly Row[]): Promise<void> {
  await sql`
    insert into course_options (${COURSE}, ${CONDITION_COLUMNS}, group_code, option_code, amount)
    select ${valuesOf(who, key)}, r.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as r(${CONDITION_TYPES}, "groupCode" text, "optionCode" text, amount integer)
    on conflict (${COURSE}, group_code, option_code, condition_code)
    do update set ${OVERWRITE_CONDITION}, amount = excluded.amount`.execute(db);
}
