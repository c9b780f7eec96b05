// What a desk makes of what was typed, and which people of the day it shows.
import { describe, expect, test } from 'vitest';
import type { FoundPerson } from '#backoffice/reservations/find/contract.ts';
import type { ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { readReceptionDate, receptionOn } from '#backoffice/shared/open-screens.ts';
import {
  changedRows,
  findElsewhere,
  findRows,
  isFolded,
  isLate,
  readTyped,
  shiftOf,
  showSlots,
  slotsOf,
  step,
  timeAt,
} from './desk.ts';

/** Only what these look at. */
const person = (number: number, kana: string, more: Partial<ReceptionRow> = {}) =>
  ({
    number,
    kana,
    name: kana,
    slotCode: '09',
    startTime: '9:00',
    reception: 'none',
    receivedTime: '',
    ...more,
  }) as ReceptionRow;

const came = (receivedTime: string) => ({ reception: 'arrived', receivedTime }) as const;

function dayOf(...rows: ReceptionRow[]) {
  const of = (state: ReceptionRow['reception']) => rows.filter(({ reception }) => reception === state).length;
  const slot = {
    slotCode: '09',
    startTime: '9:00',
    booked: rows.length,
    arrived: of('arrived'),
    noShow: of('no_show'),
  };
  return { rows, tally: [slot] } as unknown as Parameters<typeof showSlots>[0];
}

test.each([
  ['100048251', { kind: 'number', number: 100_048_251, words: '100048251' }],
  ['１００ ０４８ ２５１', { kind: 'number', number: 100_048_251, words: '100048251' }],
  ['10004825', { kind: 'patient', words: '10004825' }],
  ['Ｋ－204118', { kind: 'patient', words: 'K-204118' }],
  [' さとう ', { kind: 'words', words: 'さとう' }],
  ['　', { kind: 'nothing' }],
])('%s is read as %j', (text, typed) => {
  expect(readTyped(text)).toEqual(typed);
});

describe('a name', () => {
  const rows = [
    person(1, 'サトウ　アキコ', { name: '佐藤　亜希子' }),
    person(2, 'サトウ　タロウ', { name: '佐藤　太郎' }),
    person(3, 'カサトウ　ジロウ'),
  ];
  const found = (words: string) => findRows(rows, { kind: 'words', words }).map(({ number }) => number);

  test.each([['さとう'], ['ｻﾄｳ'], ['サトウ'], ['佐藤']])('%s finds those whose kana or name begins so', (words) => {
    expect(found(words)).toEqual([1, 2]);
  });

  test('goes on over the blank, and does not begin in the middle', () => {
    expect(found('さとうた')).toEqual([2]);
    expect(found('佐藤 亜')).toEqual([1]);
    expect(found('とう')).toEqual([]);
  });

  test('is found however its kanji are written', () => {
    const named = ['渡辺　一', '渡邊　二', '渡邉　三', '渡部　四'].map((name, at) => person(at, 'ワタ', { name }));
    expect(findRows(named, { kind: 'words', words: '渡邊' }).map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  test('of several is chosen by steps that end at the ends', () => {
    expect(step([1, 2, 3], null, 1)).toBe(1);
    expect(step([1, 2, 3], null, -1)).toBe(3);
    expect(step([1, 2, 3], 1, 1)).toBe(2);
    expect(step([1, 2, 3], 3, 1)).toBe(3);
    expect(step([1, 2, 3], 1, -1)).toBe(1);
    expect(step([], null, 1)).toBeNull();
  });
});

describe('a number', () => {
  const rows = [
    person(100_048_251, 'サトウ', { patientNumber: 'K-204118' }),
    person(100_048_252, 'スズキ', { patientNumber: '100048251' }),
    person(100_048_253, 'タナカ', { patientNumber: '' }),
  ];
  const found = (text: string) => {
    const typed = readTyped(text);
    return typed.kind === 'nothing' ? [] : findRows(rows, typed).map(({ number }) => number);
  };

  test('of nine digits may be a reservation and another’s patient number; others are patient numbers, in any width and capitals', () => {
    expect(found('100048251')).toEqual([100_048_251, 100_048_252]);
    expect(found('100048253')).toEqual([100_048_253]);
    expect(found('ｋ-204118')).toEqual([100_048_251]);
    expect(found('204118')).toEqual([]);
  });
});

describe('nobody of the day', () => {
  const visit = (number: number, visitDate: string, status = 'confirmed') => ({ number, visitDate, status });
  const people = (...rows: ReturnType<typeof visit>[][]) =>
    rows.map((each, number) => ({ number, rows: each })) as unknown as FoundPerson[];
  const on = (all: FoundPerson[]) => findElsewhere(all, '2026-11-18').map(({ row }) => row.number);

  test('is somebody of another day: live ones from a month back, the nearest first, of five people', () => {
    const one = [
      visit(1, '2026-12-16'),
      visit(2, '2026-10-18'),
      visit(3, '2026-10-17'),
      visit(4, '2026-11-20', 'cancelled'),
    ];
    expect(on(people(one, [visit(5, '2026-11-25')]))).toEqual([5, 1, 2]);
    expect(on(people(...[6, 5, 4, 3, 2, 1].map((day) => [visit(day, `2026-11-2${day}`)])))).toEqual([1, 2, 3, 4, 5]);
    expect(on(people([visit(1, '2026-11-20', 'deleted')]))).toEqual([]);
  });
});

describe('a slot', () => {
  const all = dayOf(
    person(1, 'ア', came('8:50')),
    person(2, 'イ', came('9:05')),
    person(3, 'ウ', { reception: 'no_show' }),
  );
  const showing = { chip: 'all', unfolded: new Set<string>(), found: [], minute: 9 * 60 + 15, isToday: true } as const;
  const numbers = (day: typeof all, more = {}) =>
    showSlots(day, { ...showing, ...more }).flatMap(({ shown }) => shown.map(({ number }) => number));

  test('of which nobody is awaited folds ten minutes after the last has come, and shows who did not come', () => {
    const [slot] = slotsOf(all);
    expect(slot && isFolded(slot, 9 * 60 + 14, true)).toBe(false);
    expect(slot && isFolded(slot, 9 * 60 + 15, true)).toBe(true);
    expect(slot && isFolded(slot, 9 * 60 + 15, false)).toBe(false);
    expect(numbers(all)).toEqual([3]);
    expect(showSlots(all, showing)).toMatchObject([{ folded: 2 }]);
  });

  test('is opened again, and shows whoever was found all the same', () => {
    expect(numbers(all, { unfolded: new Set(['9:00/09']) })).toEqual([1, 2, 3]);
    expect(numbers(all, { found: [2] })).toEqual([2, 3]);
  });

  test('under a chip shows all of those', () => {
    expect(numbers(all, { chip: 'arrived' })).toEqual([1, 2]);
    expect(numbers(all, { chip: 'noShow' })).toEqual([3]);
    expect(showSlots(all, { ...showing, chip: 'coming' })).toEqual([]);
  });

  test('with somebody still to come stays open', () => {
    const some = dayOf(person(1, 'ア', came('8:50')), person(2, 'イ'));
    expect(numbers(some, { minute: 12 * 60 })).toEqual([1, 2]);
  });
});

describe('the rest of a day', () => {
  const today = '2026-11-18';
  const at = (date: string, minute: number, ...starts: string[]) => {
    const tally = starts.map((startTime) => ({ startTime, slotCode: '', booked: 1, arrived: 0, noShow: 0 }));
    return isLate({ date, tally }, { today, minute });
  };

  test('is late from when the last slot begins', () => {
    expect(at(today, 599, '', '9:00', '10:00')).toBe(false);
    expect(at(today, 600, '', '9:00', '10:00')).toBe(true);
  });

  test('of whom nobody has a time is late when the day is over', () => {
    expect(at(today, 23 * 60 + 59, '')).toBe(false);
    expect(at('2026-11-17', 0, '')).toBe(true);
    expect(at('2026-11-19', 0, '9:00')).toBe(false);
  });
});

test('rows that have changed or come in are sent, no others', () => {
  const before = [person(1, 'ア'), person(2, 'イ')];
  expect(changedRows(before, [person(1, 'ア'), person(2, 'イ', came('9:00')), person(3, 'ウ')])).toEqual([2, 3]);
});

test('the server’s clock holds where the desk’s is wrong, in the time of Tokyo', () => {
  const now = { year: '2026', month: '11', day: '18', hour: '08', minute: '51' };
  const right = Date.parse('2026-11-17T23:51:40Z');
  expect(shiftOf({ now }, right)).toBe(0);
  const shift = shiftOf({ now }, right - 3_600_000);
  expect(timeAt(right - 3_600_000 + shift)).toEqual({ today: '2026-11-18', minute: 531 });
});

test.each([
  ['?date=2026-11-18', '2026-11-18'],
  ['', null],
  ['?date=', null],
  ['?date=2026-02-30', null],
  ['?date=2026-11-18T09:00', null],
])('the address %j opens the day %j, none = today', (search, date) => {
  expect(readReceptionDate(search)).toBe(date);
  if (date) expect(receptionOn('/Reception', date)).toBe(`/Reception${search}`);
});
