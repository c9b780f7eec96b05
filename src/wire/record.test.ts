// Records: rules over them, and how they are read from what people sent and from what our own server sent.
import { expect, test } from 'vitest';
import { date } from './dates.ts';
import { Malformed } from './field.ts';
import { choice, flag, integer, many, orNone } from './fields.ts';
import { columns, flat, list, nested, record } from './record.ts';
import { text } from './texts.ts';

const row = record({ name: text('name', '名称', { max: 3 }), from: integer('from', '開始', { max: 99 }) });
const sum = record({ title: text('titl', '件名', { required: true }), rows: list('rows', '行', row) }, [
  ({ title }, report) => {
    if (title.includes('!')) report('title', '件名に!は使用できません。');
  },
  ({ rows }, report) => {
    rows.forEach(({ from }, index) => {
      if (from > 10) report('rows', '開始は10までです。', [index, 'from']);
    });
    if (rows.length > 1) report('rows', '1行だけ入力してください。');
  },
]);

test('a rule sees rows only when all of them can be read; other rules go on', () => {
  const rows = [
    { name: 'a', from: '11' },
    { name: 'too long', from: 'x' },
  ];
  expect(sum.read({ title: '!', rows })).toEqual({
    ok: false,
    problems: [
      // In the order of the fields, though rules are asked last.
      { field: 'title', sentence: '件名に!は使用できません。' },
      { field: 'rows', sentence: '名称は3文字以内で入力してください。', path: [1, 'name'] },
      { field: 'rows', sentence: '開始は半角数字で入力してください。', path: [1, 'from'] },
    ],
  });
});

test('a rule can name a row, and nothing is said of the whole where a row is wrong', () => {
  const rows = [{ name: 'a', from: '11' }];
  const problem = { field: 'rows', sentence: '開始は10までです。', path: [0, 'from'] };
  expect(sum.read({ title: 'a', rows })).toEqual({ ok: false, problems: [problem] });
  const two = [...rows, { name: 'b', from: '1' }];
  expect(sum.read({ title: 'a', rows: two })).toEqual({ ok: false, problems: [problem] });
});

test('a fault in a rule is no silence', () => {
  const broken = sum.rule(() => {
    throw new Error('fault');
  });
  expect(() => broken.read({ title: 'a', rows: [] })).toThrow('fault');
});

test('problems of records inside records tell where they are', () => {
  const type = record({ inner: nested('innr', '中', record({ row: flat('行', row) })) });
  expect(type.decode({ innr: { name: 'abcd', from: '1' } })).toEqual({
    ok: false,
    problems: [{ field: 'inner', sentence: '名称は3文字以内で入力してください。', path: ['row', 'name'] }],
  });
});

const reply = record({
  name: text('name', '名称', { required: true, max: 3 }),
  count: integer('cont', '数', { max: 9 }),
  kind: choice('kind', '区分', { day: '1', time: '2' }),
  sex: orNone(choice('sex', '性別', { male: '1' }), 'Z'),
  shown: flag('shwn', '表示', { on: '1', off: '0' }),
  day: date('day', '日'),
  lines: many('line', '注意', text('line', '注意', { max: 1 })),
  rows: list('listX', '一覧', row, 'upper'),
  inner: nested('innr', '中', row),
  pairs: columns('組', row, { name: 'names', from: 'froms' }),
});
const sent = {
  name: '',
  cont: 10,
  kind: '3',
  sex: 'Z',
  shwn: '1',
  day: '2026/11/15',
  line: ['ab'],
  listX: [{ NAME: 'abcd', FROM: 100 }],
  innr: { name: 'a\u0000', from: 1 },
  names: ['abcd'],
  froms: [1],
};

test('what the server has stored is shown, whatever the rules of input say', () => {
  expect(reply.decode(sent).ok).toBe(false);
  expect(reply.receive(sent)).toEqual({
    name: '',
    count: 10,
    kind: '',
    sex: null,
    shown: true,
    day: '2026-11-15',
    lines: ['ab'],
    rows: [{ name: 'abcd', from: 100 }],
    inner: { name: 'a\u0000', from: 1 },
    pairs: [{ name: 'abcd', from: 1 }],
  });
});

test.each<[string, Record<string, unknown>]>([
  ['no list', { listX: undefined }],
  ['a list that is none', { listX: { NAME: 'a' } }],
  ['a row that is none', { listX: ['a'] }],
  ['no texts', { line: null }],
  ['no record', { innr: undefined }],
  ['no number', { cont: 'many' }],
  ['no date', { day: '2026/02/30' }],
  ['uneven columns', { froms: [] }],
])('what is not in shape is a fault: %s', (_name, changes) => {
  expect(() => reply.receive({ ...sent, ...changes })).toThrow(Malformed);
});
