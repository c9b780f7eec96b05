// Keeps which examinations courses contain.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { handleSave } from '#server/records/masters-lock.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import { touchedRows } from '#wire/rows.ts';
import type { CourseKey } from './contract-fields.ts';
import { openItems, updateItems } from './contract-items.ts';
import { COURSE, lockSet, raiseVersion, readHeading, valuesOf } from './server-rows.ts';

type Row = Reply<typeof openItems>['rows'][number];

export const courseItemHandlers: Handler[] = [
  handle(openItems, (db, who, { key }) => readAll(db, who, key)),

  handleSave(updateItems, async (db, who, { key, rows, version }) => {
    await lockSet(db, who, key, 'items', version);
    const written = touchedRows(rows);
    if (written.length > 0) {
      const known = new Set((await readRows(db, who, key)).map(({ itemCode }) => itemCode));
      const told = new Set<string>();
      const sentences = written.flatMap(({ row: { itemCode }, at }) => {
        const isTwice = told.has(itemCode);
        told.add(itemCode);
        if (!known.has(itemCode)) return [`${at + 1}行目の検査項目を選択してください。`];
        return isTwice ? [`${at + 1}行目の検査項目が重複しています。`] : [];
      });
      if (sentences.length > 0) throw invalid(...sentences);
      await write(
        db,
        who,
        key,
        written.map(({ row }) => row),
      );
      await raiseVersion(db, who, key, 'items');
    }
    return readAll(db, who, key);
  }),
];

async function readAll(db: Db, who: Administrator, key: CourseKey) {
  const heading = await readHeading(db, who, key, 'items');
  return { ...heading, rows: await readRows(db, who, key) };
}

async function readRows(db: Db, who: Administrator, key: CourseKey): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.item_code as "itemCode", e.name, coalesce(r.extent, 'none') as extent,
           case when coalesce(r.extent, 'none') = 'none' then 'off' else 'saved' end as status
      from exam_items e
      left join (select institution_code, item_code, extent from course_items where (${COURSE}) = (${valuesOf(who, key)})) as r
        using (institution_code, item_code)
     where e.institution_code = ${who.institutionCode}
     order by e.sort, e.item_code`.execute(db);
  return rows;
}

/** What a course does not contain, it has no row of. */
async function write(
  db: Db,
  who: Administrator,
  key: CourseKey,
  rows: readonly Pick<Row, 'itemCode' | 'extent'>[],
): Promise<void> {
  const contained = rows.filter(({ extent }) => extent !== 'none');
  const others = rows.filter(({ extent }) => extent === 'none').map(({ itemCode }) => itemCode);
  await sql`
    insert into course_items (${COURSE}, item_code, extent)
    select ${valuesOf(who, key)}, r.*
      from jsonb_to_recordset(${JSON.stringify(contained)}::jsonb) as r("itemCode" text, extent text)
    on conflict (${COURSE}, item_code) do update set extent = excluded.extent`.execute(db);
  await sql`
    delete from course_items
     where (${COURSE}) = (${valuesOf(who, key)}) and item_code = any(${others}::text[])`.execute(db);
}
