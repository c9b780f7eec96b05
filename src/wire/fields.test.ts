// The field kinds and their sentences.
import { expect, test } from 'vitest';
import { date, dateSelects } from './dates.ts';
import type { AnyField } from './field.ts';
import { choice, flag, integer, many, orNone } from './fields.ts';
import { parseForm } from './form.ts';
import { columns, list, record } from './record.ts';
import { digits, kana, mailAddress, password, phone, text } from './texts.ts';

function report(field: AnyField, draft: unknown): string[] {
  const sentences: string[] = [];
  field.parse(draft, (sentence) => sentences.push(sentence));
  return sentences;
}

const ignore = () => {};

/** What a call with this one field makes of what was sent: the value, or what is wrong. */
function decode(field: AnyField, wire: Record<string, unknown>): unknown {
  const reading = record({ field }).decode(wire);
  return reading.ok ? reading.value.field : reading.problems;
}

test.each<[string, AnyField, unknown, string[]]>([
  ['required', text('a', '名称', { required: true }), '', ['名称は必須入力です。']],
  ['required, blanks only', text('a', '名称', { required: true }), ' 　', ['名称は必須入力です。']],
  ['maximum', text('a', '名称', { max: 3 }), '🩺🩺🩺🩺', ['名称は3文字以内で入力してください。']],
  ['maximum met', text('a', '名称', { max: 3 }), '🩺🩺🩺', []],
  ['exact', text('a', '番号', { exact: 8 }), '1234567', ['番号が適正な文字数ではありません。']],
  ['digits', digits('a', '番号'), '１２', ['番号は半角数字で入力してください。']],
  ['mail', mailAddress('a', 'メールアドレス'), 'a@b', ['メールアドレスが正しい書式ではありません。']],
  ['mail met', mailAddress('a', 'メールアドレス'), 'hanako+kenshin@mail.example.jp', []],
  ['phone', phone('a', '電話番号'), '045-000-012', ['電話番号が正しい書式ではありません。']],
  ['phone met', phone('a', '電話番号'), '0450000123', []],
  ['kana', kana('a', 'カナ'), 'けんしん', ['カナはカタカナで入力してください。']],
  ['kana met', kana('a', 'カナ'), 'ケンシン ﾊﾅｺ', []],
  ['password characters', password('a', 'パスワード'), 'あいう', ['パスワードに使用できない文字が入力されています。']],
  ['password length', password('a', 'パスワード'), 'a'.repeat(66), ['パスワードは65桁以下で入力ください。']],
  ['control characters', text('a', '差出人'), 'a\nBcc: b', ['差出人に使用できない文字が入力されています。']],
  [
    'NUL in several lines',
    text('a', '本文', { multiline: true }),
    'a\u0000',
    ['本文に使用できない文字が入力されています。'],
  ],
  ['text that reads backwards', text('a', '氏名'), 'a\u202eb', ['氏名に使用できない文字が入力されています。']],
  [
    'the same in several lines',
    text('a', '本文', { multiline: true }),
    'a\n\u2067b',
    ['本文に使用できない文字が入力されています。'],
  ],
  ['a hidden mark of direction', text('a', '氏名'), 'a\u200f', ['氏名に使用できない文字が入力されています。']],
  ['a C1 control', text('a', '氏名'), 'a\u0085', ['氏名に使用できない文字が入力されています。']],
  ['several lines', text('a', '本文', { multiline: true }), 'a\n\tb\r\n👩‍⚕️', []],
  ['integer', integer('a', '並び', { max: 99 }), '1.5', ['並びは半角数字で入力してください。']],
  ['integer full-width', integer('a', '並び', { max: 99 }), '１', ['並びは半角数字で入力してください。']],
  ['integer with a sign', integer('a', '並び', { max: 99 }), '-1', ['並びは半角数字で入力してください。']],
  ['integer range', integer('a', '並び', { max: 99 }), '100', ['並びは0から99までの数値で入力してください。']],
  ['choice', choice('a', '性別', { male: '1', female: '2' }), '', ['性別を選択してください。']],
  ['date', date('a', '受診日'), '2026/02/29', ['受診日が正しい書式ではありません。']],
  [
    'date in part',
    dateSelects({ year: 'y', month: 'm', day: 'd' }, '開始日'),
    { year: '2026', month: '2', day: '0' },
    ['開始日は年月日をすべて正しく選択してください。'],
  ],
])('%s', (_name, field, draft, sentences) => {
  expect(report(field, draft)).toEqual(sentences);
});

const sex = choice('sex', '性別', { male: '1', female: '2' });
const chooseSex = [{ field: 'field', sentence: '性別を選択してください。' }];
const yes = flag('dmkb', 'ご案内', { on: '1', off: '0' });
const chooseYes = [{ field: 'field', sentence: 'ご案内を選択してください。' }];
const born = dateSelects({ year: 'y', month: 'm', day: 'd' }, '生年月日');
const chooseBorn = [{ field: 'field', sentence: '生年月日は年月日をすべて正しく選択してください。' }];

