// Whoever is held up holds up only its own institution.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrongCounters } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from '#tests/torture/bench.ts';
import { bookWhileHeld, ROOM } from '#tests/torture/held-lock.ts';
import { bookAnyone, openRaceGround } from '#tests/torture/races.ts';

const HELD = '60000001';
const OTHER = '60000002';
let home: TestService;
let bench: Awaited<ReturnType<typeof openBench>>;
type Bench = typeof bench;
type Address = Exclude<TestService['connection'], { connectionString: string }>;

beforeAll(async () => {
  home = await startTestService();
  bench = await openBench(home.connection);
  await openRaceGround(bench, HELD, ROOM);
  await openRaceGround(bench, OTHER, ROOM);
});
afterAll(async () => {
  await bench?.close();
  await home?.close();
});

/** The service with another patience for locks than its own, in milliseconds. */
async function withPatience(patience: number, work: (bench: Bench) => Promise<void>): Promise<void> {
  const { host, port, user, database } = home.connection as Address;
  const url = `postgres://${user}@/${database}?host=${host}&port=${port}&lock_timeout=${patience}&statement_timeout=60000`;
  const patient = await openBench({ connectionString: url });
  patient.setNow(new Date('2026-11-15T03:00:00Z'));
  await work(patient).finally(() => patient.close());
}

test('while somebody holds a frame of one institution, another books', () =>
  // With patience that outlasts the test: the others do not live on the refusal of those who are held up.
  withPatience(60_000, async (patient) => {
    // The lock is let go when all of the other one's have been answered, so none of them waited for it.
    const { other, held } = await bookWhileHeld(patient, home.connection, { held: HELD, other: OTHER }, 2_000);
    expect(Object.keys(other)).toEqual(['0']);
    // Those who waited have booked by now, or were told to try again.
    expect(Object.keys(held).filter((code) => code !== '0' && code !== '11')).toEqual([]);
    expect((await bookAnyone(patient, HELD, '2026-12-01')).body.errorCode).toBe(0);
    expect(await wrongCounters(patient.service.db)).toEqual([]);
  }));

test('who waits for it too long is told to try again, and nothing was written', () =>
  withPatience(200, async (impatient) => {
    const { other, held } = await bookWhileHeld(impatient, home.connection, { held: HELD, other: OTHER }, 2_000);
    expect(Object.keys(other)).toEqual(['0']);
    expect(held[11]).toBeGreaterThan(0);
    expect(await wrongCounters(impatient.service.db)).toEqual([]);
  }));
