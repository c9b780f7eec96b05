// Logging in with a second factor, through the HTTP server.
import type { ClientConfig } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepAll } from '#server/jobs.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { holdStaffAccount } from '#tests/kit/held-lock.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { ORIGIN, secondSteps } from '#tests/kit/two-factor.ts';

const INSTITUTION = '10000001';
const START = '2026-11-15T10:00:00+09:00';
let service: TestService;
let steps: ReturnType<typeof secondSteps>;
let now = START;

beforeAll(async () => {
  service = await startTestService({
    now: START,
    env: { PUBLIC_URL: ORIGIN, LOGIN_FIRST_WAIT_MS: '1', LOGIN_LONGEST_WAIT_MS: '1' },
  });
  steps = secondSteps(service);
  await service.openInstitution(INSTITUTION, 'clinic01');
});
afterAll(() => service.close());
afterEach(() => service.forgetAttempts());

/** Codes are good once: each test has half minutes of its own. */
function later(minutes = 2): string {
  now = new Date(new Date(now).getTime() + minutes * 60_000).toISOString();
  service.setNow(now);
  return now;
}

let clerks = 0;
async function makeClerk(): Promise<{ userId: string; token: string }> {
  const userId = `clerk${String(++clerks).padStart(3, '0')}`;
  const account = { institutionCode: INSTITUTION, userId, displayName: '係　田中', password: PASSWORD };
  await addAdministrator(service.db, account);
  later();
  return { userId, token: await service.logIn(userId) };
}

async function clerkWithApp() {
  const clerk = await makeClerk();
  const made = await steps.setUpApp(clerk.token, now);
  later();
  return { ...clerk, ...made };
}

const logOf = async (userId: string, ...acts: string[]) => {
  const rows = await service.db
    .selectFrom('access_log')
    .select(['act', 'details', 'outcome'])
    .where('user_id', '=', userId)
    .where('act', 'in', acts)
    .orderBy('at')
    .orderBy('act')
    .execute();
  return rows.map(({ act, details, outcome }) => [act, (details as { note?: string }).note ?? '', outcome]);
};

test('an account without a factor logs in as the spec says, and every field is as before', async () => {
  const { userId } = await makeClerk();
  const { status, body } = await steps.password(userId);
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    userId,
    jgcd: '',
  });
  const info = await service.post('/api/AdminLogin/GetUserInfo', {}, body.access_token);
  expect(info.body).toMatchObject({ errorCode: 0, ircd: INSTITUTION, irnm: '医療機関10000001　係　田中' });
  expect((await service.post('/api/Account/Logout', {}, body.access_token)).body.errorCode).toBe(0);
});

