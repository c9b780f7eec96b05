// Strangers lock out themselves, and not the id that they try: attempts count by id and network address.
import { afterAll, afterEach, beforeAll, expect, type MockInstance, test, vi } from 'vitest';
import { sweepAll } from '#server/jobs.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { encodeForm } from '#wire/form.ts';
import { hashPassword } from './passwords.ts';

const NOW = '2026-11-15T10:00:00+09:00';
const HOME = '203.0.113.7';
const EXAMINEE = '10000001_hanako@example.jp';
/** Only waits on account of others are longer than nothing here. */
const WAIT_MS = 300;
const ENV = { LOGIN_FREE_TRIES: '10', LOGIN_FIRST_WAIT_MS: String(WAIT_MS), LOGIN_CEILING_WAIT_MS: String(WAIT_MS) };

let service: TestService;
/** Whoever has to wait takes a seat; how long somebody took says nothing on a machine that is busy. */
let seats: MockInstance;
beforeAll(async () => {
  service = await startTestService({ now: NOW, env: ENV });
  seats = vi.spyOn(service.running.logInDelays, 'run');
  await service.openInstitution('10000001', 'clinic01');
  const { id: examinee_id } = await service.db
    .insertInto('examinees')
    .values({ institution_code: '10000001', birth_date: '1986-05-05', mail: 'hanako@example.jp' })
    .returning('examinee_id as id')
    .executeTakeFirstOrThrow();
  const hash = await hashPassword(PASSWORD);
  await service.db
    .insertInto('examinee_credentials')
    .values({
      institution_code: '10000001',
      examinee_id,
      kind: 'own',
      scheme: 'argon2id',
      hash,
      created_at: new Date(NOW),
    })
    .execute();
});
afterEach(async () => {
  seats.mockClear();
  service.setNow(NOW);
  await service.forgetAttempts();
});
afterAll(() => service.close());

async function logIn(username: string, password: string, remoteAddress: string) {
  const start = performance.now();
  const response = await service.app.inject({
    method: 'POST',
    url: '/Token',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: encodeForm({ grant_type: 'password', username, password }).toString(),
  });
  return { status: response.statusCode, body: response.json(), ms: performance.now() - start };
}

const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const wrongFrom = (user: string, addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => logIn(user, 'wrong', address)));
/** So many wrong ones, each from an address of its own. */
const strangers = (user: string, count: number, first = 0) =>
  wrongFrom(
    user,
    times(count).map((n) => `198.51.100.${first + n}`),
  );

test.each(['clinic01', EXAMINEE])(
  'strangers lock %s out nowhere; who is known waits for none of them',
  async (user) => {
    expect((await logIn(user, PASSWORD, HOME)).status).toBe(200);
    await strangers(user, 30);
    seats.mockClear();
    expect((await logIn(user, PASSWORD, HOME)).status).toBe(200);
    expect(seats).not.toHaveBeenCalled();
    // A new address is let in too, later.
    const fresh = await logIn(user, PASSWORD, '192.0.2.1');
    expect(fresh.status).toBe(200);
    expect(fresh.ms).toBeGreaterThan(WAIT_MS - 1);
    seats.mockClear();
    expect((await logIn(user, PASSWORD, '192.0.2.1')).status).toBe(200);
    expect(seats).not.toHaveBeenCalled();
  },
);

test('an address that guesses is locked itself, with the table of waits as ever, whatever it is known for', async () => {
  expect((await logIn('clinic01', PASSWORD, HOME)).status).toBe(200);
  const answers = await wrongFrom('clinic01', Array(12).fill(HOME));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  const locked = await logIn('clinic01', PASSWORD, HOME);
  expect(locked.status).toBe(429);
  expect(locked.body.errorMessage).toContain('15分');
  expect((await logIn('clinic01', PASSWORD, '192.0.2.1')).status).toBe(200);
  service.setNow('2026-11-15T10:15:01+09:00');
  expect((await logIn('clinic01', PASSWORD, HOME)).status).toBe(200);
});

test('all from new addresses slow each other down, whether anybody has the id or not', async () => {
  for (const user of ['clinic01', 'ghost000']) {
    seats.mockClear();
    await strangers(user, 10);
    expect(seats).not.toHaveBeenCalled();
    const slow = await strangers(user, 5, 10);
    expect(Math.min(...slow.map(({ ms }) => ms))).toBeGreaterThan(WAIT_MS - 1);
    expect(slow.map(({ status }) => status)).toEqual(Array(5).fill(400));
  }
});

test('of IPv6 half an address counts, and what one customer may be given has four times the tries of one', async () => {
  const addresses = times(50).map((n) => `2001:db8:1:2::${n + 1}`);
  expect((await wrongFrom('clinic01', addresses)).filter(({ status }) => status === 400)).toHaveLength(10);
  const networks = times(50).map((n) => `2001:db8:1:${n + 100}::1`);
  expect((await wrongFrom('clinic01', networks)).filter(({ status }) => status === 400)).toHaveLength(30);
  expect((await logIn('clinic01', PASSWORD, '2001:db8:1:ffff::1')).status).toBe(429);
  expect((await logIn('clinic01', PASSWORD, '2001:db8:2::1')).status).toBe(200);
});

test('an address is known for 30 days, and what is over goes with the sweep', async () => {
  expect((await logIn('clinic01', PASSWORD, HOME)).status).toBe(200);
  await strangers('clinic01', 11);
  const rows = async () => (await service.db.selectFrom('login_attempts').select('user_key').execute()).length;
  const fail = (what: string, error: unknown) => {
    throw new Error(what, { cause: error });
  };
  service.setNow('2026-12-15T09:59:59+09:00');
  await sweepAll(service.running, fail);
  expect(await rows()).toBe(1);
  await strangers('clinic01', 11);
  seats.mockClear();
  expect((await logIn('clinic01', PASSWORD, HOME)).status).toBe(200);
  expect(seats).not.toHaveBeenCalled();
  service.setNow('2027-01-15T10:00:00+09:00');
  await strangers('clinic01', 11);
  expect((await logIn('clinic01', PASSWORD, HOME)).ms).toBeGreaterThan(WAIT_MS - 1);
  service.setNow('2027-02-15T10:00:00+09:00');
  await sweepAll(service.running, fail);
  expect(await rows()).toBe(0);
});

test('ロックを解除 lifts what is locked at any address, and the list tells it', async () => {
  await service.openInstitution('10000002', 'boss0002');
  const manager = await service.logIn('boss0002');
  await service.post('/api/Staff/Register', { userId: 'desk0002', name: '受付', role: '2' }, manager);
  const state = async () => {
    const { body } = await service.post('/api/Staff/List', {}, manager);
    return body.listStaff.find(({ userId }: { userId: string }) => userId === 'desk0002').state;
  };
  expect(await state()).toBe('2');
  await wrongFrom('DESK0002', Array(10).fill(HOME));
  await strangers('desk0002', 12);
  expect(await state()).toBe('3');
  expect((await service.post('/api/Staff/Unlock', { userId: 'desk0002' }, manager)).body.errorCode).toBe(0);
  expect(await state()).toBe('2');
  seats.mockClear();
  expect((await logIn('desk0002', 'wrong', HOME)).status).toBe(400);
  expect(seats).not.toHaveBeenCalled();
});
