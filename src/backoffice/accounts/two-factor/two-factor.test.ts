// Second factors of the own account, through the HTTP server: set up, removed, and asked of everybody.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAdministrator } from '#server/records/institutions.ts';
import { makePasskey } from '#tests/kit/authenticator.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { ORIGIN, secondSteps } from '#tests/kit/two-factor.ts';

const INSTITUTION = '10000001';
const START = '2026-11-15T10:00:00+09:00';
let service: TestService;
let steps: ReturnType<typeof secondSteps>;
let now = START;
let token: string;
let userId: string;
let clerks = 0;

beforeAll(async () => {
  service = await startTestService({ now: START, env: { PUBLIC_URL: ORIGIN } });
  steps = secondSteps(service);
  await service.openInstitution(INSTITUTION, 'clinic01');
});
afterAll(() => service.close());

function later(minutes: number): void {
  now = new Date(new Date(now).getTime() + minutes * 60_000).toISOString();
  service.setNow(now);
}

function demand(since: string | null) {
  const policy = { two_factor_since: since === null ? null : new Date(since) };
  return service.db
    .insertInto('institution_policies')
    .values({ institution_code: INSTITUTION, ...policy })
    .onConflict((conflict) => conflict.column('institution_code').doUpdateSet(policy))
    .execute();
}

/** Whoever has a long password may do without a second factor. */
const lengthen = (isLong: boolean) =>
  service.db.updateTable('administrators').set({ password_is_long: isLong }).where('user_id', '=', userId).execute();

beforeEach(async () => {
  later(2);
  await demand(null);
  userId = `clerk${String(++clerks).padStart(3, '0')}`;
  const account = { institutionCode: INSTITUTION, userId, displayName: '係　田中', password: PASSWORD };
  await addAdministrator(service.db, account);
  token = await service.logIn(userId);
});

const me = (call: string, form: object = {}) => service.post(`/api/StaffMe/${call}`, { ...form }, token);
const passkeysOf = (user: string) =>
  service.db.selectFrom('staff_passkeys').selectAll().where('user_id', '=', user).execute();
const stored = () =>
  service.db.selectFrom('administrators').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

describe('the app', () => {
  test('is set up with a secret for the QR code, a code, and ten recovery codes', async () => {
    const { begun, finished } = await steps.setUpApp(token, now);
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.body.otpauthUrl).toContain(`:${userId}?secret=${begun.body.secret}&issuer=`);
    expect(finished.body.errorCode).toBe(0);
    expect(finished.body.recoveryList).toHaveLength(10);
    for (const code of finished.body.recoveryList) expect(code).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    // Sealed: nobody who reads the database has the secret, or a code.
    const rows = JSON.stringify([
      await stored(),
      await service.db.selectFrom('staff_recovery_codes').selectAll().execute(),
    ]);
    expect(rows).not.toContain(begun.body.secret);
    expect(rows).not.toContain(finished.body.recoveryList[0]);
    const logged = service.db.selectFrom('access_log').select('details').where('user_id', '=', userId);
    expect(await logged.where('act', '=', '32').execute()).toEqual([{ details: { note: '認証アプリの設定' } }]);
  });

  test('a wrong code sets up nothing, and the right one still does', async () => {
    const begun = await me('TotpBegin');
    const { mfa_token } = begun.body;
    expect((await me('TotpFinish', { mfa_token, otp: '000000' })).body).toMatchObject({
      errorCode: 13,
      errorMessage: '認証コードが正しくありません。',
    });
    expect((await me('TotpFinish', { mfa_token, otp: '12' })).body).toMatchObject({
      errorCode: 12,
      errorMessage: '認証コードは6桁で入力してください。',
    });
    expect((await stored()).totp_sealed).toBeNull();
    expect((await steps.setUpApp(token, now)).finished.body.errorCode).toBe(0);
  });

  test('a ticket of ten minutes ago, of somebody else, or of another setting sets up nothing', async () => {
    const other = await service.logIn('clinic01');
    const foreign = (await service.post('/api/StaffMe/TotpBegin', {}, other)).body.mfa_token;
    const old = (await me('TotpBegin')).body.mfa_token;
    const passkey = (await me('PasskeyBegin')).body.mfa_token;
    later(10);
    token = (await me('Confirm', { currentPassword: PASSWORD })).body.access_token;
    for (const mfa_token of [foreign, old, passkey, 'x']) {
      const answer = await me('TotpFinish', { mfa_token, otp: '123456' });
      expect(answer.body).toMatchObject({ errorCode: 13, errorMessage: expect.stringContaining('もう一度はじめから') });
    }
  });

  test('is set up once', async () => {
    await steps.setUpApp(token, now);
    expect((await steps.setUpApp(token, now)).finished.body).toMatchObject({ errorCode: 13 });
  });
});

