// Never oversold, never doubled: with the guard, and a proof that these tests would notice its absence.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countWritten, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from '#tests/torture/bench.ts';
import {
  countDeadlocks,
  openRaceGround,
  raceAtDesk,
  raceForLastPlace,
  raceToAmend,
  sendAtOnce,
  stir,
  switchGuardOff,
} from '#tests/torture/races.ts';

const LAST = '60000001';
const STIRRED = '60000002';
const TWICE = '60000003';
const DESK = '60000004';
const AMENDED = '60000005';
let home: TestService;
let bench: Awaited<ReturnType<typeof openBench>>;

beforeAll(async () => {
  home = await startTestService();
  bench = await openBench(home.connection);
  await openRaceGround(bench, LAST, 1);
  await openRaceGround(bench, STIRRED, 3);
  await openRaceGround(bench, TWICE, 5);
  await openRaceGround(bench, DESK, 1);
  await openRaceGround(bench, AMENDED, 1);
});
afterAll(async () => {
  await bench?.close();
  await home?.close();
});

test('50 clients for the last place: one gets it, the others are told', async () => {
  const { booked, strange } = await raceForLastPlace(bench, LAST, 5);
  expect(booked).toEqual([1, 1, 1, 1, 1]);
  expect(strange).toEqual([]);
  expect(await wrongCounters(bench.service.db)).toEqual([]);
});

test('two clerks and an examinee for the last place, 200 times: never oversold, and raised by one at the most', async () => {
  const rounds = await raceAtDesk(bench, DESK, 200);
  expect(rounds.flatMap(({ strange }) => strange)).toEqual([]);
  const wrong = rounds.filter(({ booked, used, capacity }, round) => {
    const isRaised = round % 2 === 1;
    // Of two who saw the same capacity, one raises it.
    return booked !== used || used !== capacity || (isRaised ? capacity > 2 : capacity !== 1);
  });
  expect(wrong).toEqual([]);
  expect(rounds.some(({ capacity }) => capacity === 2)).toBe(true);
  expect(await wrongCounters(bench.service.db)).toEqual([]);
});

test('two clerks and an examinee for the last place of an option on the day, each sent twice: one gets it', async () => {
  const rounds = await raceToAmend(bench, AMENDED, 20);
  expect(rounds.flatMap(({ strange }) => strange)).toEqual([]);
  expect(rounds.filter(({ booked, used, capacity }) => booked !== used || used !== capacity)).toEqual([]);
  expect(await wrongCounters(bench.service.db)).toEqual([]);
});

test('frames in different orders, crossing changes, bulk edits: no deadlock, nothing oversold', async () => {
  expect(await stir(bench, STIRRED, 15)).toEqual([]);
  expect(await countDeadlocks(bench.service.db)).toBe(0);
  expect(await wrongCounters(bench.service.db)).toEqual([]);
});

describe('the same request', () => {
  test('ten times at once: one reservation, ten equal answers', async () => {
    const before = await countWritten(bench.service.db);
    const { form, answers } = await sendAtOnce(bench, TWICE, '2026-12-01', 10);
    expect(answers[0]).toMatchObject({ errorCode: 0, firstPassword: expect.stringMatching(/^.{16}$/) });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const after = await countWritten(bench.service.db);
    expect(after.reservations! - before.reservations!).toBe(1);
    expect(after.outbox_mails! - before.outbox_mails!).toBe(2);
    const later = await bench.post('/api/Account/CommonGuestNewReserve', form);
    expect(later.body).toEqual(answers[0]);
  });

  test('with another content is refused, and so is another person’s', async () => {
    const { form, answers } = await sendAtOnce(bench, TWICE, '2026-12-02', 1);
    const other = await bench.post('/api/Account/CommonGuestNewReserve', { ...form, nam2: '二郎' });
    expect(other.body).toMatchObject({ errorCode: 13, redoStep: 'confirm' });
    expect(other.body.firstPassword).toBeUndefined();
    // The same id means nothing in another call or for another person.
    const token = await bench.tokenFor(TWICE, String(form.email1));
    const mine = await bench.post('/api/Account/CommonLoginedNewReserve', form, token);
    expect(mine.body).toMatchObject({ errorCode: 0 });
    expect(mine.body.ukno).not.toBe(answers[0]?.ukno);
  });

  test('that was refused may be sent again', async () => {
    const { form } = await sendAtOnce(bench, TWICE, '2026-12-03', 1);
    const next = { ...form, requestId: 'another-0123456789abcdef', email1: 'again@example.jp', doui: '2' };
    expect((await bench.post('/api/Account/CommonGuestNewReserve', next)).body.errorCode).toBe(13);
    expect((await bench.post('/api/Account/CommonGuestNewReserve', { ...next, doui: '1' })).body.errorCode).toBe(0);
  });
});

describe('the database itself', () => {
  const key = sql`institution_code = ${TWICE} and frame_code = '0001' and visit_date = '2026-12-01' and slot_code = '09'`;

  test('lets nobody write what is used', async () => {
    await expect(
      sql`update frame_capacities set used = used - 1 where ${key}`.execute(bench.service.db),
    ).rejects.toThrow('not written by hand');
    await expect(sql`delete from frame_capacities where ${key}`.execute(bench.service.db)).rejects.toThrow();
    await expect(
      sql`update frame_capacities set visit_date = '2030-01-01' where ${key}`.execute(bench.service.db),
    ).rejects.toThrow();
  });

  test('counts for itself what a new capacity starts with', async () => {
    await sql`
      insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity, used)
      values (${TWICE}, '0001', '2030-01-01', '09', 9, 9)`.execute(bench.service.db);
    expect(await wrongCounters(bench.service.db)).toEqual([]);
  });

  test('refuses a capacity below what is used', async () => {
    await expect(
      sql`update frame_capacities set capacity = 0 where ${key}`.execute(bench.service.db),
    ).rejects.toMatchObject({
      constraint: 'never_oversold',
    });
  });

  test('moves its counters along with whatever happens to places', async () => {
    const { db } = bench.service;
    await sql`update reservation_places set quantity = quantity + 1 where institution_code = ${TWICE}`.execute(db);
    expect(await wrongCounters(db)).toEqual([]);
    await sql`delete from reservation_places where institution_code = ${TWICE}`.execute(db);
    expect(await wrongCounters(db)).toEqual([]);
  });
});

test('with a careless check instead of the guard, the same race oversells', async () => {
  const other = await startTestService();
  const careless = await openBench(other.connection);
  try {
    await switchGuardOff(other.admin);
    await openRaceGround(careless, LAST, 1);
    // By chance: as often as it takes, within reason.
    let most = 0;
    for (let attempt = 0; attempt < 20 && most <= 1; attempt++) {
      const { booked } = await raceForLastPlace(careless, LAST, 5);
      most = Math.max(most, ...booked);
    }
    expect(most).toBeGreaterThan(1);
  } finally {
    await careless.close();
    await other.close();
  }
});
