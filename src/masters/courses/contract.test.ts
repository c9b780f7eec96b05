// The key of a course and the sentences about its rows, as the wire has them.
import { describe, expect, test } from 'vitest';
import type { AnyRecord } from '#wire/record.ts';
import { openCourse, registerCourse } from './contract.ts';
import { frameSet, itemSet, optionSet, priceSet } from './contract-sets.ts';

const KEY = { fiscalYear: 2026, clientCode: '00000000', courseCode: '0001' };
const NOWHERE = { fiscalYear: 0, clientCode: '', courseCode: '' };
const triple = { nend: '2026', jgcd: '00000000', kscd: '0001' };

test.each<[string, Record<string, unknown>, object]>([
  ['the three codes', triple, KEY],
  ['the key', { key: '2026000000000001' }, KEY],
  ['both, where they agree', { ...triple, key: '2026000000000001' }, KEY],
  ['the key and some of the codes', { jgcd: '00000000', key: '2026000000000001' }, KEY],
  ['neither', {}, NOWHERE],
  ['two of the three', { nend: '2026', kscd: '0001' }, NOWHERE],
  ['a key of another year', { ...triple, key: '2025000000000001' }, NOWHERE],
  ['a key of another course', { kscd: '0002', key: '2026000000000001' }, NOWHERE],
  ['a key that is none', { ...triple, key: '2026' }, NOWHERE],
  ['a code with letters', { ...triple, kscd: '000a' }, NOWHERE],
  ['codes that only fit together', { nend: '2026', jgcd: '0000000', kscd: '00001' }, NOWHERE],
])('a course is named by %s', (_name, wire, key) => {
  expect(openCourse.request.decode(wire)).toEqual({ ok: true, value: { key } });
});

test('the key travels as the three codes and as one', () => {
  expect(openCourse.request.encode({ key: KEY })).toEqual({ ...triple, nend: 2026, key: '2026000000000001' });
});

const problemsOf = (type: AnyRecord, wire: Record<string, unknown>): string[] => {
  const reading = type.decode({ ...triple, ...wire });
  return reading.ok ? [] : reading.problems.map(({ sentence }) => sentence);
};

test.each(['', '26', '02026', '2026.0', '20２6', '1999', '3000', '-2026', 'abcd'])('the year %j is refused', (nend) => {
  expect(problemsOf(registerCourse.request, { nend, ...COURSE })).toEqual(['年度は整数で入力してください。']);
});

const COURSE = {
  stdyYear: 2026,
  stdyMonth: 4,
  stdyDate: 1,
  eddyYear: 2027,
  eddyMonth: 3,
  eddyDate: 31,
  ksnm: '半日ドック',
  upok: '1',
};

test.each<[Record<string, unknown>, string[]]>([
  [{}, []],
  [{ eddyYear: 2026, eddyMonth: 4, eddyDate: 1 }, []],
  [{ eddyYear: 2026, eddyMonth: 3 }, ['登録期間の終了日は開始日以降の日付を選択してください。']],
  [{ stdyYear: 0, stdyMonth: 0, stdyDate: 0 }, ['登録期間の開始日を選択してください。']],
  [{ eddyMonth: 2, eddyDate: 30 }, ['登録期間の終了日は年月日をすべて正しく選択してください。']],
  [{ ksnm: ' ' }, ['コース名は必須入力です。']],
  [{ upok: '2' }, ['公開区分を選択してください。']],
  [{ time: 'あ'.repeat(121) }, ['所要時間は120文字以内で入力してください。']],
  [{ mem5: 'あ'.repeat(2001) }, ['キャンセル完了のご案内は2000文字以内で入力してください。']],
])('a new course with %j', (changes, sentences) => {
  expect(problemsOf(registerCourse.request, { ...COURSE, ...changes })).toEqual(sentences);
});

