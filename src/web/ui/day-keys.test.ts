// Where keys lead in a month.
import { expect, test } from 'vitest';
import { stepFrom } from './day-keys.ts';

test.each([
  ['ArrowRight', '2026-11-18', '2026-11-19'],
  ['ArrowLeft', '2026-11-18', '2026-11-17'],
  ['ArrowUp', '2026-11-18', '2026-11-11'],
  ['ArrowDown', '2026-11-18', '2026-11-25'],
  ['ArrowRight', '2026-11-30', '2026-12-01'],
  ['ArrowUp', '2027-01-03', '2026-12-27'],
])('%s leads from day to day, also into another month: %s to %s', (key, from, to) => {
  expect(stepFrom(from, key)).toBe(to);
});

test.each([
  ['PageDown', '2026-11-18', '2026-12-18'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2026-12-31', '2026-11-30'],
])('%s leads to the same day of another month, or to its last: %s to %s', (key, from, to) => {
  expect(stepFrom(from, key)).toBe(to);
});

test.each([
  ['Home', '2026-11-18', '2026-11-15'],
  ['End', '2026-11-18', '2026-11-21'],
  ['Home', '2026-12-03', '2026-12-01'],
  ['End', '2026-11-30', '2026-11-30'],
  ['Home', '2026-11-15', '2026-11-15'],
])('%s leads within the week, and stays in the month: %s to %s', (key, from, to) => {
  expect(stepFrom(from, key)).toBe(to);
});

test.each([
  ['ArrowDown', '2026-11-18', '2026-11-19'],
  ['ArrowUp', '2026-11-18', '2026-11-17'],
  ['ArrowUp', '2026-11-01', '2026-11-01'],
  ['ArrowDown', '2026-11-30', '2026-11-30'],
  ['Home', '2026-11-18', '2026-11-01'],
  ['End', '2026-11-18', '2026-11-30'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['ArrowLeft', '2026-11-18', null],
  ['ArrowRight', '2026-11-18', null],
])('%s in a month that is a list: %s to %s', (key, from, to) => {
  expect(stepFrom(from, key, 'list')).toBe(to);
});

test('of fields only the months are moved through, the rest belongs to what is typed', () => {
  expect(stepFrom('2026-11-18', 'PageUp', 'fields')).toBe('2026-10-18');
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
  expect(keys.map((key) => stepFrom('2026-11-18', key, 'fields'))).toEqual(keys.map(() => null));
});

test('other keys lead nowhere', () => {
  expect(['a', 'Enter', ' ', 'Tab', 'Escape'].map((key) => stepFrom('2026-11-18', key))).toEqual(Array(5).fill(null));
});
