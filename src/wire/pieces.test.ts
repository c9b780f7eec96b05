// Answers in pieces, read line by line: whole, in one line, refused, and cut off.
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { Malformed } from './field.ts';
import { integer } from './fields.ts';
import { readPieces, TAIL, writeHead, writePiece } from './pieces.ts';
import { list, record } from './record.ts';
import { text } from './texts.ts';

const rows = call({
  path: '/api/Test/Rows',
  who: 'anyone',
  effect: 'bigRead',
  reply: record({
    title: text('titl', '題'),
    rows: list('rowList', '行', record({ number: integer('nmbr', '番号', { max: 9 }), word: text('word', '言葉') })),
  }),
});
const WORD = '改行\n"引用"';
const row = (number: number) => ({ number, word: WORD });

const WHOLE =
  writeHead(rows, 'rows', { title: '題名' }) +
  writePiece(rows, 'rows', [row(1), row(2)], true) +
  writePiece(rows, 'rows', [row(3)], false) +
  TAIL;

async function read(answer: string) {
  const seen: unknown[] = [];
  async function* lines() {
    yield* answer.split('\n');
  }
  const failure = await readPieces(rows, 'rows', lines(), {
    head: ({ title }) => seen.push(title),
    piece: (items) => seen.push(items.map(({ number }) => number)),
  });
  return { seen, failure };
}

test('the pieces are one JSON object, and each is reported by itself', async () => {
  expect(JSON.parse(WHOLE).rowList).toEqual([1, 2, 3].map((nmbr) => ({ nmbr, word: WORD })));
  expect(await read(WHOLE)).toEqual({ seen: ['題名', [1, 2], [3]], failure: null });
});

test('an answer in one line is read too, and so is a refusal', async () => {
  expect(await read(JSON.stringify(JSON.parse(WHOLE)))).toEqual({ seen: ['題名', [1, 2, 3]], failure: null });
  expect(await read('{"errorCode":13,"rowList":[]}')).toEqual({ seen: [], failure: { errorCode: 13, rowList: [] } });
});

test('an answer that was cut off is no answer, wherever it was cut', async () => {
  const cuts = Array.from({ length: WHOLE.length }, (_, length) => WHOLE.slice(0, length));
  for (const cut of cuts) await expect(read(cut)).rejects.toThrow();
  await expect(read(`${WHOLE}\n{}`)).rejects.toThrow(Malformed);
});
