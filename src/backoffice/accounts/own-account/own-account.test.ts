// The own account, through the HTTP server: who one is, one's password, and where one is logged in.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/access/passwords.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { encodeForm } from '#wire/form.ts';

const NOW = '2026-11-16T10:00:00+09:00';
const HOUSE = '10000001';
const CLERK = 'clinic02';
const NEXT = 'Kawasemi#2026';
const CHANGE = '/api/StaffMe/ChangePassword';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let service: TestService;
let manager: string;
let storedHash: string;

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { LOGIN_FIRST_WAIT_MS: '0' } });
  manager = await service.openInstitution(HOUSE, 'clinic01');
  const clerk = { institutionCode: HOUSE, userId: CLERK, displayName: '健診課　高橋', role: 'viewer' as const };
  await addAdministrator(service.db, { ...clerk, password: PASSWORD });
  storedHash = await hashPassword(PASSWORD);
});
afterAll(() => service.close());

beforeEach(async () => {
  service.setNow(NOW);
  await service.forgetAttempts();
  await service.db.deleteFrom('institution_policies').execute();
  await service.db.deleteFrom('sessions').where('administrator_id', '=', CLERK).execute();
  await service.db
    .updateTable('administrators')
    .set({
      password_hash: storedHash,
      password_is_long: false,
      password_changed_at: new Date('2026-11-02T09:00:00+09:00'),
    })
    .where('user_id', '=', CLERK)
    .execute();
});

const enter = async (password = PASSWORD) => {
  const { status, body } = await service.post('/Token', { grant_type: 'password', username: CLERK, password });
  return status === 200 ? (body.access_token as string) : null;
};
const here = async () => (await enter()) ?? '';
const isAlive = async (token: string | null) =>
  (await service.post('/api/AdminLogin/GetUserInfo', {}, token ?? '')).body.errorCode === 0;
const setSession = (change: { second_factor?: 'passkey'; is_restricted?: boolean }) =>
  service.db.updateTable('sessions').set(change).where('administrator_id', '=', CLERK).execute();
const form = (currentPassword: string, newPassword: string, newPasswordEx = newPassword) => ({
  currentPassword,
  newPassword,
  newPasswordEx,
});
const change = async (next: string, current = PASSWORD, again = next) =>
  service.post(CHANGE, form(current, next, again), await here());
/** Entries can't be deleted, so those of a test are the ones that come during it. */
const changes = () =>
  service.db
    .selectFrom('access_log')
    .select(['act', 'user_id', 'outcome'])
    .where(sql`details ->> 'note'`, '=', 'パスワードの変更')
    .execute();

describe('who one is', () => {
  test('the account, when the password was changed, and where one is logged in', async () => {
    const { body } = await service.post('/api/StaffMe/FirstDisplay', {}, await here());
    expect(body).toMatchObject({
      errorCode: 0,
      userId: CLERK,
      name: '健診課　高橋',
      role: '3',
      irnm: `医療機関${HOUSE}`,
      passwordDate: '2026/11/02 09:00:00',
      isLongNeeded: '1',
      twoFactor: { totpDate: '', listPasskey: [], recoveryCount: 0, isTwoFactorRequired: '0' },
    });
    expect(body.listSession).toHaveLength(1);
  });

  test('a session that may only set up a second factor sees it too', async () => {
    const token = await here();
    await setSession({ is_restricted: true });
    expect((await service.post('/api/StaffMe/FirstDisplay', {}, token)).body).toMatchObject({ errorCode: 0 });
    expect((await service.post('/api/StaffMe/EndOtherSessions', {}, token)).body).toMatchObject({ errorCode: 0 });
  });

  test('factors, as far as there are any', async () => {
    const token = await here();
    const account = { institution_code: HOUSE, user_id: CLERK };
    const key = { credential_id: 'c', public_key: Buffer.from('k'), name: '受付の Windows' };
    await service.db
      .insertInto('staff_passkeys')
      .values({ ...account, ...key, created_at: new Date('2026-11-05T09:00:00+09:00') })
      .execute();
    await service.db
      .insertInto('staff_recovery_codes')
      .values([
        { ...account, hash: 'a' },
        { ...account, hash: 'b', used_at: new Date(NOW) },
      ])
      .execute();
    const { body } = await service.post('/api/StaffMe/FirstDisplay', {}, token);
    await service.db.deleteFrom('staff_passkeys').execute();
    await service.db.deleteFrom('staff_recovery_codes').execute();
    expect(body.twoFactor).toMatchObject({
      recoveryCount: 1,
      listPasskey: [{ name: '受付の Windows', registDate: '2026/11/05 09:00:00', lastDate: '' }],
    });
  });
});

