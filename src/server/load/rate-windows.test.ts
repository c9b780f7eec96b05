// The memory of the rate limits.
import { afterEach, expect, test, vi } from 'vitest';
import { RateWindows } from './call-limits.ts';

const MINUTE = 60_000;
afterEach(() => vi.restoreAllMocks());

function open() {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const windows = new RateWindows();
  const call = (key: string) => {
    let counted = { current: 0, ttl: 0 };
    windows.incr(
      key,
      (_error, result) => {
        counted = result;
      },
      MINUTE,
    );
    return counted;
  };
  return { call, windows, pass: (ms: number) => (now += ms) };
}

test('calls are counted by whoever makes them, for a minute from the first', () => {
  const { call, pass, windows } = open();
  expect([call('a'), call('a'), call('b')]).toMatchObject([{ current: 1 }, { current: 2 }, { current: 1 }]);
  pass(MINUTE - 1);
  expect(call('a')).toEqual({ current: 3, ttl: 1 });
  pass(1);
  expect(call('a')).toEqual({ current: 1, ttl: MINUTE });
  expect(windows.child()).not.toBe(windows);
});

test('given a machine whose time is set back by an hour, then a minute is still over after a minute', () => {
  const { call, pass } = open();
  call('a');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 60 * MINUTE);
  pass(MINUTE);
  expect(call('a').current).toBe(1);
});

test('of very many, those that were not heard of for the longest are forgotten', () => {
  const { call } = open();
  for (let n = 0; n < 5_000; n++) call(`n${n}`);
  call('n0');
  call('one more');
  expect([call('n0').current, call('n1').current]).toEqual([3, 1]);
});
