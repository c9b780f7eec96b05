// The frame rows of a course: which frames a booking uses, for whom.

import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';
import { agesInOrder, categories, category, chosen, conditionCode, people } from './contract-fields.ts';
import { conditionSet } from './contract-rows.ts';

const row = { conditionCode, ...category, ...people, frameCode: chosen('waku', '予約枠', 4), status: recordStatus };
const frameName = text('wknm', '予約枠の名称');

export const frameSet = conditionSet('MasterWKSWK', {
  what: '予約枠',
  edited: editedRows('予約枠', record(row, [agesInOrder])),
  listed: list('listKswk', 'コースの予約枠', record({ ...row, frameName })),
  which: {},
  around: {
    categories,
    frames: list('listWaku', '予約枠', record({ frameCode: text('waku', '予約枠コード'), name: frameName })),
  },
  named: { conditionCode },
});
