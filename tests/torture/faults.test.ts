// A short run of what `npm run torture` does at length: a full disk, one request many times, a second process.
import { expect, test } from 'vitest';
import { EACH_POSTGRESQL } from '#tests/kit/postgresql.ts';
import { fillDisk } from './disk-full.ts';
import { sendSameRequest } from './same-request.ts';
import { startBeside } from './second-process.ts';

test.for(EACH_POSTGRESQL)(
  'a full disk is told once, loses nothing, and is forgotten when there is room (%s)',
  async ([, machineBin], { skip }) => {
    const env: Record<string, string> = machineBin ? { POSTGRES_BIN: machineBin } : {};
    const outcome = await fillDisk(['nearly', 'log'], 2_000, undefined, env);
    if (!outcome) return skip('no tmpfs can be mounted here: that takes root');
    expect(outcome.bookings).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ missing: [], violations: [], strange: [], trouble: [] });
  },
);

test('one request, sent 300 times with a kill -9 half-way, is one booking with one answer', async () => {
  const { answers, bookings, mails, violations } = await sendSameRequest(300, 50);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toContain('"errorCode":0');
  expect([bookings, mails]).toEqual([1, 1]);
  expect(violations).toEqual([]);
});

test('a second service on the same folder is refused in a sentence, and the first goes on', async () => {
  const { bookings, wrong, violations } = await startBeside(1);
  expect(bookings).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  expect(violations).toEqual([]);
});
