// Keeps the option rows of courses.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { type Condition, SEX_WORDS } from '#domain/offer/conditions.ts';
import { OPTION_CONFLICT } from '#domain/offer/course-rows.ts';
import type { Administrator } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import type { CourseKey } from './contract-fields.ts';
import { optionOf, optionSet } from './contract-sets.ts';
import {
  CONDITION,
  CONDITION_COLUMNS,
  CONDITION_TYPES,
  OVERWRITE_CONDITION,
  planRows,
  readCategories,
} from './server-conditions.ts';
import { COURSE, courseOf, handleConditions, OF_COURSE } from './server-rows.ts';

type Row = Condition & { groupCode: string; optionCode: string; amount: number };

/** Of every category: a row for everybody is in the way of one for some. */
const readRows = query<Row>(`
  select ${CONDITION}, group_code as "groupCode", option_code as "optionCode", amount
    from course_options where ${OF_COURSE}`);

/** The rows of a category, and a blank one for each option that has none. */
const readGrid = query<Reply<typeof optionSet.open>['rows'][number]>(`
  select o.group_code as "groupCode", g.name as "groupName", o.option_code as "optionCode", o.name,
         coalesce(r.condition_code, '00') as "conditionCode", r.sex, coalesce(r.age_from, 0) as "ageFrom",
         coalesce(r.age_to, 999) as "ageTo", coalesce(r.amount, 0) as amount,
         case when r.condition_code is null then 'off' else 'saved' end as status
    from option_items o
    join option_groups g using (institution_code, group_code)
    left join (select institution_code, group_code, option_code, condition_code, sex, age_from, age_to, amount
                 from course_options where ${OF_COURSE} and category_code is not distinct from $5) as r
      using (institution_code, group_code, option_code)
   where o.institution_code = $1
   -- Men before women, as their codes go.
   order by o.group_code, o.option_code, r.sex is not null, r.sex desc, r.age_from, r.condition_code`);

const readOptionItems = query<{ groupCode: string; optionCode: string }>(`
  select group_code as "groupCode", option_code as "optionCode" from option_items where institution_code = $1`);

const writeRows = query(`
  insert into course_options (${COURSE}, ${CONDITION_COLUMNS}, group_code, option_code, amount)
  select $1, $2, $3, $4, r.*
    from jsonb_to_recordset($5::jsonb) as r(${CONDITION_TYPES}, "groupCode" text, "optionCode" text, amount integer)
  on conflict (${COURSE}, group_code, option_code, condition_code)
  do update set ${OVERWRITE_CONDITION}, amount = excluded.amount`);

const deleteRow = query<{ deleted: number }>(`
  delete from course_options
   where ${OF_COURSE} and category_code is not distinct from $5
     and (group_code, option_code, condition_code) = ($6, $7, $8)
  returning 1 as deleted`);

export const courseOptionHandlers = handleConditions({
  name: 'options',
  calls: optionSet,

  async read(db, who, { key, categoryCode }, heading) {
    const categories = await checkCategory(db, who, key, categoryCode);
    return { ...heading, categoryCode, categories, rows: await readGrid(db, ...courseOf(who, key), categoryCode) };
  },

  async write(db, who, { key, categoryCode }, written) {
    const categories = await checkCategory(db, who, key, categoryCode);
    const options = new Set((await readOptionItems(db, who.institutionCode)).map(optionOf));
    const ofCategory = written.map(({ row, at }) => ({ row: { ...row, categoryCode }, at }));
    const planned = planRows<Row>(await readRows(db, ...courseOf(who, key)), ofCategory, {
      codesOf: optionOf,
      rivalsOf: optionOf,
      conflict: OPTION_CONFLICT,
      unknownIn: (row) => (options.has(optionOf(row)) ? null : 'オプション'),
      isOpen: (stored) => stored.categoryCode === categoryCode,
      nameOf: (stored) => nameRow(stored, categories),
    });
    if (planned.length > 0) await writeRows(db, ...courseOf(who, key), JSON.stringify(planned));
    return planned.length > 0;
  },

  remove: (db, course, { categoryCode, groupCode, optionCode, conditionCode }) =>
    deleteRow(db, ...course, categoryCode, groupCode, optionCode, conditionCode),
});

async function checkCategory(db: Db, who: Administrator, key: CourseKey, categoryCode: string | null) {
  const categories = await readCategories(db, who, key);
  const isKnown = categoryCode === null || categories.some((category) => category.categoryCode === categoryCode);
  if (!isKnown) throw invalid('対象者区分を選択してください。');
  return categories;
}

function nameRow(row: Row, categories: readonly { categoryCode: string; name: string }[]): string {
  const category = categories.find(({ categoryCode }) => categoryCode === row.categoryCode)?.name ?? '共通';
  return `対象者区分「${category}」の行（${row.sex ? `${SEX_WORDS[row.sex]}、` : ''}${row.ageFrom}〜${row.ageTo}歳）`;
}
