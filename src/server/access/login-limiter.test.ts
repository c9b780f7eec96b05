// People behind one address: a right log-in waits for nobody's wrong ones, until the address is plainly attacking.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { encodeForm } from '#wire/form.ts';

const NOW = '2026-11-15T10:00:00+09:00';
const OFFICE = '203.0.113.7';
const LIMITS = { LOGIN_ADDRESS_FAILING_USERS: '6', LOGIN_ATTACKER_TRIES_PER_MINUTE: '3' };

let service: TestService;
afterEach(async () => {
  service.setNow(NOW);
  await service.forgetAttempts();
});

const logIn = async (username: string, password: string, remoteAddress = OFFICE) => {
  const { statusCode } = await service.app.inject({
    method: 'POST',
    url: '/Token',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: encodeForm({ grant_type: 'password', username, password }).toString(),
  });
  return statusCode;
};

/** So many user ids that nobody has, each tried once. */
const fail = (count: number, remoteAddress = OFFICE) =>
  Promise.all(Array.from({ length: count }, (_, n) => logIn(`ghost${100 + n}`, 'wrong', remoteAddress)));

describe('where a wait would never end', () => {
  beforeAll(async () => {
    const waits = { LOGIN_FIRST_WAIT_MS: '600000', LOGIN_LONGEST_WAIT_MS: '600000' };
    service = await startTestService({ now: NOW, env: { ...LIMITS, ...waits } });
    await service.openInstitution('10000001', 'clinic01');
    await service.openInstitution('10000002', 'clinic02');
  });
  afterAll(() => service.close());

  test('a right log-in does not wait for what others behind its address typed', async () => {
    for (let round = 0; round < 5; round++) await fail(6);
    expect(await logIn('clinic01', PASSWORD)).toBe(200);
  });

  test('right log-ins count for nothing, also while they are under way', async () => {
    const { password_hash } = await service.db
      .selectFrom('administrators')
      .select('password_hash')
      .where('user_id', '=', 'clinic01')
      .executeTakeFirstOrThrow();
    const people = Array.from({ length: 20 }, (_, n) => ({ institution_code: '10000001', user_id: `people${10 + n}` }));
    await service.db
      .insertInto('administrators')
      .values(people.map((one) => ({ ...one, display_name: '', password_hash })))
      .execute();
    await service.db.insertInto('administrator_directory').values(people).execute();
    await fail(6);
    const answers = await Promise.all(people.map(({ user_id }) => logIn(user_id, PASSWORD)));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(await logIn('clinic02', PASSWORD)).toBe(200);
  });

  test('who mistyped and came right counts for nothing', async () => {
    await fail(5);
    for (const user of ['clinic01', 'clinic02', 'clinic01', 'clinic02']) {
      expect(await logIn(user, 'wrong')).toBe(400);
      expect(await logIn(user, PASSWORD)).toBe(200);
    }
  });
});

describe('an address that is plainly attacking', () => {
  beforeAll(async () => {
    const waits = { LOGIN_FIRST_WAIT_MS: '1500', LOGIN_LONGEST_WAIT_MS: '1500' };
    service = await startTestService({ now: NOW, env: { ...LIMITS, ...waits } });
    await service.openInstitution('10000001', 'clinic01');
  });
  afterAll(() => service.close());

  test('is slowed down and let through a few times a minute, never locked', async () => {
    await fail(7);
    const start = performance.now();
    expect(await logIn('clinic01', PASSWORD)).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(1499);
    expect((await fail(5)).filter((status) => status === 429)).toHaveLength(3);
    expect(await logIn('clinic01', PASSWORD)).toBe(429);
    service.setNow('2026-11-15T10:01:01+09:00');
    expect(await logIn('clinic01', PASSWORD)).toBe(200);
  });

  test('harms no other address, and is free again after a quarter of an hour', async () => {
    await fail(7);
    await fail(3);
    expect(await logIn('clinic01', PASSWORD)).toBe(429);
    expect(await logIn('clinic01', PASSWORD, '198.51.100.1')).toBe(200);
    service.setNow('2026-11-15T10:15:01+09:00');
    for (let round = 0; round < 4; round++) expect(await logIn('clinic01', PASSWORD)).toBe(200);
  });

  test('is known by its network, where it can choose among many addresses', async () => {
    for (let n = 0; n < 7; n++) await logIn(`ghost${100 + n}`, 'wrong', `2001:db8:1:2::${n + 1}`);
    const answers = await fail(4, '2001:db8:1:2:aaaa:bbbb:cccc:dddd');
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
  });

  test('gets no user id locked by what was not looked at', async () => {
    await fail(7);
    await fail(3);
    for (let round = 0; round < 11; round++) expect(await logIn('clinic01', 'wrong')).toBe(429);
    expect(await logIn('clinic01', PASSWORD, '198.51.100.1')).toBe(200);
  });
});