const PRICE = { jkcds: '00', hfkbs: 'Z', sexes: 'Z', stags: '0', edags: '999', kngks: '0', recordStatuses: '13' };
const FRAME = { jkcds: '00', hfkbs: '01', sexes: '1', stags: '0', edags: '999', wakus: '0001', recordStatuses: '12' };
const OPTION = {
  opbrs: '0001',
  opcds: '0002',
  jkcds: '00',
  sexes: '2',
  stags: '0',
  edags: '0',
  kngks: '999999',
  recordStatuses: '13',
};

const NOT_AGES = ['', '-1', '1000', '0040', '4.5', '４０', ' 40', '4e1', 'x'];
const NOT_AMOUNTS = ['', '-1', '1000000', '0000001', '1.5', '１０００', '1,000', '¥100'];

describe('a row', () => {
  test.each([
    ['price', priceSet.update.request, PRICE],
    ['frame', frameSet.update.request, FRAME],
    ['option', optionSet.update.request, OPTION],
  ])('of a %s is right, and its ages get the sentences of the specification', (_name, type, right) => {
    expect(problemsOf(type, right)).toEqual([]);
    for (const age of NOT_AGES) {
      expect(problemsOf(type, { ...right, stags: age }), age).toEqual([
        '1行目の年齢範囲開始は整数値で入力してください。',
      ]);
      expect(problemsOf(type, { ...right, edags: age }), age).toEqual([
        '1行目の年齢範囲終了は整数値で入力してください。',
      ]);
    }
    expect(problemsOf(type, { ...right, stags: '41', edags: '40' })).toEqual([
      '1行目の年齢範囲は開始が終了以下になるように入力してください。',
    ]);
    for (const sex of ['', '3', 'z', 'male']) {
      expect(problemsOf(type, { ...right, sexes: sex }), sex).toEqual(['1行目の性別を選択してください。']);
    }
  });

  test.each([
    ['price', priceSet.update.request, PRICE],
    ['option', optionSet.update.request, OPTION],
  ])('of a %s has an amount of up to six digits', (_name, type, right) => {
    for (const amount of NOT_AMOUNTS) {
      expect(problemsOf(type, { ...right, kngks: amount }), amount).toEqual([
        '1行目の合計金額は整数値で入力してください。',
      ]);
    }
  });

  test.each([
    ['category', priceSet.update.request, { ...PRICE, hfkbs: '' }, '対象者区分'],
    ['category', frameSet.update.request, { ...FRAME, hfkbs: '001' }, '対象者区分'],
    ['frame', frameSet.update.request, { ...FRAME, wakus: '0000' }, '予約枠'],
    ['frame', frameSet.update.request, { ...FRAME, wakus: '' }, '予約枠'],
    ['option', optionSet.update.request, { ...OPTION, opcds: '1' }, 'オプション'],
    ['item', itemSet.update.request, { kmcds: '', jskbs: '1', recordStatuses: '13' }, '検査項目'],
    ['extent', itemSet.update.request, { kmcds: '0001', jskbs: '3', recordStatuses: '12' }, '実施区分'],
    ['status', itemSet.update.request, { kmcds: '0001', jskbs: '1', recordStatuses: '2' }, '状態'],
  ])('without a %s', (_name, type, wire, what) => {
    expect(problemsOf(type, wire)).toEqual([`1行目の${what}を選択してください。`]);
  });

  test('that stands among others is named by its place among all that were sent', () => {
    const many = Object.fromEntries(Object.entries(PRICE).map(([code, value]) => [code, [value, value, value]]));
    const wire = { ...many, stags: ['x', 'y', 'z'], kngks: ['', '', ''], recordStatuses: ['0', '12', '1'] };
    expect(problemsOf(priceSet.update.request, wire)).toEqual([
      '2行目の年齢範囲開始は整数値で入力してください。',
      '2行目の合計金額は整数値で入力してください。',
    ]);
    expect(problemsOf(priceSet.update.request, { ...many, kngks: ['0', '0'] })).toEqual([
      '料金の項目の数が一致していません。',
    ]);
  });
});
