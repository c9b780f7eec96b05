// What a paste makes of the choices of a course's grids: as people and our own files write them, and never a default.
import { expect, test } from 'vitest';
import { frameSet, itemSet, optionSet, priceSet } from '#masters/courses/contract-sets.ts';
import { type GridCell, readCell } from '#web/ui/grid-columns.ts';
import { type RowDraft, UNREAD } from '#web/ui/rows.ts';
import { categoryOptions, SEXES } from './condition-rows.tsx';

const cell = (options: GridCell<RowDraft>['options']): GridCell<RowDraft> => ({ name: 'x', label: '', options });

test.each([
  ['male', ['男', '男性', ' 男　性 ', '1', '１', 'M', 'Ｍ', 'm', 'male']],
  ['female', ['女', '女性', '2', '２', 'F', 'Ｆ', 'f', 'Female']],
  ['', ['共通', '男女', '男女共通', 'Z', 'ｚ']],
  [UNREAD, ['', '　', '男か女', '3', '0', '不明', 'constructor', UNREAD]],
])('sex %o is written %j', (value, texts) => {
  expect(texts.map((text) => readCell(cell(SEXES), text))).toEqual(texts.map(() => value));
});

const CATEGORIES = [
  { categoryCode: '01', name: '本人（ﾎﾝﾆﾝ）' },
  { categoryCode: '02', name: '配偶者 A' },
  { categoryCode: '03', name: '2' },
  { categoryCode: '04', name: 'Ｘ' },
  { categoryCode: '05', name: 'x' },
];

test.each([
  ['01', ['本人(ホンニン)', '01', '1', '１']],
  ['02', ['配偶者Ａ', '配偶者a', '02']],
  ['03', ['2', '２', '03']],
  ['', ['共通', 'Z']],
  // Two go by this name: nobody knows which is meant.
  [UNREAD, ['X', '', '家族', '00', '6']],
])('category %o is written %j', (value, texts) => {
  const options = cell(categoryOptions(CATEGORIES));
  expect(texts.map((text) => readCell(options, text))).toEqual(texts.map(() => value));
});

const ALL = { conditionCode: '00', categoryCode: '', sex: '', ageFrom: '0', ageTo: '999', status: 'added' } as const;
const OPTION = { ...ALL, groupCode: '0001', optionCode: '0001', amount: '1' };

test.each([
  ['性別', priceSet.grid, { ...ALL, amount: '1', sex: UNREAD }],
  ['対象者区分', priceSet.grid, { ...ALL, amount: '1', categoryCode: UNREAD }],
  ['予約枠', frameSet.grid, { ...ALL, frameCode: UNREAD }],
  ['性別', frameSet.grid, { ...ALL, frameCode: '0001', sex: UNREAD }],
  ['性別', optionSet.grid, { ...OPTION, sex: UNREAD }],
  ['実施区分', itemSet.grid, { itemCode: '0001', extent: UNREAD, status: 'added' }],
])('%s: what was not understood is refused', (label, grid, row) => {
  const reading = grid.read({ rows: [row] } as never);
  expect(reading.ok ? [] : reading.problems.map(({ sentence }) => sentence)).toEqual([
    `1行目の${label}を選択してください。`,
  ]);
});
