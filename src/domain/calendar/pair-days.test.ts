// Which day a month's day takes after.
import { expect, test } from 'vitest';
import { pairDays } from './month.ts';

const DECEMBER = { year: 2026, month: 12 };
const FEBRUARY = { year: 2027, month: 2 };

const mondays = (left: readonly string[], from = DECEMBER, to = FEBRUARY) =>
  pairDays(to, from, (date) => !left.includes(date)).flatMap(({ date, source }, at) =>
    at % 7 === 0 ? [`${date.slice(8)} ${source?.slice(8) ?? '-'}`] : [],
  );

test.each<[string, string[], string[]]>([
  ['the first after the first', [], ['01 07', '08 14', '15 21', '22 28']],
  ['one that is left out after the one before it', ['2026-12-14'], ['01 07', '08 07', '15 21', '22 28']],
  ['the first after the one behind it', ['2026-12-07'], ['01 14', '08 14', '15 21', '22 28']],
  ['two in a row after the next but one', ['2026-12-07', '2026-12-14'], ['01 21', '08 21', '15 21', '22 28']],
  [
    'none where there is none',
    ['2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'],
    ['01 -', '08 -', '15 -', '22 -'],
  ],
])('Mondays: %s', (_what, left, pairs) => {
  expect(mondays(left)).toEqual(pairs);
});

test('a fifth that the source lacks takes after the fourth', () => {
  // March 2027 begins with a Monday and has five of them; February has four.
  expect(mondays([], FEBRUARY, { year: 2027, month: 3 })).toEqual(['01 01', '08 08', '15 15', '22 22', '29 22']);
});
