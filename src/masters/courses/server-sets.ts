// Reads and saves which examinations courses contain, what they cost, which frames they use, and which options they offer.

import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { type Condition, SEX_WORDS } from '#domain/offer/conditions.ts';
import { OPTION_CONFLICT } from '#domain/offer/course-rows.ts';
import type { PriceRow } from '#domain/offer/offer.ts';
import { readFrames } from '#masters/records.ts';
import type { Administrator } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import type { CourseKey } from './contract-fields.ts';
import { frameSet, itemSet, optionOf, optionSet, priceSet } from './contract-sets.ts';
import {
  CONDITION,
  CONDITION_COLUMNS,
  CONDITION_TYPES,
  knownCategories,
  OVERWRITE_CONDITION,
  planRows,
  readCategories,
} from './server-conditions.ts';
import { COURSE, courseOf, handleConditions, handleRows, OF_COURSE } from './server-rows.ts';

type ItemRow = Reply<typeof itemSet.open>['rows'][number];

const readItems = query<ItemRow>(`
  select e.item_code as "itemCode", e.name, coalesce(r.extent, 'none') as extent,
         case when coalesce(r.extent, 'none') = 'none' then 'off' else 'saved' end as status
    from exam_items e
    left join (select institution_code, item_code, extent from course_items where ${OF_COURSE}) as r
      using (institution_code, item_code)
   where e.institution_code = $1
   order by e.sort, e.item_code`);

const writeItems = query(`
  insert into course_items (${COURSE}, item_code, extent)
  select $1, $2, $3, $4, r.* from jsonb_to_recordset($5::jsonb) as r("itemCode" text, extent text)
  on conflict (${COURSE}, item_code) do update set extent = excluded.extent`);

const deleteItems = query(`delete from course_items where ${OF_COURSE} and item_code = any($5)`);

const courseItemHandlers = handleRows({
  name: 'items',
  calls: itemSet,

  async read(db, who, { key }, heading) {
    return { ...heading, rows: await readItems(db, ...courseOf(who, key)) };
  },

  async write(db, who, { key }, written) {
    const known = new Map(
      (await readItems(db, ...courseOf(who, key))).map(({ itemCode, extent }) => [itemCode, extent]),
    );
    const seen = new Set<string>();
    const sentences = written.flatMap(({ row: { itemCode }, at }) => {
      const isTwice = seen.has(itemCode);
      seen.add(itemCode);
      if (!known.has(itemCode)) return [`${at + 1}行目の検査項目を選択してください。`];
      return isTwice ? [`${at + 1}行目の検査項目が重複しています。`] : [];
    });
    if (sentences.length > 0) throw invalid(...sentences);
    const changed = written.map(({ row }) => row).filter(({ itemCode, extent }) => known.get(itemCode) !== extent);
    if (changed.length === 0) return false;
    // What a course does not contain, it has no row of.
    const { none = [], ...others } = Object.groupBy(changed, ({ extent }) => extent);
    await writeItems(db, ...courseOf(who, key), JSON.stringify(Object.values(others).flat()));
    await deleteItems(
      db,
      ...courseOf(who, key),
      none.map(({ itemCode }) => itemCode),
    );
    return true;
  },
});

const readPrices = query<PriceRow>(`
  select ${CONDITION}, amount from course_prices where ${OF_COURSE} order by condition_code`);

const writePrices = query(`
  insert into course_prices (${COURSE}, ${CONDITION_COLUMNS}, amount)
  select $1, $2, $3, $4, r.* from jsonb_to_recordset($5::jsonb) as r(${CONDITION_TYPES}, amount integer)
  on conflict (${COURSE}, condition_code) do update set ${OVERWRITE_CONDITION}, amount = excluded.amount`);

const deletePrice = query<{ deleted: number }>(`
  delete from course_prices where ${OF_COURSE} and condition_code = $5 returning 1 as deleted`);

const coursePriceHandlers = handleConditions({
  name: 'prices',
  calls: priceSet,

  async read(db, who, { key }, heading) {
    const categories = await readCategories(db, who, key);
    const rows = await readPrices(db, ...courseOf(who, key));
    return { ...heading, categories, rows: rows.map((row) => ({ ...row, status: 'saved' as const })) };
  },

  async write(db, who, { key }, written) {
    const known = await knownCategories(db, who, key);
    const planned = planRows<PriceRow>(await readPrices(db, ...courseOf(who, key)), written, {
      codesOf: () => '',
      rivalsOf: () => '',
      conflict: '料金で対象者区分、性別、年齢範囲が適切ではありません。',
      unknownIn: ({ categoryCode }) => (known.has(categoryCode) ? null : '対象者区分'),
    });
    if (planned.length > 0) await writePrices(db, ...courseOf(who, key), JSON.stringify(planned));
    return planned.length > 0;
  },

  remove: (db, course, { conditionCode }) => deletePrice(db, ...course, conditionCode),
});

type FrameRow = Condition & { frameCode: string };

const readFrameRows = query<FrameRow>(`
  select ${CONDITION}, frame_code as "frameCode" from course_frames where ${OF_COURSE} order by condition_code`);

const writeFrameRows = query(`
  insert into course_frames (${COURSE}, ${CONDITION_COLUMNS}, frame_code)
  select $1, $2, $3, $4, r.* from jsonb_to_recordset($5::jsonb) as r(${CONDITION_TYPES}, "frameCode" text)
  on conflict (${COURSE}, condition_code) do update set ${OVERWRITE_CONDITION}, frame_code = excluded.frame_code`);

