// The sets of rows of a course: which examinations it contains, which frames a booking uses, what it costs, and which options it offers,
// one category's at a time; each row says for whom.
import { findConflicts, OPTION_CONFLICT } from '#domain/offer/course-rows.ts';
import { officeCalls } from '#wire/call.ts';
import { EXTENT } from '#wire/choices.ts';
import { choice } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus, touchedRows } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';
import {
  agesInOrder,
  amount,
  categories,
  category,
  categoryOrAll,
  chosen,
  conditionCode,
  people,
} from './contract-fields.ts';
import { conditionSet, rowSet } from './contract-rows.ts';

export const ITEM_EXTENT = { ...EXTENT, none: '9' } as const;

const itemRow = {
  itemCode: chosen('kmcd', '検査項目', 4),
  extent: choice('jskb', '実施区分', ITEM_EXTENT),
  status: recordStatus,
};

export const itemSet = rowSet('MasterWIRKM', {
  what: '検査項目',
  edited: editedRows('検査項目', record(itemRow)),
  listed: list('listIrkm', '検査項目', { ...itemRow, name: text('kmnm', '検査項目名') }),
  which: {},
  around: {},
});

const frameRow = {
  conditionCode,
  ...category,
  ...people,
  frameCode: chosen('waku', '予約枠', 4),
  status: recordStatus,
};
const frameName = text('wknm', '予約枠の名称');

export const frameSet = conditionSet('MasterWKSWK', {
  what: '予約枠',
  edited: editedRows('予約枠', record(frameRow, [agesInOrder])),
  listed: list('listKswk', 'コースの予約枠', { ...frameRow, frameName }),
  which: {},
  around: {
    categories,
    frames: list('listWaku', '予約枠', { frameCode: text('waku', '予約枠コード'), name: frameName }),
  },
  named: { conditionCode },
});

const priceRow = { conditionCode, ...category, ...people, amount, status: recordStatus };

export const priceSet = conditionSet('MasterWRKKS', {
  what: '料金',
  edited: editedRows('料金', record(priceRow, [agesInOrder])),
  listed: list('listRkks', 'コースの料金', record(priceRow)),
  which: {},
  around: { categories },
  named: { conditionCode },
});

const FAMILY = 'MasterWRKOP';

const option = { groupCode: chosen('opbr', 'オプション', 4), optionCode: chosen('opcd', 'オプション', 4) };
const row = { ...option, conditionCode, ...people, amount, status: recordStatus };

/** Rows of one option are in each other's way where they fit the same person. */
export const optionOf = ({ groupCode, optionCode }: { groupCode: string; optionCode: string }) =>
  `${groupCode}/${optionCode}`;

const set = conditionSet(FAMILY, {
  what: 'オプション',
  edited: editedRows('オプション', record(row, [agesInOrder])),
  listed: list('listRkop', 'コースのオプション', {
    ...row,
    groupName: text('brnm', 'オプション分類名'),
    name: text('opnm', 'オプション名'),
  }),
  which: { categoryCode: categoryOrAll },
  around: { categories },
  named: { ...option, conditionCode },
  rules: [
    // The grid holds rows of one category. Those of others may be in the way too, of which only the server knows.
    ({ rows: all }, report) => {
      const ofOneCategory = <R>(row: R) => ({ ...row, categoryCode: null });
      const written = touchedRows(all);
      const kept = all.flatMap((row) => (row?.status === 'saved' ? [ofOneCategory(row)] : []));
      const conflicts = findConflicts(
        written.map(({ row }) => ofOneCategory(row)),
        kept,
        optionOf,
      );
      for (const place of conflicts) {
        const at = written[place]?.at ?? 0;
        report('rows', `${at + 1}行目の${OPTION_CONFLICT}`, [at, 'ageFrom']);
      }
    },
  ],
});

const { request, reply } = set.open;
export const optionSet = { ...set, search: officeCalls(FAMILY).read('Search', { request, reply }) };
