// Which presses of the list's buttons are meant.
import { expect, test } from 'vitest';
import { MisclickGuard } from './day-list.tsx';

const [KEY, CLICK, SECOND] = [{ detail: 0 }, { detail: 1 }, { detail: 2 }];

test('given a double click, then only its first click is meant', () => {
  const steady = new MisclickGuard();
  steady.see(['1,2,3'], 0);
  expect(steady.isMeant(CLICK, 10)).toBe(true);
  expect(steady.isMeant(SECOND, 5_000)).toBe(false);
});

test('given the list has changed, then no click is meant until it can have been seen; keys are', () => {
  const steady = new MisclickGuard();
  steady.see(['1,2,3', null], 0);
  steady.see(['2,3', null], 1_000);
  expect(steady.isMeant(CLICK, 1_399)).toBe(false);
  expect(steady.isMeant(KEY, 1_001)).toBe(true);
  expect(steady.isMeant(CLICK, 1_400)).toBe(true);
  steady.see(['2,3', {}], 2_000);
  expect(steady.isMeant(CLICK, 2_001)).toBe(false);
});

test('given the same is shown again, then clicks are meant at once', () => {
  const steady = new MisclickGuard();
  steady.see(['1,2,3'], 0);
  steady.see(['1,2,3'], 1_000);
  expect(steady.isMeant(CLICK, 1_001)).toBe(true);
});
