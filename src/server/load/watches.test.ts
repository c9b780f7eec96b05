// Calls that wait for something to move: one look a second for all of them, and nobody waits for ever.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Watches } from './watches.ts';

const DAY = { of: 'one', name: 'day' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Something that has a version, and how often it was looked at. */
function thing(first = 'a') {
  const one = {
    version: first,
    looks: 0,
    async look() {
      one.looks++;
      return one.version;
    },
  };
  return one;
}

/** What came, once it has. */
function settled<T>(promise: Promise<T>) {
  const state: { value?: T; error?: unknown } = {};
  promise.then(
    (value) => (state.value = value),
    (error) => (state.error = error),
  );
  return state;
}

test('twenty who wait for the same are told within a second of the move, by one look a second', async () => {
  const [watches, day] = [new Watches(), thing()];
  const waits = Array.from({ length: 20 }, () => settled(watches.wait(DAY, 'a', day.look)));
  await vi.advanceTimersByTimeAsync(10_500);
  expect(day.looks).toBe(11);
  expect(waits.every(({ value }) => value === undefined)).toBe(true);
  day.version = 'b';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waits.map(({ value }) => value)).toEqual(waits.map(() => 'b'));
  expect(watches.held).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(day.looks).toBe(12);
});

test('who comes with an old version is told at once, others wait on', async () => {
  const [watches, day] = [new Watches(), thing()];
  const late = settled(watches.wait(DAY, 'before', day.look));
  await vi.advanceTimersByTimeAsync(0);
  expect(late.value).toBe('a');
  const other = settled(watches.wait({ ...DAY, name: 'other' }, 'a', day.look));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(other.value).toBeUndefined();
});

test('nobody is held for longer than a while, or once they have gone', async () => {
  const [watches, day] = [new Watches(), thing()];
  const patient = settled(watches.wait(DAY, 'a', day.look));
  let go = () => {};
  void watches.wait(DAY, 'a', day.look, (leave) => {
    go = leave;
    return () => {};
  });
  expect(watches.held).toBe(2);
  go();
  expect(watches.held).toBe(1);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(patient.value).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(patient.value).toBe('a');
  expect(watches.held).toBe(0);
});

test('what can’t be looked at is told to all who wait', async () => {
  const watches = new Watches();
  const failing = () => Promise.reject(new Error('away'));
  const waits = [settled(watches.wait(DAY, 'a', failing)), settled(watches.wait(DAY, 'a', failing))];
  await vi.advanceTimersByTimeAsync(0);
  expect(waits.map(({ error }) => String(error))).toEqual(['Error: away', 'Error: away']);
  expect(watches.held).toBe(0);
});

test('beyond the bound each is told at once what was seen last, and nobody looks more often for that', async () => {
  const [watches, day] = [new Watches({ atOnceEach: 1 }), thing()];
  const held = settled(watches.wait(DAY, 'a', day.look));
  const beyond = () => Promise.all(Array.from({ length: 30 }, () => watches.wait(DAY, 'a', day.look)));
  expect(new Set(await beyond())).toEqual(new Set(['a']));
  await vi.advanceTimersByTimeAsync(500);
  await beyond();
  expect(day.looks).toBe(1);
  expect(watches.held).toBe(1);
  day.version = 'b';
  await vi.advanceTimersByTimeAsync(500);
  expect(held.value).toBe('b');
  expect(day.looks).toBe(2);
});

test('once the server stops, each is answered at once', async () => {
  const [watches, day] = [new Watches(), thing()];
  const held = settled(watches.wait(DAY, 'a', day.look));
  watches.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(held.value).toBe('a');
  expect(await watches.wait(DAY, 'a', day.look)).toBe('a');
  expect(watches.held).toBe(0);
});

test('who watches many days holds no more places than one institution has, and takes none of the others', async () => {
  const [watches, day] = [new Watches(), thing()];
  const waits = Array.from({ length: 3_000 }, (_, at) => {
    const name = `day ${at % 15}`;
    return settled(watches.wait({ of: 'greedy', name }, 'a', day.look));
  });
  expect(watches.held).toBe(500);
  await vi.advanceTimersByTimeAsync(0);
  expect(waits.filter(({ value }) => value === 'a')).toHaveLength(2_500);
  expect(day.looks).toBe(15);
  const other = settled(watches.wait(DAY, 'a', day.look));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(other.value).toBeUndefined();
  expect(watches.held).toBe(501);
});

test('one institution watches so many days, and beyond that those who ask for the same share a look', async () => {
  const [watches, day, beyond] = [new Watches(), thing(), thing()];
  for (let at = 0; at < 20; at++) void watches.wait({ of: 'one', name: `day ${at}` }, 'a', day.look);
  const answers = Array.from({ length: 30 }, () => watches.wait(DAY, 'a', beyond.look));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['a']));
  expect(beyond.looks).toBe(1);
  expect(watches.held).toBe(20);
  // Those of the first who have been told leave their places to others.
  day.version = 'b';
  await vi.advanceTimersByTimeAsync(1_000);
  const held = settled(watches.wait(DAY, 'a', beyond.look));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(held.value).toBeUndefined();
  expect(watches.held).toBe(1);
});
