// Narrowing and sorting of rows, by what is typed and by columns.
import { expect, test } from 'vitest';
import type { FoundRow } from '#backoffice/shared/contract-rows.ts';
import {
  BY_NUMBER,
  BY_VISIT,
  countByStatus,
  type ListRow,
  type Narrowing,
  NOT_NARROWED,
  narrowRows,
  orderForPaper,
  prepareRow,
  type Sort,
  sortRows,
  toggleSort,
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
  version: '1',
  origin: 'web',
  hasNote: false,
  hasMemo: false,
  hasRemarks: false,
  isDuplicate: false,
  reception: 'none',
  hasMail: true,
};
const rows = [
  base,
  {
    ...base,
    number: 2,
    startTime: '10:00',
    slotCode: '02',
    name: '馬場　Ａ子濵',
    kana: 'ﾊﾞﾊﾞ　ｴｰｺ',
    status: 'confirmed' as const,
    origin: 'phone' as const,
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
  ['how it came', { origin: 'phone' }, [2]],
  ['a slot', { slotCode: '02' }, [2]],
  ['kana in full width of what is in half', { kana: 'ババ' }, [2]],
  ['kana in half width', { kana: 'ﾄｳ ﾊﾅ' }, [1, 3]],
  ['kana typed in hiragana', { kana: 'さとう' }, [1, 3]],
  ['a part of the name, whatever its width and blanks', { name: '場a' }, [2]],
  ['a name whose kanji are written otherwise', { name: '子浜' }, [2]],
  ['several at once', { kana: 'サトウ', status: 'new' }, [1]],
])('narrows by %s', (_what, narrowing, expected) => {
  expect(narrowRows(rows, { ...NOT_NARROWED, ...narrowing }).map(({ number }) => number)).toEqual(expected);
});

test('a suspicion of two, a note and a memo, hold beside each other and beside a status', () => {
  const marked = [
    { ...base, number: 1, isDuplicate: true },
    { ...base, number: 2, hasMemo: true },
    { ...base, number: 3, isDuplicate: true, hasMemo: true },
    { ...base, number: 4, isDuplicate: true, status: 'confirmed' as const },
    { ...base, number: 5, hasNote: true },
  ].map(prepareRow);
  const left = (narrowing: Partial<Narrowing>) =>
    narrowRows(marked, { ...NOT_NARROWED, ...narrowing }).map(({ number }) => number);
  expect(left({ duplicate: 'only' })).toEqual([1, 3, 4]);
  expect(left({ memo: 'only' })).toEqual([2, 3]);
  expect(left({ note: 'only' })).toEqual([5]);
  expect(left({ duplicate: 'only', memo: 'only' })).toEqual([3]);
  expect(left({ duplicate: 'only', status: 'confirmed' })).toEqual([4]);
});

test('marks play no part in the order of names', () => {
  const named = [
    { ...base, number: 1, hasMemo: true, isDuplicate: true },
    { ...base, number: 2 },
    { ...base, number: 3, hasRemarks: true },
  ].map(prepareRow);
  expect(sortRows(named, { column: 'name', isDescending: true }).map(({ number }) => number)).toEqual([1, 2, 3]);
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

test('by 受診日 is by day, time and kana; so are slips, labels and the printed list, unless a column was pressed', () => {
  const days = [
    { ...base, number: 1, visitDate: '2026-11-19', startTime: '10:00', kana: 'ア' },
    { ...base, number: 2, visitDate: '2026-11-19', startTime: '9:00', kana: 'ウ' },
    { ...base, number: 3, visitDate: '2026-11-19', startTime: '9:00', kana: 'イ' },
    { ...base, number: 4, visitDate: '2026-11-18', startTime: '13:00', kana: 'エ' },
  ].map(prepareRow);
  const numbers = (all: readonly ListRow[]) => all.map(({ number }) => number);
  expect(numbers(sortRows(days, BY_VISIT))).toEqual([4, 3, 2, 1]);
  expect(numbers(orderForPaper(days, BY_NUMBER))).toEqual([4, 3, 2, 1]);
  expect(numbers(orderForPaper(days, toggleSort(BY_VISIT, 'number')))).toEqual([1, 2, 3, 4]);
});

test('a column starts ascending and then turns around', () => {
  const first = toggleSort(BY_NUMBER, 'kana');
  expect(first).toEqual({ column: 'kana', isDescending: false, isPressed: true });
  expect(toggleSort(first, 'kana').isDescending).toBe(true);
  expect(toggleSort(BY_NUMBER, 'number').isDescending).toBe(true);
});

test('what a change has replaced is one, whatever it was before', () => {
  expect(narrowRows(replaced, { ...NOT_NARROWED, status: 'replaced' }).map(({ number }) => number)).toEqual([1, 3]);
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
