// Keeps which examinations courses contain.
import { query } from '#db/query.ts';
import type { Reply } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import { itemSet } from './contract-sets.ts';
import { COURSE, courseOf, handleRows, OF_COURSE } from './server-rows.ts';

type Row = Reply<typeof itemSet.open>['rows'][number];

const readRows = query<Row>(`
  select e.item_code as "itemCode", e.name, coalesce(r.extent, 'none') as extent,
         case when coalesce(r.extent, 'none') = 'none' then 'off' else 'saved' end as status
    from exam_items e
    left join (select institution_code, item_code, extent from course_items where ${OF_COURSE}) as r
      using (institution_code, item_code)
   where e.institution_code = $1
   order by e.sort, e.item_code`);

const writeRows = query(`
  insert into course_items (${COURSE}, item_code, extent)
  select $1, $2, $3, $4, r.* from jsonb_to_recordset($5::jsonb) as r("itemCode" text, extent text)
  on conflict (${COURSE}, item_code) do update set extent = excluded.extent`);

const deleteRows = query(`delete from course_items where ${OF_COURSE} and item_code = any($5)`);

export const courseItemHandlers = handleRows({
  name: 'items',
  calls: itemSet,

  async read(db, who, { key }, heading) {
    return { ...heading, rows: await readRows(db, ...courseOf(who, key)) };
  },

  async write(db, who, { key }, written) {
    const known = new Map(
      (await readRows(db, ...courseOf(who, key))).map(({ itemCode, extent }) => [itemCode, extent]),
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
    await writeRows(db, ...courseOf(who, key), JSON.stringify(Object.values(others).flat()));
    await deleteRows(
      db,
      ...courseOf(who, key),
      none.map(({ itemCode }) => itemCode),
    );
    return true;
  },
});