describe('an own password', () => {
  test('ends every other session, is kept as long, and is logged', async () => {
    const [token, elsewhere, before] = [await here(), await here(), await changes()];
    expect((await service.post(CHANGE, form(PASSWORD, NEXT), token)).body).toMatchObject({ errorCode: 0 });
    expect([await isAlive(token), await isAlive(elsewhere), await isAlive(manager)]).toEqual([true, false, true]);
    expect([await enter(), await enter(NEXT)]).toEqual([null, expect.any(String)]);
    const kept = await service.db
      .selectFrom('administrators')
      .select(['password_is_long', 'password_changed_at'])
      .where('user_id', '=', CLERK)
      .executeTakeFirst();
    expect(kept).toEqual({ password_is_long: true, password_changed_at: new Date(NOW) });
    expect(await changes()).toEqual([...before, { act: '32', user_id: CLERK, outcome: 'ok' }]);
  });

  test('whose answer was lost, pressed again, has succeeded; later it is wrong', async () => {
    const token = await here();
    for (let round = 1; round <= 2; round++) {
      expect((await service.post(CHANGE, form(PASSWORD, NEXT), token)).body).toMatchObject({ errorCode: 0 });
    }
    service.setNow('2026-11-16T10:15:01+09:00');
    expect((await service.post(CHANGE, form(PASSWORD, NEXT), token)).body).toMatchObject({ errorCode: 13 });
  });

  test('of two changes at once one wins and the other is told', async () => {
    const [one, other] = [await here(), await here()];
    const answers = await Promise.all([
      service.post(CHANGE, form(PASSWORD, NEXT), one),
      service.post(CHANGE, form(PASSWORD, 'Hotarubi#20261'), other),
    ]);
    // The loser may have lost its session already.
    const codes = answers.map(({ body }) => body.errorCode);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.every((code) => [0, 13, 15].includes(code))).toBe(true);
    const opened = [await enter(NEXT), await enter('Hotarubi#20261')].map((token) => token !== null);
    expect(opened).toEqual(codes.map((code) => code === 0));
  });

  const DIFFERENT = '新しいパスワードと新しいパスワード（確認用）に入力されている内容が相違しています。';
  const LABELS = ['現在のパスワード', '新しいパスワード', '新しいパスワード（確認用）'];
  test.each([
    ['', '', '', LABELS.map((label) => `${label}は必須入力です。`)],
    [PASSWORD, 'Short#1', 'Short#1', LABELS.slice(1).map((label) => `${label}は8桁以上で入力ください。`)],
    [PASSWORD, NEXT, 'Kawasemi#2025', [DIFFERENT]],
  ])('the form tells with 14: %j, %j, %j', async (current, next, again, sentences) => {
    const { status, body } = await change(next, current, again);
    expect([status, body.errorCode, body.errorMessagesList]).toEqual([200, 14, sentences]);
  });

  const LONG = '2段階認証を設定していない場合、新しいパスワードは英字・数字・記号を混ぜて13桁以上で入力ください。';
  const COMMON = '新しいパスワードはよく使われる文字列のため使用できません。別のパスワードを入力してください。';
  test.each([
    ['a wrong current one', 'Wrong#2026', NEXT, ['現在のパスワードが正しくありません。']],
    ['the user id in it', PASSWORD, 'Kawa#CLINIC02#9', ['新しいパスワードにユーザーIDは使用できません。']],
    ['no digit', PASSWORD, 'Kawasemi#Tobiuo', [LONG]],
    ['the address of the institution', PASSWORD, 'R10000001', [LONG, COMMON]],
  ])('what only the server knows is told with 13: %s', async (_, current, next, sentences) => {
    const before = await changes();
    expect((await change(next, current)).body).toMatchObject({ errorCode: 13, errorMessagesList: sentences });
    expect(await enter()).not.toBeNull();
    expect(await changes()).toEqual(before);
  });

  test('given Dragon#2026, when a clerk chooses it, then 13 with the sentence and the old password still works', async () => {
    const token = await here();
    await setSession({ second_factor: 'passkey' });
    const { body } = await service.post(CHANGE, form(PASSWORD, 'Dragon#2026'), token);
    expect(body).toMatchObject({ errorCode: 13, errorMessagesList: [COMMON] });
    expect([await enter('Dragon#2026'), await enter()]).toEqual([null, expect.any(String)]);
  });

  test('given no second factor, when 12 characters are chosen, then 13', async () => {
    expect((await change('Kawasemi#202')).body).toMatchObject({ errorCode: 13, errorMessagesList: [LONG] });
    expect((await change(NEXT)).body).toMatchObject({ errorCode: 0 });
  });

  test('given a passkey session, then 8 do, and the password is no long one', async () => {
    const token = await here();
    await setSession({ second_factor: 'passkey' });
    const open = await service.post('/api/StaffMe/FirstDisplay', {}, token);
    expect(open.body).toMatchObject({ isLongNeeded: '0', listSession: [{ secondFactor: '2' }] });
    expect((await service.post(CHANGE, form(PASSWORD, 'Kw#2026x'), token)).body).toMatchObject({ errorCode: 0 });
    const { password_is_long } = await service.db
      .selectFrom('administrators')
      .select('password_is_long')
      .where('user_id', '=', CLERK)
      .executeTakeFirstOrThrow();
    expect(password_is_long).toBe(false);
  });

  test('where everybody needs a second factor, 8 do for who has yet to set one up', async () => {
    await service.db
      .insertInto('institution_policies')
      .values({ institution_code: HOUSE, two_factor_since: new Date(NOW) })
      .execute();
    expect((await change('Kw#2026x')).body).toMatchObject({ errorCode: 0 });
  });

  test('given a tab left open, when ten wrong current passwords are sent, then 429 and the id is locked for log-ins too', async () => {
    const token = await here();
    for (let round = 1; round <= 10; round++) {
      const { body } = await service.post(CHANGE, form('Wrong#2026', NEXT), token);
      expect(body).toMatchObject({ errorCode: 13, errorMessagesList: ['現在のパスワードが正しくありません。'] });
    }
    const locked = await service.post(CHANGE, form(PASSWORD, NEXT), token);
    expect(locked).toMatchObject({ status: 429, body: { errorCode: 11 } });
    const logIn = await service.post('/Token', { grant_type: 'password', username: CLERK, password: PASSWORD });
    expect(logIn.status).toBe(429);
  });
});

