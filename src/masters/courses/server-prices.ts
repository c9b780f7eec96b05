// Keeps the price rows of courses.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PriceRow } from '#domain/offer/offer.ts';
import { handleSave } from '#server/records/masters-lock.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { touchedRows } from '#wire/rows.ts';
import type { CourseKey } from './contract-fields.ts';
import { deletePriceRow, openPrices, updatePrices } from './contract-prices.ts';
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

export const coursePriceHandlers: Handler[] = [
  handle(openPrices, (db, who, { key }) => readAll(db, who, key)),

  handleSave(updatePrices, async (db, who, { key, rows, version }) => {
    await lockSet(db, who, key, 'prices', version);
    const written = touchedRows(rows);
    if (written.length > 0) {
      const categories = await readCategories(db, who, key);
      const known = new Set<string | null>([null, ...categories.map(({ categoryCode }) => categoryCode)]);
      const planned = planRows<PriceRow>(await readRows(db, who, key), written, {
        codesOf: () => '',
        rivalsOf: () => '',
        conflict: '料金で対象者区分、性別、年齢範囲が適切ではありません。',
        unknownIn: ({ categoryCode }) => (known.has(categoryCode) ? null : '対象者区分'),
      });
      await write(db, who, key, planned);
      await raiseVersion(db, who, key, 'prices');
    }
    return readAll(db, who, key);
  }),

  handleSave(deletePriceRow, async (db, who, { key, conditionCode, version }) => {
    await lockSet(db, who, key, 'prices', version);
    const { numAffectedRows } = await sql`
      delete from course_prices
       where (${COURSE}) = (${valuesOf(who, key)}) and condition_code = ${conditionCode}`.execute(db);
    if (!numAffectedRows) throw notFound();
    await raiseVersion(db, who, key, 'prices');
    return readAll(db, who, key);
  }),
];

async function readAll(db: Db, who: Administrator, key: CourseKey) {
  const heading = await readHeading(db, who, key, 'prices');
  const categories = await readCategories(db, who, key);
  const rows = await readRows(db, who, key);
  return { ...heading, categories, rows: rows.map((row) => ({ ...row, status: 'saved' as const })) };
}

async function readRows(db: Db, who: Administrator, key: CourseKey): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    select ${CONDITION}, amount from course_prices
     where (${COURSE}) = (${valuesOf(who, key)}) order by condition_code`.execute(db);
  return rows;
}

async function write(db: Db, who: Administrator, key: CourseKey, rows: readonly PriceRow[]): Promise<void> {
  await sql`
    insert into course_prices (${COURSE}, ${CONDITION_COLUMNS}, amount)
    select ${valuesOf(who, key)}, r.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${CONDITION_TYPES}, amount integer)
    on conflict (${COURSE}, condition_code) do update set ${OVERWRITE_CONDITION}, amount = excluded.amount`.execute(db);
}
