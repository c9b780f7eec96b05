// Two who edit one pattern: what the later one's list becomes, and what is said about the difference.
import { expect, test } from 'vitest';
import type { OutputItem } from './contract.ts';
import { describeNewer, renewOutput } from './list-operations.ts';

const NAMES = { phone: '電話番号', mail: 'メール', remarks: '備考' } as const;
const list = (attributes: readonly (keyof typeof NAMES)[], firstKey = 1): OutputItem[] =>
  attributes.map((attribute, at) => ({
    position: at + 1,
    key: firstKey + at,
    kind: 'attribute',
    attribute,
    groupCode: null,
    optionCode: null,
    name: NAMES[attribute],
    status: 'saved',
  }));
const describe = (items: readonly OutputItem[]) => items.map(({ key, status }) => `${status} ${key}`);

test('items are known again by what they are, each once; the others become new ones', () => {
  const mine = list(['mail', 'phone', 'phone', 'remarks'], 1);
  expect(describe(renewOutput(mine, list(['phone', 'mail'], 11)))).toEqual([
    'saved 12',
    'saved 11',
    'added 13',
    'added 14',
  ]);
});

test.each<[string, (keyof typeof NAMES)[], (keyof typeof NAMES)[], string[]]>([
  ['the same', ['phone', 'mail'], ['phone', 'mail'], []],
  ['another order', ['phone', 'mail'], ['mail', 'phone'], ['CSV出力項目の順序が、最新の内容と異なります。']],
  ['more there', ['phone'], ['phone', 'mail', 'remarks'], ['最新の内容にだけあるCSV出力項目: メール、備考']],
  [
    'very much on the screen',
    Array.from({ length: 10 }, () => 'phone'),
    ['phone'],
    [`この画面にだけあるCSV出力項目: ${Array.from({ length: 8 }, () => '電話番号').join('、')}、ほか1項目`],
  ],
  [
    'others on both sides',
    ['phone', 'phone'],
    ['phone', 'mail'],
    ['最新の内容にだけあるCSV出力項目: メール', 'この画面にだけあるCSV出力項目: 電話番号'],
  ],
])('what differs is reported: %s', (_name, mine, newer, sentences) => {
  expect(describeNewer(list(mine), list(newer))).toEqual(sentences);
});
