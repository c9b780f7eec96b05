// Reading ahead: what is read when, and what becomes of failures.
import { expect, test, vi } from 'vitest';
import { readAhead } from './big-reads.ts';

const KEYS = [1, 2, 3, 4, 5];
const ALONE = { entered: 7 };

test('gives all in order, one piece ahead and no more', async () => {
  const begun: string[] = [];
  const pieces: number[][] = [];
  const read = async (some: readonly number[]) => {
    begun.push(some.join());
    return some.map((key) => key * 10);
  };
  for await (const piece of readAhead(ALONE, KEYS, 2, read)) {
    pieces.push(piece);
    expect(begun).toHaveLength(Math.min(pieces.length + 1, 3));
  }
  expect(begun).toEqual(['1,2', '3,4', '5']);
  expect(pieces).toEqual([[10, 20], [30, 40], [50]]);
});

test('while others have calls in work it reads nothing ahead, and rests after a piece for as long as it took', async () => {
  let calls = 0;
  const others = { entered: 0 };
  const spans: { began: number; ended: number }[] = [];
  const read = async (some: readonly number[]) => {
    const began = performance.now();
    // Somebody else's call comes while each piece but the last is read.
    if (++calls < 3) others.entered++;
    await new Promise((resolve) => setTimeout(resolve, 30));
    spans.push({ began, ended: performance.now() });
    return [...some];
  };
  const pieces: number[][] = [];
  for await (const piece of readAhead(others, KEYS, 2, read)) {
    pieces.push(piece);
    expect(calls).toBe(pieces.length);
  }
  expect(pieces).toEqual([[1, 2], [3, 4], [5]]);
  const [first, second, third] = spans;
  // A timer may fire a millisecond early.
  expect((second?.began ?? 0) - (first?.ended ?? 0)).toBeGreaterThan(28);
  expect((third?.began ?? 0) - (second?.ended ?? 0)).toBeGreaterThan(28);
});

test('rests for a minute in all at the most, however long others come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const others = { entered: 0 };
    const read = async (some: readonly number[]) => {
      others.entered++;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return [...some];
    };
    const keys = Array.from({ length: 300 }, (_, key) => key);
    const began = performance.now();
    const all = (async () => {
      for await (const _ of readAhead(others, keys, 1, read));
      return performance.now() - began;
    })();
    await vi.advanceTimersByTimeAsync(400_000);
    expect(await all).toBe(300_000 + 60_000);
  } finally {
    vi.useRealTimers();
  }
});

test('reads ahead again once nobody else comes', async () => {
  const others = { entered: 0 };
  let calls = 0;
  const read = async (some: readonly number[]) => {
    if (++calls === 1) others.entered++;
    return [...some];
  };
  const seen: number[] = [];
  for await (const _ of readAhead(others, KEYS, 2, read)) seen.push(calls);
  expect(seen).toEqual([1, 3, 3]);
});

test('reads nothing of nothing', async () => {
  const read = () => Promise.reject(new Error('read'));
  for await (const piece of readAhead(ALONE, [], 2, read)) expect(piece).toBe('never there');
});

test('a failure comes in its turn, after what was read before it', async () => {
  const pieces: number[][] = [];
  const read = (some: readonly number[]) =>
    some.includes(3) ? Promise.reject(new Error('lost')) : Promise.resolve([...some]);
  await expect(async () => {
    for await (const piece of readAhead(ALONE, KEYS, 2, read)) pieces.push(piece);
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
  for await (const _ of readAhead(ALONE, KEYS, 2, read)) break;
  expect(isReading).toBe(false);
});