test.each<[string, AnyField, Record<string, unknown>, unknown]>([
  ['a choice', sex, { sex: '2' }, 'female'],
  ['an unknown code of a choice', sex, { sex: '9' }, chooseSex],
  ['a word instead of its code', sex, { sex: 'male' }, chooseSex],
  ['a property of every object', sex, { sex: 'toString' }, chooseSex],
  ['no choice', sex, {}, chooseSex],
  ['an unknown code where none is allowed', orNone(sex, 'Z'), { sex: '9' }, chooseSex],
  ['none where it is allowed', orNone(sex, 'Z'), { sex: 'Z' }, null],
  ['a flag', yes, { dmkb: '0' }, false],
  ['an unknown code of a flag', yes, { dmkb: '7' }, chooseYes],
  ['no flag', yes, {}, chooseYes],
  ['no flag where nothing means no', flag('dmkb', 'ご案内', { on: '1', off: '0' }, { empty: false }), {}, false],
  ['parts of no date', born, { y: 'x', m: '0', d: '0' }, chooseBorn],
  ['no date', born, { y: '0', m: '', d: '0' }, null],
])('%s, as sent', (_name, field, wire, expected) => {
  expect(decode(field, wire)).toEqual(expected);
});

test('absent is null inside and a sentinel on the wire', () => {
  const out = {};
  orNone(sex, 'Z').put(null, out);
  expect(out).toEqual({ sex: 'Z' });
});

test('lists arrive as repeated keys, with [] or with [n]', () => {
  const days = many('days', '曜日', integer('day', '曜日', { min: 1, max: 7 }));
  const read = (form: string) => days.take(parseForm(form) ?? {}, ignore);
  expect(read('days=1&days=2')).toEqual(['1', '2']);
  expect(read('days=3')).toEqual(['3']);
  expect(read('days[]=1&days%5B%5D=7')).toEqual(['1', '7']);
  expect(read('days[1]=6&days[0]=5')).toEqual(['5', '6']);
});

test('a list of any length arrives whole, however it is written', () => {
  const numbers = Array.from({ length: 12_000 }, (_, index) => String(200_000_000 + index));
  expect(parseForm(numbers.map((number) => `uknos=${number}`).join('&'))?.uknos).toEqual(numbers);
  expect(parseForm(numbers.map((number) => `uknos[]=${number}`).join('&'))?.uknos).toEqual(numbers);
  expect(parseForm(numbers.map((number, index) => `uknos[${index}]=${number}`).join('&'))?.uknos).toEqual(numbers);
});

test('a form of ever new names is refused, not read to its end', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}[0]=1&m${index}=1`).join('&');
  expect(Object.keys(parseForm(names(500)) ?? {})).toHaveLength(1000);
  expect(parseForm(names(501))).toBeNull();
});

const prices = columns(
  '料金',
  record({
    amount: integer('kngk', '合計金額', { max: 999_999, sentence: '合計金額は整数値で入力してください。' }),
    common: flag('x', '共通', { on: '1', off: '0' }),
  }),
  { amount: 'kngks', common: 'xs' },
);

test('parallel arrays become rows and back, and problems name the row', () => {
  const rows = [
    { amount: 100, common: true },
    { amount: 0, common: false },
  ];
  const out: Record<string, unknown> = {};
  prices.put(rows, out);
  expect(out).toEqual({ kngks: [100, 0], xs: ['1', '0'] });
  expect(decode(prices, { kngks: ['100', '0'], xs: ['1', '0'] })).toEqual(rows);
  expect(decode(prices, { kngks: ['100', 'x'], xs: ['2', '0'] })).toEqual([
    { field: 'field', sentence: '1行目の共通を選択してください。', path: [0, 'common'] },
    { field: 'field', sentence: '2行目の合計金額は整数値で入力してください。', path: [1, 'amount'] },
  ]);
});

test('parallel arrays of different lengths are refused', () => {
  const uneven = [{ field: 'field', sentence: '料金の項目の数が一致していません。' }];
  expect(decode(prices, { kngks: ['100', '0'], xs: ['1'] })).toEqual(uneven);
  expect(decode(prices, { xs: '1' })).toEqual(uneven);
  expect(decode(prices, {})).toEqual([]);
});

test('a column that is optional may be left out, but not in part', () => {
  const row = record({ code: text('code', 'コード'), note: text('note', '備考') });
  const rows = columns('行', row, { code: 'codes', note: 'notes' }, ['note']);
  expect(decode(rows, { codes: ['a', 'b'] })).toEqual([
    { code: 'a', note: '' },
    { code: 'b', note: '' },
  ]);
  const uneven = [{ field: 'field', sentence: '行の項目の数が一致していません。' }];
  expect(decode(rows, { codes: ['a', 'b'], notes: ['c'] })).toEqual(uneven);
  expect(decode(rows, { notes: ['c'] })).toEqual(uneven);
});

test('items of the legacy lists carry capitals', () => {
  const field = list('listX', '一覧', record({ name: text('wknm', '名称') }), 'upper');
  const out = {};
  field.put([{ name: 'a' }], out);
  expect(out).toEqual({ listX: [{ WKNM: 'a' }] });
  expect(field.take({ listX: [{ WKNM: 'b' }] }, ignore)).toEqual([{ name: 'b' }]);
});