const deleteFrameRow = query<{ deleted: number }>(`
  delete from course_frames where ${OF_COURSE} and condition_code = $5 returning 1 as deleted`);

const courseFrameHandlers = handleConditions({
  name: 'frames',
  calls: frameSet,

  async read(db, who, { key }, heading) {
    const categories = await readCategories(db, who, key);
    const frames = await readFrames(db, who.institutionCode);
    const names = new Map(frames.map(({ frameCode, name }) => [frameCode, name]));
    const rows = await readFrameRows(db, ...courseOf(who, key));
    return {
      ...heading,
      categories,
      frames,
      rows: rows.map((row) => ({ ...row, frameName: names.get(row.frameCode) ?? '', status: 'saved' as const })),
    };
  },

  async write(db, who, { key }, written) {
    const categories = await knownCategories(db, who, key);
    const frames = new Set((await readFrames(db, who.institutionCode)).map(({ frameCode }) => frameCode));
    const planned = planRows<FrameRow>(await readFrameRows(db, ...courseOf(who, key)), written, {
      codesOf: () => '',
      // A course may well need several frames at once, but each of them once.
      rivalsOf: ({ frameCode }) => frameCode,
      conflict: '予約枠で対象者区分、性別、年齢範囲が適切ではありません。',
      unknownIn({ categoryCode, frameCode }) {
        if (!categories.has(categoryCode)) return '対象者区分';
        return frames.has(frameCode) ? null : '予約枠';
      },
    });
    if (planned.length > 0) await writeFrameRows(db, ...courseOf(who, key), JSON.stringify(planned));
    return planned.length > 0;
  },

  remove: (db, course, { conditionCode }) => deleteFrameRow(db, ...course, conditionCode),
});

type OptionRow = Condition & { groupCode: string; optionCode: string; amount: number };

/** Of every category: a row for everybody is in the way of one for some. */
const readOptionRows = query<OptionRow>(`
  select ${CONDITION}, group_code as "groupCode", option_code as "optionCode", amount
    from course_options where ${OF_COURSE}`);

/** The rows of a category, and a blank one for each option that has none. */
const readOptions = query<Reply<typeof optionSet.open>['rows'][number]>(`
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

const writeOptions = query(`
  insert into course_options (${COURSE}, ${CONDITION_COLUMNS}, group_code, option_code, amount)
  select $1, $2, $3, $4, r.*
    from jsonb_to_recordset($5::jsonb) as r(${CONDITION_TYPES}, "groupCode" text, "optionCode" text, amount integer)
  on conflict (${COURSE}, group_code, option_code, condition_code)
  do update set ${OVERWRITE_CONDITION}, amount = excluded.amount`);

const deleteOption = query<{ deleted: number }>(`
  delete from course_options
   where ${OF_COURSE} and category_code is not distinct from $5
     and (group_code, option_code, condition_code) = ($6, $7, $8)
  returning 1 as deleted`);

const courseOptionHandlers = handleConditions({
  name: 'options',
  calls: optionSet,

  async read(db, who, { key, categoryCode }, heading) {
    const categories = await checkCategory(db, who, key, categoryCode);
    return { ...heading, categoryCode, categories, rows: await readOptions(db, ...courseOf(who, key), categoryCode) };
  },

  async write(db, who, { key, categoryCode }, written) {
    const categories = await checkCategory(db, who, key, categoryCode);
    const options = new Set((await readOptionItems(db, who.institutionCode)).map(optionOf));
    const ofCategory = written.map(({ row, at }) => ({ row: { ...row, categoryCode }, at }));
    const planned = planRows<OptionRow>(await readOptionRows(db, ...courseOf(who, key)), ofCategory, {
      codesOf: optionOf,
      rivalsOf: optionOf,
      conflict: OPTION_CONFLICT,
      unknownIn: (row) => (options.has(optionOf(row)) ? null : 'オプション'),
      isOpen: (stored) => stored.categoryCode === categoryCode,
      nameOf: (stored) => nameRow(stored, categories),
    });
    if (planned.length > 0) await writeOptions(db, ...courseOf(who, key), JSON.stringify(planned));
    return planned.length > 0;
  },

  remove: (db, course, { categoryCode, groupCode, optionCode, conditionCode }) =>
    deleteOption(db, ...course, categoryCode, groupCode, optionCode, conditionCode),
});

async function checkCategory(db: Db, who: Administrator, key: CourseKey, categoryCode: string | null) {
  const categories = await readCategories(db, who, key);
  const isKnown = categoryCode === null || categories.some((category) => category.categoryCode === categoryCode);
  if (!isKnown) throw invalid('対象者区分を選択してください。');
  return categories;
}

function nameRow(row: OptionRow, categories: readonly { categoryCode: string; name: string }[]): string {
  const category = categories.find(({ categoryCode }) => categoryCode === row.categoryCode)?.name ?? '共通';
  return `対象者区分「${category}」の行（${row.sex ? `${SEX_WORDS[row.sex]}、` : ''}${row.ageFrom}〜${row.ageTo}歳）`;
}

export const courseSetHandlers = [
  ...courseItemHandlers,
  ...courseFrameHandlers,
  ...coursePriceHandlers,
  ...courseOptionHandlers,
];
