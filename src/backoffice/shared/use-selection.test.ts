// What a selection holds: five hundred at the most, and nothing that the list does not show.
import { expect, test } from 'vitest';
import { MOST_SELECTED } from './contract-rows.ts';
import { add, drop, NONE, retainShown } from './use-selection.ts';

const rows = (count: number, from = 1) => Array.from({ length: count }, (_, index) => ({ number: from + index }));

test('the first five hundred of more, and so it says', () => {
  const { chosen, isWhole } = add(NONE, rows(501));
  expect([chosen.size, chosen.has(500), chosen.has(501), isWhole]).toEqual([MOST_SELECTED, true, false, false]);
  expect(add(NONE, rows(500)).isWhole).toBe(true);
  // What is selected already needs no place.
  expect(add(chosen, rows(500)).isWhole).toBe(true);
});

test('what narrowing or a search hides is no longer selected, and sorting keeps', () => {
  const { chosen } = add(NONE, rows(4));
  expect(retainShown(chosen, rows(4).toReversed())).toBe(chosen);
  expect([...retainShown(chosen, rows(2, 3))]).toEqual([3, 4]);
  expect(retainShown(chosen, []).size).toBe(0);
});

test('some of it let go', () => {
  expect([...drop(add(NONE, rows(4)).chosen, [1, 3, 9])]).toEqual([2, 4]);
});
