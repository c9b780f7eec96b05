// Whom a condition row fits.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Condition,
  dependsOnPerson,
  fittingRows,
  type PersonTraits,
  rowFits,
  rowsOverlap,
  UNKNOWN_PERSON,
} from './conditions.ts';

const row = (conditionCode: string, ages: [number, number] = [0, 999], more: Partial<Condition> = {}): Condition => ({
  conditionCode,
  categoryCode: null,
  sex: null,
  ageFrom: ages[0],
  ageTo: ages[1],
  ...more,
});
const person = (more: Partial<PersonTraits> = {}): PersonTraits => ({
  categoryCode: '01',
  sex: 'female',
  age: 40,
  ...more,
});

describe('a row fits', () => {
  test.each([
    ['at the lower border', row('01', [40, 45]), person(), true],
    ['at the upper border', row('01', [35, 40]), person(), true],
    ['not a year below', row('01', [41, 45]), person(), false],
    ['not a year above', row('01', [35, 39]), person(), false],
    ['any sex where none is asked', row('01'), person({ sex: 'male' }), true],
    ['not the other sex', row('01', [0, 999], { sex: 'male' }), person(), false],
    ['not another category', row('01', [0, 999], { categoryCode: '02' }), person(), false],
    ['its own category', row('01', [0, 999], { categoryCode: '01' }), person(), true],
    ['an unknown person whatever it asks', row('01', [60, 70], { sex: 'male' }), UNKNOWN_PERSON, true],
    ['an unknown age, but not the other sex', row('01', [60, 70], { sex: 'male' }), person({ age: null }), false],
  ])('%s', (_, condition, who, expected) => expect(rowFits(condition, who)).toBe(expected));
});

describe('for somebody unknown', () => {
  const order = (rows: Condition[]) => fittingRows(rows, UNKNOWN_PERSON).map(({ conditionCode }) => conditionCode);

  test('the row that holds age 40 goes first', () =>
    expect(order([row('01', [20, 39]), row('02', [40, 74])])).toEqual(['02', '01']));
  test('then the one common to all', () =>
    expect(order([row('01', [0, 99], { sex: 'male' }), row('02', [0, 99])])).toEqual(['02', '01']));
  test('age 40 counts more than being common', () =>
    expect(order([row('01', [50, 99]), row('02', [40, 49], { sex: 'male' })])).toEqual(['02', '01']));
  test('then the lowest code', () => expect(order([row('0A'), row('09')])).toEqual(['09', '0A']));
});

test('whether it matters who one is', () => {
  expect(dependsOnPerson([row('01', [18, 99]), row('02', [18, 99])])).toBe(false);
  expect(dependsOnPerson([row('01', [18, 99]), row('02', [18, 98])])).toBe(true);
  expect(dependsOnPerson([row('01', [0, 999], { sex: 'male' })])).toBe(true);
});

const anyRow = fc
  .record({
    category: fc.constantFrom(null, '01', '02'),
    sex: fc.constantFrom(null, 'male' as const, 'female' as const),
    from: fc.integer({ min: 0, max: 12 }),
    length: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ category, sex, from, length }) => row('01', [from, from + length], { categoryCode: category, sex }));

test('two rows overlap exactly when somebody fits both', () => {
  fc.assert(
    fc.property(anyRow, anyRow, (a, b) => {
      const people = ['01', '02', '03'].flatMap((categoryCode) =>
        (['male', 'female'] as const).flatMap((sex) =>
          Array.from({ length: 26 }, (_, age) => ({ categoryCode, sex, age })),
        ),
      );
      expect(rowsOverlap(a, b)).toBe(people.some((one) => rowFits(a, one) && rowFits(b, one)));
    }),
  );
});
