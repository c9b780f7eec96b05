// Gaps and overlaps between ranges of ages, and the ages that get rows of their own.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agesBetween, stretchesOf } from './course-rows.ts';

const range = (ageFrom: number, ageTo: number) => ({ ageFrom, ageTo });
const write = (rows: ReturnType<typeof range>[]) =>
  stretchesOf(rows).map(({ ageFrom, ageTo, rows: held }) => `${ageFrom}-${ageTo}: ${held.length}`);

test.each([
  ['nothing', [], []],
  ['one row', [range(35, 39)], ['35-39: 1']],
  ['neighbours', [range(40, 74), range(35, 39)], ['35-39: 1', '40-74: 1']],
  ['a gap', [range(35, 39), range(50, 74)], ['35-39: 1', '40-49: 0', '50-74: 1']],
  ['an overlap', [range(35, 50), range(40, 74)], ['35-39: 1', '40-50: 2', '51-74: 1']],
  ['a year in another', [range(0, 999), range(40, 40)], ['0-39: 1', '40-40: 2', '41-999: 1']],
])('%s', (_, rows, stretches) => {
  expect(write(rows)).toEqual(stretches);
});

test('every age is in one stretch, with just the rows that hold it', () => {
  const some = fc.tuple(fc.nat(999), fc.nat(999)).map(([a, b]) => range(Math.min(a, b), Math.max(a, b)));
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 8 }), fc.nat(999), (rows, age) => {
      const holds = (each: { ageFrom: number; ageTo: number }) => each.ageFrom <= age && age <= each.ageTo;
      const inside = stretchesOf(rows).filter(holds);
      const within =
        Math.min(...rows.map((row) => row.ageFrom)) <= age && age <= Math.max(...rows.map((row) => row.ageTo));
      expect(inside).toHaveLength(within ? 1 : 0);
      if (within) expect(inside[0]?.rows).toEqual(rows.filter(holds));
    }),
  );
});

test.each([
  ['even', 40, 46, [40, 42, 44, 46]],
  ['even', 39, 41, [40]],
  ['even', 41, 41, []],
  ['even', 50, 40, []],
  ['milestone', 36, 61, [40, 45, 50, 55, 60]],
  ['milestone', 0, 5, [0, 5]],
] as const)('%s ages from %d to %d', (kind, from, to, ages) => {
  expect(agesBetween(kind, from, to)).toEqual(ages);
});
