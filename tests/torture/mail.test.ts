// A short run of what `npm run torture` does to mails at length.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from './bench.ts';
import { killWhileSending } from './mail-kill.ts';
import { TROUBLES, weather } from './mail-troubles.ts';

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

test.each(TROUBLES.map((trouble, index) => [trouble, `6100000${index}`] as const))(
  'a mail server that is in trouble (%s) loses no mail and holds up no booking',
  async (trouble, institutionCode) => {
    const { mails, wrong, twice } = await weather(bench, institutionCode, trouble, 3);
    expect(wrong).toEqual([]);
    expect(mails).toBe(6);
    expect(twice).toBe(trouble === 'cut' ? 6 : 0);
  },
);

test('kill -9 while sending loses no mail, and what arrives twice is recognisable', async () => {
  const { mails, wrong } = await killWhileSending(2);
  expect(wrong).toEqual([]);
  expect(mails).toBe(80);
});