describe('where one is logged in', () => {
  /** A log-in by a browser that says what it is, from an address. */
  async function enterWith(userAgent: string, remoteAddress: string): Promise<string> {
    const response = await service.app.inject({
      method: 'POST',
      url: '/Token',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
      payload: encodeForm({ grant_type: 'password', username: CLERK, password: PASSWORD }).toString(),
    });
    return response.json().access_token;
  }
  const open = async (token: string) =>
    (await service.post('/api/StaffMe/FirstDisplay', {}, token)).body.listSession as Record<string, string>[];

  const loggedEnds = async () => {
    const entries = await service.db
      .selectFrom('access_log')
      .select('details')
      .where('user_id', '=', CLERK)
      .where(sql`details ->> 'note'`, 'like', '%端末のログアウト%')
      .execute();
    return entries.map(({ details }) => details);
  };

  test('the device in our words, its address and times; this one first', async () => {
    const token = await enterWith(CHROME, '192.0.2.24');
    service.setNow('2026-11-16T10:05:00+09:00');
    await enterWith('<script>Firefox/1</script>', '198.51.100.7');
    const common = { secondFactor: '0' };
    expect(await open(token)).toEqual([
      {
        ...common,
        sessionId: expect.stringMatching(/^[0-9a-f]{16}$/),
        device: 'Windows の Chrome',
        address: '192.0.2.24',
        loginDate: '2026/11/16 10:00:00',
        lastDate: '2026/11/16 10:05:00',
        isThis: '1',
      },
      {
        ...common,
        sessionId: expect.stringMatching(/^[0-9a-f]{16}$/),
        device: 'Firefox',
        address: '198.51.100.7',
        loginDate: '2026/11/16 10:05:00',
        lastDate: '2026/11/16 10:05:00',
        isThis: '0',
      },
    ]);
  });

  test('given three devices, when the others are logged out, then these two get 15 at their next call and this one goes on', async () => {
    const [one, two, three] = [await here(), await here(), await here()];
    const { body } = await service.post('/api/StaffMe/EndOtherSessions', {}, two);
    expect(body).toMatchObject({ errorCode: 0, listSession: [{ isThis: '1' }] });
    expect(body.listSession).toHaveLength(1);
    for (const token of [one, three]) {
      const answer = await service.post('/api/AdminLogin/GetUserInfo', {}, token);
      expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
    expect([await isAlive(two), await isAlive(manager)]).toEqual([true, true]);
    expect(await loggedEnds()).toContainEqual({ note: 'ほかの端末のログアウト', count: 2 });
  });

  test('one of them is logged out; one that is not there, another’s, or this one is not found', async () => {
    const [token, elsewhere] = [await here(), await here()];
    const [own, other] = await open(token);
    const others = await service.post('/api/StaffMe/FirstDisplay', {}, manager);
    const end = (sessionId: unknown) => service.post('/api/StaffMe/EndSession', { sessionId }, token);
    for (const sessionId of ['0'.repeat(16), others.body.listSession[0].sessionId, own?.sessionId]) {
      expect(await end(sessionId)).toMatchObject({ status: 404, body: { errorCode: 16 } });
    }
    expect((await end('')).body).toMatchObject({ errorCode: 12 });
    expect([await isAlive(token), await isAlive(elsewhere), await isAlive(manager)]).toEqual([true, true, true]);
    expect((await end(other?.sessionId)).body).toMatchObject({ errorCode: 0, listSession: [{ isThis: '1' }] });
    expect([await isAlive(token), await isAlive(elsewhere)]).toEqual([true, false]);
    expect(await loggedEnds()).toContainEqual({ note: '端末のログアウト（不明な端末）' });
  });

  test('one that has run out is none', async () => {
    await here();
    service.setNow('2026-11-16T11:00:01+09:00');
    expect(await open(await here())).toHaveLength(1);
  });
});

test('a password that the operator has typed is changed before anything else, under another token then', async () => {
  const [typed, own] = ['Tsukimi#Dango26', 'Kawasemi#20262'];
  await addAdministrator(service.db, {
    institutionCode: '10000001',
    userId: 'typed001',
    displayName: '受付',
    password: typed,
    mustChangePassword: true,
  });
  const first = await service.logIn('typed001', typed);
  const info = async (token: string) => (await service.post('/api/AdminLogin/GetUserInfo', {}, token)).body;
  const home = (token: string) =>
    service.post('/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay', {}, token);
  expect(await info(first)).toMatchObject({ isPasswordChangeNeeded: '1', isTwoFactorNeeded: '0' });
  expect(await home(first)).toMatchObject({
    status: 403,
    body: {
      errorCode: 13,
      isPasswordChangeNeeded: '1',
      errorMessage: 'パスワードの変更が必要です。変更すると、ほかの画面が使えるようになります。',
    },
  });
  const change = (next: string) =>
    service.post(
      '/api/StaffMe/ChangePassword',
      { currentPassword: typed, newPassword: next, newPasswordEx: next },
      first,
    );
  // The same again is no change.
  expect((await change(typed)).body.errorCode).toBe(13);
  const changed = await change(own);
  expect(changed.body.errorCode).toBe(0);
  expect((await home(first)).status).toBe(401);
  expect((await home(changed.body.access_token)).status).toBe(200);
  expect(await info(await service.logIn('typed001', own))).toMatchObject({ isPasswordChangeNeeded: '0' });
});
