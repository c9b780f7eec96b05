// How far calendars of the back office reach, which days a range means, and what counts as a number of places.
import { describe, expect, test } from 'vitest';
import { cellName, countName, parsePlaces } from '#domain/offer/capacity.ts';
import { calendarRange, calendarYears, findRangeProblem, isInCalendarRange, pickDays } from './calendar-range.ts';
import { dayOfWeek } from './plain-date.ts';

test.each([
  ['2026-01-01', [2025, 2026, 2027, 2028]],
  ['2026-12-31', [2025, 2026, 2027, 2028]],
  ['2027-01-01', [2026, 2027, 2028, 2029]],
])('on %s the years are %j', (today, years) => {
  expect(calendarYears(today)).toEqual(years);
  expect(calendarRange(today)).toEqual({ first: `${years[0]}-01-01`, last: `${years[3]}-12-31` });
  expect(
    [years[0]! - 1, years[0]!, years[3]!, years[3]! + 1].map((year) => isInCalendarRange(today, { year, month: 1 })),
  ).toEqual([false, true, true, false]);
});

describe('a range', () => {
  const TODAY = '2025-11-15';
  test.each([
    ['2026-01-01', '2026-01-01', null],
    ['2026-01-01', '2025-12-31', '終了日は開始日以降の日付を選択してください。'],
    ['2023-12-31', '2024-01-01', '2024年1月1日から2027年12月31日までの日付を選択してください。'],
    ['2027-12-31', '2028-01-01', '2024年1月1日から2027年12月31日までの日付を選択してください。'],
    ['2024-06-01', '2027-05-31', null],
    ['2024-06-01', '2027-06-01', '期間は3年以内で選択してください。'],
    // From a leap day, three years end with the last day of February.
    ['2024-02-29', '2027-02-28', null],
    ['2024-02-29', '2027-03-01', '期間は3年以内で選択してください。'],
  ])('from %s to %s: %s', (from, to, problem) => {
    expect(findRangeProblem(TODAY, from, to)).toBe(problem);
  });

  test('means the days that are chosen, both ends included', () => {
    expect(pickDays('2028-02-27', '2028-03-05', (date) => dayOfWeek(date) === 1)).toEqual(['2028-02-27', '2028-03-05']);
    expect(pickDays('2028-02-28', '2028-03-01', () => true)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(pickDays('2028-02-28', '2028-02-28', () => false)).toEqual([]);
  });
});

test.each([
  ['0', 0],
  ['007', 7],
  ['999', 999],
  ['1000', null],
  ['', null],
  ['-1', null],
  ['1.0', null],
  ['１', null],
])('%j places are %j', (typed, places) => {
  expect(parsePlaces(typed)).toBe(places);
});

test('a cell is called by its day and by its slot, or its frame', () => {
  const frameName = '胃内視鏡';
  expect(cellName('2027-01-15', { frameName, slotName: null })).toBe('2027/01/15の胃内視鏡の枠数');
  expect(cellName('2027-01-15', { frameName, slotName: '午前' })).toBe('2027/01/15の時間帯:午前の枠数');
  expect([countName({ slotName: null }), countName({ slotName: '午前' })]).toEqual(['枠数', '時間帯:午前の枠数']);
});
