// Times for many reservations on one day: each rule, one after the other, in what those before have left.
import { expect, test } from 'vitest';
import { cellKey, type Movable, type SpreadRule, spread } from './spread.ts';

const SLOTS = [
  { slotCode: '08', startMinute: 510 },
  { slotCode: '09', startMinute: 540 },
  { slotCode: '10', startMinute: 570 },
  { slotCode: '11', startMinute: 660 },
];

const one = (change: Partial<Movable> = {}): Movable => ({
  slotCode: '09',
  startMinute: 540,
  needs: [{ frameCode: '1', slotCode: '09', quantity: 1 }],
  isOnDay: false,
  ...change,
});
const byDay = one({ slotCode: 'ZZ', startMinute: null, needs: [{ frameCode: '2', slotCode: 'ZZ', quantity: 1 }] });
const left = (places: Record<string, number>) =>
  new Map(Object.entries(places).map(([slot, count]) => [cellKey(slot === 'ZZ' ? '2' : '1', slot), count]));

test.each<[SpreadRule, Record<string, number>, (string | null)[]]>([
  ['same', { '08': 9, '09': 2 }, ['09', '09', null]],
  ['near', { '08': 1, '09': 1, '10': 0, '11': 1 }, ['09', '08', '11']],
  // Of two as near the later.
  ['near', { '08': 1, '10': 1 }, ['10', '08', null]],
  ['early', { '11': 1, '08': 1, '10': 1 }, ['08', '10', '11']],
])('%s, where %j are left: %j', (rule, places, expected) => {
  expect(spread([one(), one(), one()], SLOTS, left(places), rule)).toEqual(expected);
});

test('a slot needs room in all frames, as many places as are needed; by day, only the day counts', () => {
  const both = one({
    needs: [
      { frameCode: '1', slotCode: '09', quantity: 2 },
      { frameCode: '2', slotCode: 'ZZ', quantity: 1 },
    ],
  });
  expect(spread([both, both], SLOTS, left({ '09': 3, '10': 2, ZZ: 1 }), 'near')).toEqual(['09', null]);
  expect(spread([both], SLOTS, left({ '09': 1, '10': 2, ZZ: 1 }), 'near')).toEqual(['10']);
  expect(spread([byDay, byDay], SLOTS, left({ ZZ: 1 }), 'early')).toEqual(['ZZ', null]);
});

test('what is on that day already has its own places free, and leaves them to those after it', () => {
  const there = one({ isOnDay: true });
  expect(spread([there, one()], SLOTS, left({ '08': 1, '09': 0 }), 'early')).toEqual(['08', '09']);
  expect(spread([there, one()], SLOTS, left({ '08': 0, '09': 0 }), 'early')).toEqual(['09', null]);
});

test('what holds nothing needs none', () => {
  expect(spread([one({ needs: [] })], SLOTS, new Map(), 'same')).toEqual(['09']);
});
