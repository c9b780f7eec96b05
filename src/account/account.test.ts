// Signing in and out, through the HTTP server.

import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword, keyedHash } from '#server/access/passwords.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

// As it is, but counting: what an answer tells by its time is how many slow checks went before it.
vi.mock('@node-rs/argon2', { spy: true });

let service: TestService;
const NOW = '2026-11-15T10:00:00+09:00';

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { LOGIN_FIRST_WAIT_MS: '300', LOGIN_LONGEST_WAIT_MS: '300' } });
  await service.openInstitution('10000001', 'clinic01');
  await service.openInstitution('10000002', 'clinic02');
  const { examinee_id } = await service.db
    .insertInto('examinees')
    .values({
      institution_code: '10000001',
      mail: 'Hanako@example.jp',
      family_name: '健診',
      given_name: '花子',
      mail_verified_at: new Date(NOW),
    })
    .returning('examinee_id')
    .executeTakeFirstOrThrow();
  const own = { institution_code: '10000001', examinee_id };
  await service.db
    .insertInto('examinee_credentials')
    .values([
      { ...own, kind: 'own', scheme: 'argon2id', hash: await hashPassword('Own#12345') },
      {
        ...own,
        kind: 'reissued',
        scheme: 'keyed',
        hash: keyedHash(service.running.secret, 'ReissuedReissued'),
        expires_at: new Date('2026-11-16T10:00:00+09:00'),
      },
    ])
    .execute();
});
afterAll(() => service.close());
afterEach(async () => {
  service.setNow(NOW);
  await service.forgetAttempts();
});

const token = (username: string, password: string, more: object = {}) =>
  service.post('/Token', { grant_type: 'password', username, password, ...more });
const info = (bearer?: string, form: object = {}) => service.post('/api/AdminLogin/GetUserInfo', { ...form }, bearer);

test('the right pair gets a token as OAuth 2 answers it', async () => {
  const { status, body } = await token('clinic01', 'Biyori#2026');
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    userId: 'clinic01',
    jgcd: '',
  });
  expect(Buffer.from(body.access_token, 'base64url')).toHaveLength(32);
  expect((await info(body.access_token, { ircd: '10000001' })).body).toMatchObject({
    errorCode: 0,
    irnm: '医療機関10000001　受付　佐藤',
  });
  const stored = await service.db.selectFrom('sessions').select('token_hash').execute();
  expect(stored.some((row) => row.token_hash.toString('base64url') === body.access_token)).toBe(false);
});

test('mail addresses are compared by the letters of ASCII, here and in the database', async () => {
  expect((await token('10000001_HANAKO@EXAMPLE.JP', 'Own#12345')).status).toBe(200);
  // KELVIN SIGN, which lower case elsewhere makes a k of.
  expect((await token('10000001_Hana\u212ao@example.jp', 'Own#12345')).status).toBe(400);
  const { rows } = await sql<{ collation: string }>`
    select collation_name as collation from information_schema.columns
     where table_name = 'examinees' and column_name = 'mail'`.execute(service.db);
  expect(rows).toEqual([{ collation: 'C' }]);
});

test('a wrong password and an unknown user answer alike, after the same slow check', async () => {
  for (const user of ['clinic01', 'nobody99', '10000001_hanako@example.jp', '10000001_no@example.jp']) {
    vi.mocked(verify).mockClear();
    expect(await token(user, 'wrong')).toEqual({ status: 400, body: { error: 'invalid_grant' } });
    const costs = vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
    expect(costs, user).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
  }
});

test.each([
  [{ username: '', password: 'x' }, 'invalid_request'],
  [{ username: 'x'.repeat(121), password: 'x' }, 'invalid_request'],
  [{ username: 'clinic01', password: 'Biyori#2026', grant_type: 'client_credentials' }, 'unsupported_grant_type'],
])('refuses %j as %s', async (form, error) => {
  expect(await service.post('/Token', { grant_type: 'password', ...form })).toEqual({ status: 400, body: { error } });
});

test('the 6th wrong try in a row waits, the 11th is locked out, and a right one is not let in until the lock ends', async () => {
  for (let round = 1; round <= 5; round++) await token('clinic02', 'wrong');
  const start = performance.now();
  await token('clinic02', 'wrong');
  expect(performance.now() - start).toBeGreaterThan(300);
  for (let round = 7; round <= 10; round++) await token('clinic02', 'wrong');
  const locked = await token('clinic02', 'Biyori#2026');
  expect(locked.status).toBe(429);
  expect(locked.body.errorMessage).toContain('15分');
  service.setNow('2026-11-15T10:14:00+09:00');
  expect((await token('clinic02', 'Biyori#2026')).status).toBe(429);
  service.setNow('2026-11-15T10:15:01+09:00');
  expect((await token('clinic02', 'Biyori#2026')).status).toBe(200);
});