describe('passkeys', () => {
  test('get a name, may be renamed, and are gone when they are removed', async () => {
    await lengthen(true);
    const { begun, finished } = await steps.setUpPasskey(token, '受付の端末');
    expect(JSON.parse(begun.body.passkeyOptions)).toMatchObject({
      rp: { id: 'localhost', name: '健診びより' },
      user: { name: userId, displayName: '係　田中' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    });
    expect(finished.body.recoveryList).toHaveLength(10);
    const [passkey] = await passkeysOf(userId);
    expect(passkey?.name).toBe('受付の端末');
    expect((await stored()).passkey_user).toHaveLength(16);
    const passkeyId = passkey?.passkey_id;
    expect((await me('PasskeyRename', { passkeyId, name: '' })).body.errorCode).toBe(12);
    expect((await me('PasskeyRename', { passkeyId, name: 'あ'.repeat(41) })).body.errorCode).toBe(12);
    expect((await me('PasskeyRename', { passkeyId, name: '2階の端末' })).body.errorCode).toBe(0);
    expect((await passkeysOf(userId))[0]?.name).toBe('2階の端末');
    const nobodys = { passkeyId: '0b9f5c1e-0000-4000-8000-000000000000', name: 'x' };
    expect(await me('PasskeyRename', nobodys)).toMatchObject({ status: 404 });
    expect(await me('PasskeyRemove', { passkeyId: 'none' })).toMatchObject({ status: 404 });
    expect((await me('PasskeyRemove', { passkeyId })).body.errorCode).toBe(0);
    expect(await passkeysOf(userId)).toEqual([]);
    expect(
      await service.db.selectFrom('passkey_directory').selectAll().where('user_id', '=', userId).execute(),
    ).toEqual([]);
    // Without any factor the log-in is the spec's again.
    expect((await steps.password(userId)).status).toBe(200);
  });

  test('one that was not made for this asking is not taken', async () => {
    const [first, second] = [await me('PasskeyBegin'), await me('PasskeyBegin')];
    const refusal = { errorCode: 13, errorMessage: 'パスキーを確認できませんでした。もう一度お試しください。' };
    const credential = makePasskey(ORIGIN).register(first.body.passkeyOptions);
    const crossed = { mfa_token: second.body.mfa_token, name: '端末', credential };
    expect((await me('PasskeyFinish', crossed)).body).toMatchObject(refusal);
    const elsewhere = makePasskey('http://localhost:1').register(first.body.passkeyOptions);
    const form = { mfa_token: first.body.mfa_token, name: '端末' };
    for (const wrong of [elsewhere, '', '{}', 'x']) {
      expect((await me('PasskeyFinish', { ...form, credential: wrong })).body).toMatchObject(refusal);
    }
    expect((await me('PasskeyFinish', { ...form, credential })).body.errorCode).toBe(0);
    expect((await me('PasskeyFinish', { ...form, credential })).body.errorCode).toBe(13);
    expect(await passkeysOf(userId)).toHaveLength(1);
  });

  test('ten of them, and no more', async () => {
    const last = await me('PasskeyBegin');
    for (let round = 0; round < 10; round++) {
      expect((await steps.setUpPasskey(token, `端末${round}`)).finished.body.errorCode).toBe(0);
    }
    expect((await me('PasskeyBegin')).body).toMatchObject({
      errorCode: 13,
      errorMessage: expect.stringContaining('10個'),
    });
    const form = {
      mfa_token: last.body.mfa_token,
      name: '11',
      credential: makePasskey(ORIGIN).register(last.body.passkeyOptions),
    };
    expect((await me('PasskeyFinish', form)).body.errorCode).toBe(13);
    expect(await passkeysOf(userId)).toHaveLength(10);
  });

  test('none are made where the address is neither https nor localhost', async () => {
    const { config } = service.running;
    const { publicUrl } = config;
    config.publicUrl = 'http://192.168.0.10:8080';
    try {
      expect((await me('PasskeyBegin')).body).toMatchObject({
        errorCode: 13,
        errorMessage: 'パスキーは、httpsのアドレスで利用しているときに登録できます。',
      });
      expect((await service.post('/api/AdminLogin/PasskeyOptions', {})).body).toMatchObject({
        mfa_token: '',
        passkeyOptions: '',
      });
    } finally {
      config.publicUrl = publicUrl;
    }
  });
});

describe('the last factor', () => {
  test('stays under the policy', async () => {
    await lengthen(true);
    await steps.setUpApp(token, now);
    await demand(now);
    expect((await me('TotpRemove')).body).toMatchObject({
      errorCode: 13,
      errorMessage: 'この医療機関では2段階認証が必要です。別の方法を登録してから解除してください。',
    });
    // With another one it may go.
    await steps.setUpPasskey(token);
    expect((await me('TotpRemove')).body.errorCode).toBe(0);
    const [passkey] = await passkeysOf(userId);
    expect((await me('PasskeyRemove', { passkeyId: passkey?.passkey_id })).body.errorCode).toBe(13);
  });

  test('stays where the password is too short to do without', async () => {
    await lengthen(false);
    await steps.setUpApp(token, now);
    expect((await me('TotpRemove')).body).toMatchObject({
      errorCode: 13,
      errorMessage: '先に13桁以上のパスワードに変更してください。',
    });
    await lengthen(true);
    expect((await me('TotpRemove')).body.errorCode).toBe(0);
    const codes = service.db.selectFrom('staff_recovery_codes').selectAll().where('user_id', '=', userId);
    expect(await codes.execute()).toEqual([]);
  });

  test('of two tabs that each remove another one, one is refused', async () => {
    await lengthen(true);
    await demand(now);
    await steps.setUpApp(token, now);
    await steps.setUpPasskey(token);
    const [passkey] = await passkeysOf(userId);
    const answers = await Promise.all([me('TotpRemove'), me('PasskeyRemove', { passkeyId: passkey?.passkey_id })]);
    expect(answers.map(({ body }) => body.errorCode).sort()).toEqual([0, 13]);
  });
});

test('recovery codes come with the first factor only, and new ones end the old', async () => {
  expect((await me('RecoveryRenew')).body.errorCode).toBe(13);
  const { recovery } = await steps.setUpApp(token, now);
  const second = await steps.setUpPasskey(token);
  expect(second.finished.body.recoveryList).toEqual([]);
  const renewed = (await me('RecoveryRenew')).body.recoveryList;
  expect(renewed).toHaveLength(10);
  const use = async (otp?: string) =>
    (await steps.second({ mfa_token: (await steps.begin(userId)).mfa_token, mfa_type: 'recovery', otp })).status;
  expect(await use(recovery[0])).toBe(400);
  expect(await use(renewed[0])).toBe(200);
});

test('each of the calls wants somebody who has just shown who they are', async () => {
  later(11);
  for (const call of [
    'TotpBegin',
    'TotpFinish',
    'TotpRemove',
    'PasskeyBegin',
    'PasskeyFinish',
    'PasskeyRename',
    'PasskeyRemove',
    'RecoveryRenew',
  ]) {
    expect(await me(call), call).toMatchObject({ status: 403, body: { isConfirmNeeded: '1' } });
  }
});

describe('under the policy', () => {
  const status = (bearer: string) =>
    service.post('/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay', {}, bearer);

  test('a new clerk who logs in can use the own account only, until a factor is finished', async () => {
    await demand(now);
    later(1);
    const fresh = await service.logIn(userId);
    expect(await status(fresh)).toMatchObject({
      status: 403,
      body: {
        errorCode: 13,
        isTwoFactorNeeded: '1',
        errorMessage: '2段階認証の設定が必要です。設定すると、ほかの画面が使えるようになります。',
      },
    });
    const info = await service.post('/api/AdminLogin/GetUserInfo', {}, fresh);
    expect(info.body).toMatchObject({ isTwoFactorNeeded: '1', isTwoFactor: '0' });
    // It holds for sessions that were opened after it was switched on.
    expect((await status(token)).status).toBe(200);
    const { finished } = await steps.setUpApp(fresh, now);
    const { access_token } = finished.body;
    expect((await status(access_token)).status).toBe(200);
    // What was good for setting up a factor only opens nothing now.
    expect((await status(fresh)).status).toBe(401);
    const freed = await service.post('/api/AdminLogin/GetUserInfo', {}, access_token);
    expect(freed.body).toMatchObject({ isTwoFactorNeeded: '0', isTwoFactor: '1' });
  });

  test('a passkey frees it under another token too; whoever was not restricted goes on with theirs', async () => {
    expect((await steps.setUpApp(token, now)).finished.body).toMatchObject({ errorCode: 0, access_token: '' });
    await demand(now);
    later(1);
    const clerk = `clerk${String(++clerks).padStart(3, '0')}`;
    await addAdministrator(service.db, {
      institutionCode: INSTITUTION,
      userId: clerk,
      displayName: '係',
      password: PASSWORD,
    });
    const fresh = await service.logIn(clerk);
    const { finished } = await steps.setUpPasskey(fresh);
    expect((await status(finished.body.access_token)).status).toBe(200);
    expect((await status(fresh)).status).toBe(401);
  });

  test('one who has a second factor is not restricted', async () => {
    const { app } = await steps.setUpApp(token, now);
    await demand(now);
    later(2);
    const answer = await steps.byApp(userId, app.codeAt(now));
    expect((await status(answer.body.access_token)).status).toBe(200);
  });
});

describe('where managers need one', () => {
  const demandOfManagers = (since: Date | null) =>
    service.db
      .updateTable('institution_policies')
      .set({ managers_two_factor_since: since })
      .where('institution_code', '=', INSTITUTION)
      .execute();
  const info = async (bearer: string) => (await service.post('/api/AdminLogin/GetUserInfo', {}, bearer)).body;
  const days = (count: number) => new Date(new Date(now).getTime() + count * 86_400_000);

  test('the guide of the first day says by when; then a manager can do nothing else first, and a clerk anything', async () => {
    await demandOfManagers(days(14));
    const guide = async (bearer: string) => (await service.post('/api/FirstDay/FirstDisplay', {}, bearer)).body;
    expect((await info(token)).isTwoFactorNeeded).toBe('0');
    expect((await guide(token)).twoFactorDate).toMatch(/^2026\/1[12]\/\d\d$/);
    later(15 * 24 * 60);
    const late = await service.logIn(userId);
    expect((await info(late)).isTwoFactorNeeded).toBe('1');
    expect(await service.post('/api/FirstDay/FirstDisplay', {}, late)).toMatchObject({
      status: 403,
      body: { isTwoFactorNeeded: '1' },
    });
    const { access_token } = (await steps.setUpApp(late, now)).finished.body;
    expect((await guide(access_token)).twoFactorDate).toBe('');
    await service.db.updateTable('administrators').set({ role: 'reception' }).where('user_id', '=', userId).execute();
    await service.db
      .updateTable('administrators')
      .set({ totp_sealed: null, totp_confirmed_at: null })
      .where('user_id', '=', userId)
      .execute();
    expect((await info(await service.logIn(userId))).isTwoFactorNeeded).toBe('0');
    await demandOfManagers(null);
  });

  test('a manager turns it on and off beside what everybody needs; who is restricted by it is free then', async () => {
    const policy = (form: object) => service.post('/api/Staff/UpdatePolicy', { ...form }, token);
    const onlyManagers = { isTwoFactorRequired: '0', isManagerTwoFactorRequired: '1' };
    expect((await policy(onlyManagers)).body).toMatchObject({ errorCode: 13 });
    await steps.setUpApp(token, now);
    expect((await policy(onlyManagers)).body.errorCode).toBe(0);
    const listed = async () => (await service.post('/api/Staff/List', {}, token)).body;
    expect(await listed()).toMatchObject({ isTwoFactorRequired: '0', isManagerTwoFactorRequired: '1' });
    later(1);
    const other = await service.logIn('clinic01');
    expect((await info(other)).isTwoFactorNeeded).toBe('1');
    // As a server of 1.0.0 sends it: what managers need stays.
    expect((await policy({ isTwoFactorRequired: '0' })).body.errorCode).toBe(0);
    expect((await info(other)).isTwoFactorNeeded).toBe('1');
    expect((await policy({ ...onlyManagers, isManagerTwoFactorRequired: '0' })).body.errorCode).toBe(0);
    expect((await info(other)).isTwoFactorNeeded).toBe('0');
    expect(await listed()).toMatchObject({ isManagerTwoFactorRequired: '0', managerTwoFactorDate: '' });
  });

  test('who is made a manager has to set one up at once', async () => {
    const clerk = `clerk${String(++clerks).padStart(3, '0')}`;
    const account = { institutionCode: INSTITUTION, userId: clerk, displayName: '係', password: PASSWORD };
    await addAdministrator(service.db, { ...account, role: 'reception' });
    await demandOfManagers(new Date(now));
    const before = await service.logIn(clerk);
    expect((await info(before)).isTwoFactorNeeded).toBe('0');
    const { version } = (await service.post('/api/Staff/Detail', { userId: clerk }, token)).body;
    const turned = { userId: clerk, name: '係', role: '1', version };
    expect((await service.post('/api/Staff/Update', turned, token)).body.errorCode).toBe(0);
    expect((await info(before)).isTwoFactorNeeded).toBe('1');
    await demandOfManagers(null);
  });
});
