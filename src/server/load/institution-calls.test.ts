// One institution's rush is its own.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handle } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { call, institutionField } from '#wire/call.ts';
import { refused } from '#wire/failure.ts';
import { record } from '#wire/record.ts';

const request = record({ institutionCode: institutionField });
const look = call({ path: '/api/Test/Look', who: 'anyone', effect: 'read', request });
const act = call({ path: '/api/Test/Act', who: 'anyone', effect: 'steps', request });
const save = call({ path: '/api/Test/Save', who: 'anyone', effect: 'write', request });
const nowhere = call({ path: '/api/Test/Nowhere', who: 'anyone', effect: 'read' });

let service: TestService;
let inWork = 0;
let release = () => {};
let held: Promise<void>;
const hold = () => {
  held = new Promise((resolve) => {
    release = resolve;
  });
};
/** What one institution asks for hangs until it is released. */
const wait = async (_db: unknown, _who: unknown, { institutionCode }: { institutionCode: string }) => {
  if (institutionCode === '10000003') throw refused('できません。');
  if (institutionCode !== '10000001') return {};
  inWork++;
  await held;
  inWork--;
  return {};
};

beforeAll(async () => {
  service = await startTestService({
    env: { INSTITUTION_READS_AT_ONCE: '3', INSTITUTION_BOOKINGS_AT_ONCE: '2', INSTITUTION_CALLS_WAITING: '4' },
    only: [handle(look, wait), handle(act, wait), handle(save, wait), handle(nowhere, async () => ({}))],
  });
});
afterAll(() => service.close());

const ask = (path: string, ircd?: string) => service.post(`/api/Test/${path}`, { ircd });

test('so many calls of an institution are in work, so many wait, and nobody else waits for them', async () => {
  hold();
  const asked = Array.from({ length: 9 }, () => ask('Look', '10000001'));
  // The two that are too many are told so at once.
  const first = await Promise.race(asked);
  expect(first).toMatchObject({ status: 429, body: { errorCode: 11 } });
  expect(inWork).toBe(3);
  expect((await ask('Look', '10000002')).status).toBe(200);
  expect((await ask('Nowhere')).status).toBe(200);
  // Bookings have a number of their own.
  const acting = Promise.all([1, 2, 3].map(() => ask('Act', '10000001')));
  await ask('Look', '10000002');
  expect(inWork).toBe(5);
  release();
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect((await acting).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(inWork).toBe(0);
});

test('saves that hang do not take all connections from the saves of others', async () => {
  hold();
  const asked = Array.from({ length: 8 }, () => ask('Save', '10000001'));
  expect((await ask('Save', '10000002')).status).toBe(200);
  await vi.waitFor(() => expect(inWork).toBe(4));
  release();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('those that are refused make room as well', async () => {
  for (let n = 0; n < 10; n++) expect((await ask('Look', '10000003')).body.errorCode).toBe(13);
});