test('an unknown user is slowed down and locked just the same', async () => {
  for (let round = 1; round <= 10; round++) await token('ghost000', 'wrong');
  expect((await token('ghost000', 'wrong')).status).toBe(429);
});

test('parallel tries gain nothing', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => token('clinic02', 'wrong')));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('a right try forgets the wrong ones before it', async () => {
  for (let round = 1; round <= 4; round++) await token('clinic01', 'wrong');
  await token('clinic02', 'wrong');
  const counted = async () => {
    const tries = await service.db.selectFrom('failed_tries').select('failures').execute();
    const attempts = await service.db.selectFrom('login_attempts').select('failures').execute();
    return [tries, attempts].map((rows) => rows.map(({ failures }) => failures).sort());
  };
  // By address two ids, and a mark for each of them; by user id from all new addresses, and from this one, four and one.
  expect(await counted()).toEqual([
    [1, 1, 1, 2, 4],
    [1, 4],
  ]);
  expect((await token('clinic01', 'Biyori#2026')).status).toBe(200);
  expect(await counted()).toEqual([
    [0, 1, 1, 1],
    [0, 1],
  ]);
});

test('examinees log in with either password that still holds, whatever the case of the mail address', async () => {
  const own = await token('10000001_hanako@EXAMPLE.jp', 'Own#12345');
  expect(own.body).toMatchObject({ userId: '10000001_Hanako@example.jp', expires_in: 1800 });
  expect((await token('10000001_hanako@example.jp', 'ReissuedReissued')).status).toBe(200);
  service.setNow('2026-11-16T10:00:01+09:00');
  expect((await token('10000001_hanako@example.jp', 'ReissuedReissued')).status).toBe(400);
  expect((await token('10000002_hanako@example.jp', 'Own#12345')).status).toBe(400);
});

test('a token ends by idling, by age and by logging out', async () => {
  const idle = (await token('clinic01', 'Biyori#2026')).body.access_token;
  service.setNow('2026-11-15T10:59:00+09:00');
  expect((await info(idle)).status).toBe(200);
  service.setNow('2026-11-15T11:58:00+09:00');
  expect((await info(idle)).status).toBe(200);
  service.setNow('2026-11-15T12:58:01+09:00');
  expect(await info(idle)).toMatchObject({ status: 401, body: { errorCode: 15 } });

  service.setNow(NOW);
  const old = (await token('clinic01', 'Biyori#2026')).body.access_token;
  for (let minutes = 50; minutes <= 720; minutes += 50) {
    service.setNow(new Date(new Date(NOW).getTime() + minutes * 60_000).toISOString());
    expect((await info(old)).status).toBe(200);
  }
  service.setNow(new Date(new Date(NOW).getTime() + 721 * 60_000).toISOString());
  expect((await info(old)).status).toBe(401);

  service.setNow(NOW);
  const left = (await token('clinic01', 'Biyori#2026')).body.access_token;
  expect((await service.post('/api/Account/Logout', {}, left)).body.errorCode).toBe(0);
  expect((await info(left)).status).toBe(401);
});

test('a token serves its own kind and institution only', async () => {
  const administrator = (await token('clinic01', 'Biyori#2026')).body.access_token;
  const examinee = (await token('10000001_hanako@example.jp', 'Own#12345')).body.access_token;
  expect(await info(examinee)).toMatchObject({ status: 401, body: { errorCode: 15 } });
  expect(await service.post('/api/CommonTop/CommonTopGetUserInfo', {}, administrator)).toMatchObject({ status: 401 });
  expect(await info(administrator, { ircd: '10000002' })).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await info(undefined, { token: administrator })).toMatchObject({ status: 401 });
  const asField = await service.post('/api/CommonTop/CommonTopGetUserInfo', { token: examinee });
  expect(asField.body).toMatchObject({ errorCode: 0, name: '健診　花子', sex: 'Z', age: 40, hfkb: 'Z', nend: 2026 });
});

test('a dead token is refused as such even where none is needed', async () => {
  const answer = await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: 'r10000001' }, 'x'.repeat(43));
  expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
});

test('tries to log in that carry an institution’s code take no place of it, and few of their network address at a time', async () => {
  const { calls } = service.running;
  const before = calls.entered;
  const attempt = { grant_type: 'password', username: 'nobody01', password: 'wrong', ircd: '10000001' };
  const all = await Promise.all(Array.from({ length: 8 }, () => service.post('/Token', attempt)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([400]));
  expect(calls.entered).toBe(before);
});
