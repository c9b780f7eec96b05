// The edges of the clock, as `npm run torture` goes over them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '#server/verify/verify.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from './bench.ts';
import { playWithClock } from './clocks.ts';

let home: TestService;
let bench: Awaited<ReturnType<typeof openBench>>;

beforeAll(async () => {
  home = await startTestService();
  bench = await openBench(home.connection);
});
afterAll(async () => {
  await bench?.close();
  await home?.close();
});

test('midnight in Tokyo, the end of a fiscal year, February 29 and an hour that comes again bring nobody anything odd', async () => {
  const { checks, wrong } = await playWithClock(bench);
  expect(wrong).toEqual([]);
  expect(checks).toBeGreaterThan(50);
  expect(await violationsOf(home.connection)).toEqual([]);
});