test('with an app, the password gets a ticket and what it takes, and the code gets the token', async () => {
  const { userId, app } = await clerkWithApp();
  const asked = await steps.password(userId);
  expect(asked).toEqual({
    status: 400,
    body: {
      error: 'mfa_required',
      error_description: '2段階認証が必要です。',
      mfa_token: expect.any(String),
      mfa_types: ['totp', 'recovery'],
      passkeyOptions: '',
      expires_in: 300,
    },
  });
  // Nothing is told to who has not said the right password.
  expect((await steps.password(userId, 'wrong')).body).toEqual({ error: 'invalid_grant' });
  const answer = await steps.second({ mfa_token: asked.body.mfa_token, mfa_type: 'totp', otp: app.codeAt(now) });
  expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', userId, jgcd: '', expires_in: 3600 } });
  const info = await service.post('/api/AdminLogin/GetUserInfo', {}, answer.body.access_token);
  expect(info.body).toMatchObject({ isTwoFactor: '1', isTwoFactorNeeded: '0', recoveryCount: 10 });
  const session = await service.db
    .selectFrom('sessions')
    .select(['second_factor', 'address'])
    .where('administrator_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(session).toEqual({ second_factor: 'totp', address: '127.0.0.1' });
});

test('a code that is sent twice within 30 seconds is invalid_grant the second time', async () => {
  const { userId, app } = await clerkWithApp();
  const otp = app.codeAt(now);
  expect((await steps.byApp(userId, otp)).status).toBe(200);
  expect(await steps.byApp(userId, otp)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
});

test('two log-ins at once with one code make one session', async () => {
  const { userId, app } = await clerkWithApp();
  const answers = await Promise.all([1, 2, 3].map(() => steps.byApp(userId, app.codeAt(now))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('the code that finishes an enrolment is used up', async () => {
  const clerk = await makeClerk();
  const { app } = await steps.setUpApp(clerk.token, now);
  expect(await steps.byApp(clerk.userId, app.codeAt(now))).toEqual({ status: 400, body: { error: 'invalid_grant' } });
});

describe('a ticket', () => {
  const expired = { status: 400, body: { error: 'expired_token' } };

  test('is good once, for five minutes, and none but ours is one', async () => {
    const { userId, app } = await clerkWithApp();
    const { mfa_token } = await steps.begin(userId);
    expect((await steps.second({ mfa_token, mfa_type: 'totp', otp: app.codeAt(now) })).status).toBe(200);
    later();
    expect(await steps.second({ mfa_token, mfa_type: 'totp', otp: app.codeAt(now) })).toEqual(expired);

    const old = (await steps.begin(userId)).mfa_token;
    later(5);
    expect(await steps.second({ mfa_token: old, mfa_type: 'totp', otp: app.codeAt(now) })).toEqual(expired);
    expect(await steps.second({ mfa_token: 'x'.repeat(80), mfa_type: 'totp', otp: '000000' })).toEqual(expired);
    // One for something else opens no session.
    const setUp = (await service.post('/api/StaffMe/TotpBegin', {}, await service.logIn('clinic01'))).body.mfa_token;
    expect(await steps.second({ mfa_token: setUp, mfa_type: 'totp', otp: '000000' })).toEqual(expired);
    expect((await steps.second({ mfa_type: 'totp', otp: '1' })).body).toEqual({ error: 'invalid_request' });
    expect((await steps.second({ mfa_token: old, mfa_type: 'sms', otp: '1' })).body).toEqual({
      error: 'invalid_request',
    });
  });

  test('dies with a change of password or factors in between, and with the account', async () => {
    const { userId, app, token } = await clerkWithApp();
    const change = (values: object) =>
      service.db.updateTable('administrators').set(values).where('user_id', '=', userId).execute();
    const { password_hash } = await service.db
      .selectFrom('administrators')
      .select('password_hash')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const changes = [
      () => change({ password_hash: 'another' }),
      () => service.post('/api/StaffMe/RecoveryRenew', {}, token).then(() => steps.setUpPasskey(token)),
      () => change({ disabled_at: new Date(now) }),
    ];
    for (const turn of changes) {
      const { mfa_token } = await steps.begin(userId);
      await turn();
      expect(await steps.second({ mfa_token, mfa_type: 'totp', otp: app.codeAt(now) })).toEqual(expired);
      await change({ password_hash, disabled_at: null });
    }
    expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(200);
  });

  test('leaves nothing in the database until it succeeds, and goes with the sweep when it is over', async () => {
    const { userId, app } = await clerkWithApp();
    await service.db.deleteFrom('used_tickets').execute();
    const count = async () => (await service.db.selectFrom('used_tickets').selectAll().execute()).length;
    for (let round = 0; round < 3; round++) await steps.begin(userId);
    await service.post('/api/AdminLogin/PasskeyOptions', {});
    expect(await count()).toBe(0);
    await steps.byApp(userId, app.codeAt(now));
    expect(await count()).toBe(1);
    const fail = (_what: string, error: unknown) => {
      throw error;
    };
    await sweepAll(service.running, fail);
    expect(await count()).toBe(1);
    later(6);
    await sweepAll(service.running, fail);
    expect(await count()).toBe(0);
  });
});

describe('tries of the second step', () => {
  test('a right password and ten wrong codes: the right code gets 429, also when the password is sent again in between', async () => {
    const { userId, app } = await clerkWithApp();
    for (let round = 1; round <= 10; round++) {
      expect((await steps.byApp(userId, 'wrong1')).body).toEqual({ error: 'invalid_grant' });
    }
    const locked = await steps.byApp(userId, app.codeAt(now));
    expect(locked).toMatchObject({ status: 429, body: { errorCode: 11 } });
    expect(locked.body.errorMessage).toContain('15分');
    // The password itself is not locked, and does not forget them.
    expect((await steps.password(userId)).body.error).toBe('mfa_required');
    for (let round = 0; round < 3; round++) expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(429);
    const log = await logOf(userId, '03', '04');
    const inARow = log.filter(([act]) => act === '04').map(([, note]) => note);
    expect(inARow.sort()).toEqual(Array.from({ length: 10 }, (_, n) => `連続${n + 1}回`).sort());
    expect(log.filter(([act]) => act === '03')).toEqual([['03', '2段階認証', 'failed']]);
    later(16);
    expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(200);
  });

  test('a finished log-in forgets them', async () => {
    const { userId, app } = await clerkWithApp();
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) await steps.byApp(userId, 'wrong1');
      expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(200);
      later();
    }
  });

  test('50 wrong ones in 24 hours lock it until these are over', async () => {
    const { userId, app } = await clerkWithApp();
    for (let round = 0; round < 50; round++) {
      if (round % 10 === 0) later(16);
      await steps.byApp(userId, 'wrong1');
    }
    later(16);
    const locked = await steps.byApp(userId, app.codeAt(now));
    expect(locked).toMatchObject({ status: 429, body: { errorCode: 11 } });
    expect(locked.body.errorMessage).toContain('管理者');
    later(24 * 60);
    expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(200);
  });

  test('a manager who presses ロックを解除 lifts the lock', async () => {
    const { userId, app } = await clerkWithApp();
    for (let round = 1; round <= 10; round++) await steps.byApp(userId, 'wrong1');
    expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(429);
    const manager = await service.logIn('clinic01');
    expect((await service.post('/api/Staff/Unlock', { userId }, manager)).body.errorCode).toBe(0);
    expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(200);
  });
});

test('a recovery code is good once, however it is typed', async () => {
  const { userId, recovery } = await clerkWithApp();
  expect(recovery).toHaveLength(10);
  const [code = ''] = recovery;
  const use = async (otp: string) =>
    steps.second({ mfa_token: (await steps.begin(userId)).mfa_token, mfa_type: 'recovery', otp });
  const first = await use(` ${code.toLowerCase().replace('-', '')}`);
  expect(first.status).toBe(200);
  expect((await use(code)).body).toEqual({ error: 'invalid_grant' });
  const info = await service.post('/api/AdminLogin/GetUserInfo', {}, first.body.access_token);
  expect(info.body.recoveryCount).toBe(9);
  expect(await logOf(userId, '01')).toContainEqual(['01', 'パスワード・リカバリーコード', 'ok']);
});

describe('passkeys', () => {
  async function clerkWithPasskey() {
    const clerk = await makeClerk();
    const made = await steps.setUpPasskey(clerk.token);
    return { ...clerk, ...made };
  }
  const offer = async () => (await service.post('/api/AdminLogin/PasskeyOptions', {})).body;

  test('by a passkey alone no user id and no password are asked', async () => {
    const { userId, passkey } = await clerkWithPasskey();
    const { mfa_token, passkeyOptions } = await offer();
    expect(JSON.parse(passkeyOptions)).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(JSON.parse(passkeyOptions).allowCredentials ?? []).toEqual([]);
    const answer = await steps.second({ mfa_token, mfa_type: 'passkey', credential: passkey.sign(passkeyOptions) });
    expect(answer).toMatchObject({ status: 200, body: { userId } });
    expect(await logOf(userId, '01')).toContainEqual(['01', 'パスキー', 'ok']);
    const session = await service.db
      .selectFrom('sessions')
      .select(['second_factor', 'is_restricted'])
      .where('administrator_id', '=', userId)
      .where('second_factor', '=', 'passkey')
      .execute();
    expect(session).not.toEqual([]);
  });

  test('as the second step after the password', async () => {
    const { userId, passkey } = await clerkWithPasskey();
    const { mfa_token, mfa_types, passkeyOptions } = await steps.begin(userId);
    expect(mfa_types).toEqual(['passkey', 'recovery']);
    expect(JSON.parse(passkeyOptions).allowCredentials).toHaveLength(1);
    const credential = passkey.sign(passkeyOptions);
    expect((await steps.second({ mfa_token, mfa_type: 'passkey', credential })).status).toBe(200);
    expect(await logOf(userId, '01')).toContainEqual(['01', 'パスワード・パスキー', 'ok']);
  });

  test.each([
    ['signed for another site', { at: 'http://localhost:9999' }],
    ['without having seen the person', { flags: 0x01 }],
  ])('one that was %s opens nothing', async (_what, how) => {
    const { passkey } = await clerkWithPasskey();
    const { mfa_token, passkeyOptions } = await offer();
    const credential = passkey.sign(passkeyOptions, how);
    expect(await steps.second({ mfa_token, mfa_type: 'passkey', credential })).toEqual({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('an answer to another challenge, of another account, or of nobody opens nothing', async () => {
    const [one, other] = [await clerkWithPasskey(), await clerkWithPasskey()];
    const wrong = { status: 400, body: { error: 'invalid_grant' } };
    const [asked, elsewhere] = [await offer(), await offer()];
    const { mfa_token } = asked;
    const tried = one.passkey.sign(elsewhere.passkeyOptions);
    expect(await steps.second({ mfa_token, mfa_type: 'passkey', credential: tried })).toEqual(wrong);
    const begun = await steps.begin(one.userId);
    const foreign = other.passkey.sign(begun.passkeyOptions);
    const form = { mfa_token: begun.mfa_token, mfa_type: 'passkey' };
    expect(await steps.second({ ...form, credential: foreign })).toEqual(wrong);
    for (const credential of ['', 'null', '{}', '{"id":"x","response":{}}']) {
      expect(await steps.second({ mfa_token, mfa_type: 'passkey', credential })).toEqual(wrong);
    }
  });

  test('a counter that goes back is refused and logged', async () => {
    const { userId, passkey } = await clerkWithPasskey();
    const logIn = async () => {
      const { mfa_token, passkeyOptions } = await offer();
      return steps.second({ mfa_token, mfa_type: 'passkey', credential: passkey.sign(passkeyOptions) });
    };
    passkey.turnBack(7);
    expect((await logIn()).status).toBe(200);
    passkey.turnBack(2);
    expect((await logIn()).body).toEqual({ error: 'invalid_grant' });
    expect(await logOf(userId, '04')).toEqual([['04', expect.stringContaining('使用回数'), 'failed']]);
    passkey.turnBack(8);
    expect((await logIn()).status).toBe(200);
  });
});

describe('the access log', () => {
  test('tells log-ins, failures in a row, one lock, and log-outs', async () => {
    const { userId } = await makeClerk();
    for (let round = 0; round < 14; round++) await steps.password(userId, 'wrong');
    const log = await logOf(userId, '01', '02', '03');
    expect(log[0]).toEqual(['01', 'パスワード', 'ok']);
    const wrong = log.filter(([act]) => act === '02');
    expect(wrong).toHaveLength(10);
    expect(wrong).toContainEqual(['02', '連続10回', 'failed']);
    expect(log.filter(([act]) => act === '03')).toEqual([['03', '', 'failed']]);
    later(16);
    const token = await service.logIn(userId);
    await service.post('/api/Account/Logout', {}, token);
    expect(await logOf(userId, '05')).toEqual([['05', '', 'ok']]);
    const { last_login_at } = await service.db
      .selectFrom('administrators')
      .select('last_login_at')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(last_login_at).toEqual(new Date(now));
  });

  test('says nothing of ids that nobody has', async () => {
    const count = async () => (await service.db.selectFrom('access_log').select('entry_id').execute()).length;
    const before = await count();
    await steps.password('nobody99', 'wrong');
    await steps.password('10000001_no@example.jp', 'wrong');
    expect(await count()).toBe(before);
  });
});

describe('Confirm', () => {
  const renewCodes = (token: string) => service.post('/api/StaffMe/RecoveryRenew', {}, token);
  const given = { currentPassword: PASSWORD };

  test('in a session with a second factor asks for the password and a code, and gives a new token in place of the old one', async () => {
    const { token, app } = await clerkWithApp();
    later(11);
    expect(await renewCodes(token)).toMatchObject({ status: 403, body: { isConfirmNeeded: '1' } });
    const asked = { errorCode: 13, errorMessage: '2段階認証の認証コードも入力してください。' };
    expect((await steps.confirm(token, given)).body).toMatchObject(asked);
    expect((await steps.confirm(token, { ...given, otp: app.codeAt(now) })).body).toMatchObject(asked);
    const right = { mfa_type: 'totp', otp: app.codeAt(now) };
    expect((await steps.confirm(token, { ...right, currentPassword: 'wrong' })).body).toMatchObject({
      errorCode: 13,
      errorMessage: '現在のパスワードが正しくありません。',
    });
    expect((await renewCodes(token)).status).toBe(403);
    const { body } = await steps.confirm(token, { ...given, ...right });
    expect(body.errorCode).toBe(0);
    expect(body.access_token).not.toBe(token);
    expect(await renewCodes(token)).toMatchObject({ status: 401, body: { errorCode: 15 } });
    expect((await renewCodes(body.access_token)).body.recoveryList).toHaveLength(10);
  });

  test('a code is good once there too, and a recovery code stands in for it', async () => {
    const { token, app, recovery } = await clerkWithApp();
    const otp = app.codeAt(now);
    const first = await steps.confirm(token, { ...given, mfa_type: 'totp', otp });
    const again = await steps.confirm(first.body.access_token, { ...given, mfa_type: 'totp', otp });
    expect(again.body).toMatchObject({ errorCode: 13, errorMessage: '認証コードが正しくありません。' });
    const byRecovery = { ...given, mfa_type: 'recovery', otp: recovery[0] };
    expect((await steps.confirm(first.body.access_token, byRecovery)).body.errorCode).toBe(0);
  });

  test('counts wrong codes as those of a log-in: ten lock both, and the log has them', async () => {
    const { userId, token, app } = await clerkWithApp();
    for (let round = 1; round <= 10; round++) {
      const wrong = await steps.confirm(token, { ...given, mfa_type: 'totp', otp: 'wrong1' });
      expect(wrong.body).toMatchObject({ errorCode: 13, errorMessage: '認証コードが正しくありません。' });
    }
    const right = { mfa_type: 'totp', otp: app.codeAt(now) };
    expect(await steps.confirm(token, { ...given, ...right })).toMatchObject({ status: 429 });
    expect((await steps.byApp(userId, app.codeAt(now))).status).toBe(429);
    expect((await logOf(userId, '04')).length).toBe(10);
  });

  test('leaves an entry, and nothing of the session but its token turns', async () => {
    const { userId, token, app } = await clerkWithApp();
    const sessions = async (bearer: string) =>
      (await service.post('/api/StaffMe/FirstDisplay', {}, bearer)).body.listSession;
    const before = await sessions(token);
    const { body } = await steps.confirm(token, { ...given, mfa_type: 'totp', otp: app.codeAt(now) });
    expect(await sessions(body.access_token)).toEqual(before);
    expect(await logOf(userId, '06')).toContainEqual(['06', 'パスワードと認証コード', 'ok']);
  });

  test('a change of password that was under way with the old token keeps this session', async () => {
    const { token, userId } = await makeClerk();
    const passwordOf = `${PASSWORD}#another1`;
    const held = await holdStaffAccount(service.connection as ClientConfig, userId);
    // Admitted, and waiting: by the time it ends the others, this session has another token.
    const form = { currentPassword: PASSWORD, newPassword: passwordOf, newPasswordEx: passwordOf };
    const changing = service.post('/api/StaffMe/ChangePassword', form, token);
    await held.untilWaiting();
    const { body } = await steps.confirm(token, given);
    await held.release();
    expect((await changing).body.errorCode).toBe(0);
    const info = await service.post('/api/AdminLogin/GetUserInfo', {}, body.access_token);
    expect(info.body.errorCode).toBe(0);
  });
});

test('Confirm takes a passkey too, of the own account only', async () => {
  const [one, other] = [await makeClerk(), await makeClerk()];
  const { passkey } = await steps.setUpPasskey(one.token);
  const { passkey: foreign } = await steps.setUpPasskey(other.token);
  later(11);
  const renew = (token = one.token) => service.post('/api/StaffMe/RecoveryRenew', {}, token);
  expect(await renew()).toMatchObject({ status: 403, body: { isConfirmNeeded: '1' } });
  const confirm = async (by: typeof passkey) => {
    const { mfa_token, passkeyOptions } = (await service.post('/api/AdminLogin/PasskeyOptions', {})).body;
    const form = { mfa_token, credential: by.sign(passkeyOptions) };
    return { form, answer: await service.post('/api/StaffMe/Confirm', form, one.token) };
  };
  expect((await confirm(foreign)).answer.body).toMatchObject({
    errorCode: 13,
    errorMessage: 'パスキーを確認できませんでした。もう一度お試しください。',
  });
  expect((await renew()).status).toBe(403);
  const { form, answer } = await confirm(passkey);
  expect(answer.body.errorCode).toBe(0);
  const { access_token } = answer.body;
  expect((await renew(access_token)).body.recoveryList).toHaveLength(10);
  // A ticket is good once, and the token that it was sent with is dead.
  expect((await service.post('/api/StaffMe/Confirm', form, access_token)).body.errorCode).toBe(13);
  expect((await renew()).status).toBe(401);
});
