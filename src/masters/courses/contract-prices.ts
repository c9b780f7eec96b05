// The price rows of a course: what it costs, for whom.
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { agesInOrder, amount, categories, category, conditionCode, people } from './contract-fields.ts';
import { conditionSet } from './contract-rows.ts';

const row = { conditionCode, ...category, ...people, amount, status: recordStatus };

export const priceSet = conditionSet('MasterWRKKS', {
  what: '料金',
  edited: editedRows('料金', record(row, [agesInOrder])),
  listed: list('listRkks', 'コースの料金', record(row)),
  which: {},
  around: { categories },
  named: { conditionCode },
});
