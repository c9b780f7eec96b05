// A short run of the torture, with every test run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '#server/verify/verify.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { torture } from './acts.ts';
import { openBench } from './bench.ts';

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

test.each(Array.from({ length: 8 }, (_, index) => index + 1))('seed %i: service and model agree', async (seed) => {
  await torture(bench, seed, 150);
});

test('afterwards the data of all of them are as they must be', async () => {
  expect(await violationsOf(home.connection)).toEqual([]);
});
