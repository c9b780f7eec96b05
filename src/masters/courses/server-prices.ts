// Keeps the price rows of courses.
import { query } from '#db/query.ts';
import type { PriceRow } from '#domain/offer/offer.ts';
import { priceSet } from './contract-sets.ts';
import {
  CONDITION,
  CONDITION_COLUMNS,
  CONDITION_TYPES,
  knownCategories,
  OVERWRITE_CONDITION,
  planRows,
  readCategories,
} from './server-conditions.ts';
import { COURSE, courseOf, handleConditions, OF_COURSE } from './server-rows.ts';

const readRows = query<PriceRow>(`
  select ${CONDITION}, amount from course_prices where ${OF_COURSE} order by condition_code`);

const writeRows = query(`
  insert into course_prices (${COURSE}, ${CONDITION_COLUMNS}, amount)
  select $1, $2, $3, $4, r.* from jsonb_to_recordset($5::jsonb) as r(${CONDITION_TYPES}, amount integer)
  on conflict (${COURSE}, condition_code) do update set ${OVERWRITE_CONDITION}, amount = excluded.amount`);

const deleteRow = query<{ deleted: number }>(`
  delete from course_prices where ${OF_COURSE} and condition_code = $5 returning 1 as deleted`);

export const coursePriceHandlers = handleConditions({
  name: 'prices',
  calls: priceSet,

  async read(db, who, { key }, heading) {
    const categories = await readCategories(db, who, key);
    const rows = await readRows(db, ...courseOf(who, key));
    return { ...heading, categories, rows: rows.map((row) => ({ ...row, status: 'saved' as const })) };
  },

  async write(db, who, { key }, written) {
    const known = await knownCategories(db, who, key);
    const planned = planRows<PriceRow>(await readRows(db, ...courseOf(who, key)), written, {
      codesOf: () => '',
      rivalsOf: () => '',
      conflict: '料金で対象者区分、性別、年齢範囲が適切ではありません。',
      unknownIn: ({ categoryCode }) => (known.has(categoryCode) ? null : '対象者区分'),
    });
    if (planned.length > 0) await writeRows(db, ...courseOf(who, key), JSON.stringify(planned));
    return planned.length > 0;
  },

  remove: (db, course, { conditionCode }) => deleteRow(db, ...course, conditionCode),
});
