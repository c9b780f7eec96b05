// Narrowing and sorting of rows, by what is typed and by columns.
import { expect, test } from 'vitest';
import type { FoundRow } from './contract.ts';
import {
  BY_NUMBER,
  countByStatus,
  EVERYTHING,
  type Narrowing,
  narrowRows,
  prepareRow,
  type Sort,
  sortRows,
  turnSort,
} from './narrow.ts';

const base: FoundRow = {
  number: 1,
  visitDate: '2026-11-01',
  startTime: '9:00',
  slotCode: '01',
  slotName: '午前',
  name: '佐藤　花子',
  kana: 'サトウ　ハナコ',
  clientName: '個人',
  courseName: 'ドック',
  optionNames: [],
  createdOn: '2026-10-01',
  updatedOn: '2026-10-01',
  status: 'new',
  statusWord: '新規未確認',
  downloadStatus: 'new',
  downloadWord: '未（新規）',
};
const rows = [
  base,
  {
    ...base,
    number: 2,
    startTime: '10:00',
    slotCode: '02',
    name: '馬場　Ａ子',
    kana: 'ﾊﾞﾊﾞ　ｴｰｺ',
    status: 'confirmed' as const,
  },
  { ...base, number: 3, startTime: '', slotCode: 'ZZ', status: 'deleted' as const, downloadStatus: 'done' as const },
].map(prepareRow);
const replaced = (['replaced_confirmed', 'new', 'replaced_unconfirmed'] as const).map((status, at) =>
  prepareRow({ ...base, number: at + 1, status }),
);

test.each<[string, Partial<Narrowing>, number[]]>([
  ['nothing', {}, [1, 2, 3]],
  ['a status', { status: 'confirmed' }, [2]],
  ['a download status', { downloadStatus: 'done' }, [3]],
  ['a slot', { slotCode: '02' }, [2]],
  ['kana in full width of what is in half', { kana: 'ババ' }, [2]],
  ['kana in half width', { kana: 'ﾄｳ ﾊﾅ' }, [1, 3]],
  ['kana typed in hiragana', { kana: 'さとう' }, [1, 3]],
  ['a part of the name, whatever its width and blanks', { name: '場a' }, [2]],
  ['several at once', { kana: 'サトウ', status: 'new' }, [1]],
])('narrows by %s', (_what, narrowing, expected) => {
  expect(narrowRows(rows, { ...EVERYTHING, ...narrowing }).map(({ number }) => number)).toEqual(expected);
});

test.each<[Sort, number[]]>([
  [BY_NUMBER, [1, 2, 3]],
  [{ column: 'number', isDescending: true }, [3, 2, 1]],
  [{ column: 'startTime', isDescending: false }, [3, 1, 2]],
  [{ column: 'status', isDescending: false }, [1, 2, 3]],
  [{ column: 'kana', isDescending: false }, [1, 3, 2]],
  // Alike in the column: by number, whichever way it is sorted.
  [{ column: 'kana', isDescending: true }, [2, 1, 3]],
])('sorts by %j', (sort, expected) => {
  expect(sortRows(rows, sort).map(({ number }) => number)).toEqual(expected);
});

test('a column starts ascending and then turns around', () => {
  const first = turnSort(BY_NUMBER, 'kana');
  expect(first).toEqual({ column: 'kana', isDescending: false });
  expect(turnSort(first, 'kana').isDescending).toBe(true);
  expect(turnSort(BY_NUMBER, 'number').isDescending).toBe(true);
});

test('what a change has replaced is one, whatever it was before', () => {
  expect(narrowRows(replaced, { ...EVERYTHING, status: 'replaced' }).map(({ number }) => number)).toEqual([1, 3]);
  expect(sortRows(replaced, { column: 'status', isDescending: false }).map(({ number }) => number)).toEqual([2, 1, 3]);
  expect(countByStatus(replaced).get('replaced')).toBe(2);
});

test('counts by status', () => {
  expect([...countByStatus(rows)]).toEqual([
    ['new', 1],
    ['confirmed', 1],
    ['deleted', 1],
  ]);
});
