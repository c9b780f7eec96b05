// Lists that several answers share go out as any other list would.
import { expect, test } from 'vitest';
import { integer } from './fields.ts';
import { list, record } from './record.ts';
import { share, writeAnswer } from './shared.ts';
import { text } from './texts.ts';

const reply = record({
  before: text('bfre', '前'),
  rows: list('rows', '行', record({ name: text('name', '名前'), count: integer('cont', '数', { max: 9 }) })),
  after: text('aftr', '後'),
});
const other = record({ rows: list('othr', '行', record({ name: text('nm', '名前') })) });

const rows = () => [
  { name: '健診　"花子"', count: 1 },
  { name: '', count: 2 },
];
const written = (body: Record<string, unknown>) => {
  const answer = writeAnswer(body);
  return typeof answer === 'string' ? answer : new TextDecoder().decode(answer);
};

test('a shared list is written like one that is not', () => {
  const values = { before: 'あ', after: 'い' };
  const plain = written({ errorCode: 0, left: undefined, ...reply.encode({ ...values, rows: rows() }) });
  const shared = share(rows());
  for (const _ of [1, 2]) {
    const body = { errorCode: 0, left: undefined, ...reply.encode({ ...values, rows: shared }) };
    expect(JSON.parse(written(body))).toEqual(JSON.parse(plain));
    expect(JSON.stringify(body)).toBe(plain);
  }
  expect(written(reply.encode({ ...values, rows: share([]) }))).toBe('{"bfre":"あ","aftr":"い","rows":[]}');
});

test('it is encoded again by a field that encodes it otherwise', () => {
  const shared = share(rows());
  expect(written(reply.encode({ before: '', after: '', rows: shared }))).toContain('"cont":1');
  expect(written(other.encode({ rows: shared }))).toBe('{"othr":[{"nm":"健診　\\"花子\\""},{"nm":""}]}');
});

test('a list that comes first in an answer, and alone', () => {
  expect(written(other.encode({ rows: share([{ name: 'a' }]) }))).toBe('{"othr":[{"nm":"a"}]}');
});
