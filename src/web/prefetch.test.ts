// A call that is sent before its screen is there: who is given its answer, and for how long.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetch, takePrefetched } from './prefetch.ts';

const PATH = '/api/Test/First';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('fetch', async () => new Response('{"errorCode":0}'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it is given once, to who asks the same as the same person', async () => {
  prefetch(PATH, 'A');
  expect(takePrefetched('/api/Test/Other', 'Bearer A')).toBeNull();
  expect(await (await takePrefetched(PATH, 'Bearer A'))?.json()).toEqual({ errorCode: 0 });
  expect(takePrefetched(PATH, 'Bearer A')).toBeNull();
});

test.each(['Bearer B', undefined])('nobody else is given it: %s', (authorization) => {
  prefetch(PATH, 'A');
  expect(takePrefetched(PATH, authorization)).toBeNull();
  expect(takePrefetched(PATH, 'Bearer A')).toBeNull();
});

test('whoever comes late asks again', () => {
  prefetch(PATH, 'A');
  vi.advanceTimersByTime(10_001);
  expect(takePrefetched(PATH, 'Bearer A')).toBeNull();
});
