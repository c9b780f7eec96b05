// Reads and saves which examinations courses contain, what they cost, and which frames they use.
import { query } from '#db/query.ts';
import type { Condition } from '#domain/offer/conditions.ts';
import type { PriceRow } from '#domain/offer/offer.ts';
import { readFrames } from '#masters/records.ts';
import type { Reply } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import { frameSet, itemSet, priceSet } from './contract-sets.ts';
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

export const courseItemHandlers = handleRows({
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

export const coursePriceHandlers = handleConditions({
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

export const courseFrameHandlers = handleConditions({
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
