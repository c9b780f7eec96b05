// The price rows of a course: what it costs, for whom.
import { officeCalls } from '#wire/call.ts';
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { versionAnswered, versionSent } from '#wire/version.ts';
import {
  agesInOrder,
  amount,
  categories,
  category,
  conditionCode,
  courseKey,
  heading,
  people,
  peopleCodes,
  ROWS_LIMIT,
} from './contract-fields.ts';

const { read, write } = officeCalls('MasterWRKKS');

const row = { conditionCode, ...category, ...people, amount, status: recordStatus };

const rows = editedRows('料金', record(row, [agesInOrder]), {
  conditionCode: 'jkcds',
  categoryCode: 'hfkbs',
  ...peopleCodes,
  amount: 'kngks',
  status: 'recordStatuses',
});

/** What the grid edits. */
export const priceRows = record({ rows });

const reply = record({
  ...versionAnswered,
  ...heading,
  categories,
  rows: list('listRkks', 'コースの料金', record(row)),
});

export const openPrices = read('FirstDisplay', { request: record({ key: courseKey }), reply });

export const updatePrices = write('Update', {
  request: record({ key: courseKey, rows, ...versionSent }),
  reply,
  bodyLimit: ROWS_LIMIT,
});

export const deletePriceRow = write('Delete', {
  request: record({ key: courseKey, conditionCode, ...versionSent }),
  reply,
});
