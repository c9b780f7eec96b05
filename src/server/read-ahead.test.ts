// Reading ahead: what is read when, and what becomes of failures.
import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

const KEYS = [1, 2, 3, 4, 5];

test('gives all in order, one piece ahead and no more', async () => {
  const begun: string[] = [];
  const pieces: number[][] = [];
  const read = async (some: readonly number[]) => {
    begun.push(some.join());
    return some.map((key) => key * 10);
  };
  for await (const piece of readAhead(KEYS, 2, read)) {
    pieces.push(piece);
    expect(begun).toHaveLength(Math.min(pieces.length + 1, 3));
  }
  expect(begun).toEqual(['1,2', '3,4', '5']);
  expect(pieces).toEqual([[10, 20], [30, 40], [50]]);
});

test('reads nothing of nothing', async () => {
  const read = () => Promise.reject(new Error('read'));
  for await (const piece of readAhead([], 2, read)) expect(piece).toBe('never there');
});

test('a failure comes in its turn, after what was read before it', async () => {
  const pieces: number[][] = [];
  const read = (some: readonly number[]) =>
    some.includes(3) ? Promise.reject(new Error('lost')) : Promise.resolve([...some]);
  await expect(async () => {
    for await (const piece of readAhead(KEYS, 2, read)) pieces.push(piece);
  }).rejects.toThrow('lost');
  expect(pieces).toEqual([[1, 2]]);
});

test('whoever leaves early has left when nothing is being read any more, and hears of no failure', async () => {
  let isReading = false;
  const read = async (some: readonly number[]) => {
    isReading = true;
    await new Promise((resolve) => setTimeout(resolve, 10));
    isReading = false;
    if (some.includes(3)) throw new Error('lost');
    return [...some];
  };
  for await (const _ of readAhead(KEYS, 2, read)) break;
  expect(isReading).toBe(false);
});
