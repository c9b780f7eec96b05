// Proves the accounts of the staff: who may change whom, what that ends, and that an institution is never left without a manager.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#domain/staff/roles.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

let service: TestService;
const [CLINIC, OTHER] = ['10000001', '10000002'];
const [ME, COLLEAGUE] = ['boss0001', 'boss0002'];
let token: string;
let colleagueToken: string;

beforeAll(async () => {
  service = await startTestService({ env: { LOGIN_FIRST_WAIT_MS: '0', PUBLIC_URL: 'https://kenshin.example.jp' } });
  await service.openInstitution(CLINIC, ME);
  await service.openInstitution(OTHER, 'other001');
  await addAdministrator(service.db, {
    institutionCode: CLINIC,
    userId: COLLEAGUE,
    displayName: '健診課　伊藤',
    password: PASSWORD,
  });
}, 60_000);

afterAll(() => service.close());

beforeEach(async () => {
  service.setNow('2026-11-15T10:00:00+09:00');
  await service.db.updateTable('administrators').set({ role: 'manager', disabled_at: null }).execute();
  await service.db.deleteFrom('institution_policies').execute();
  [token, colleagueToken] = [await open(ME), await open(COLLEAGUE)];
});

const open = (userId: string, role?: Role) =>
  openClerk(service.db, { institutionCode: CLINIC, userId, role }, new Date('2026-11-15T10:00:00+09:00'));

const send = (call: string, form: Record<string, string>, by = token) => service.post(`/api/Staff/${call}`, form, by);

async function register(userId: string, role = '2', name = '受付　山田') {
  const { body } = await send('Register', { userId, name, role });
  expect(body).toMatchObject({ errorCode: 0 });
  return body;
}

const versionOf = async (userId: string) => (await send('Detail', { userId })).body.version as string;
const isIn = async (by: string) => (await service.post('/api/AdminLogin/GetUserInfo', {}, by)).status === 200;
const refusedWith = (errorMessage: string) => ({ status: 200, body: { errorCode: 13, errorMessage } });
const FORBIDDEN = { status: 403, body: { errorCode: 13 } };

test('a new account gets a code of 12 readable characters for 72 hours, which is stored as a hash only', async () => {
  expect((await send('RegisterFirstDisplay', {})).body).toMatchObject({ userId: 'boss0003' });
  const made = await register('boss0003');
  expect(made.setupCode).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/);
  expect(made).toMatchObject({
    setupUrl: `https://kenshin.example.jp/StaffSetup#boss0003.${made.setupCode.replaceAll('-', '')}`,
    setupDate: '2026/11/18 10:00:00',
  });
  const kept = await service.db.selectFrom('administrators').selectAll().where('user_id', '=', 'boss0003').execute();
  expect(JSON.stringify(kept)).not.toContain(made.setupCode.replaceAll('-', ''));
  expect(kept).toMatchObject([{ role: 'reception', password_hash: null, display_name: '受付　山田' }]);
  expect((await send('RegisterFirstDisplay', {})).body).toMatchObject({ userId: 'boss0004' });
});

test('what is wrong by itself is told field by field, and an id that is taken anywhere, in whatever letters, is told', async () => {
  const wrong = await send('Register', { userId: 'あ', name: 'あ'.repeat(41), role: '' });
  expect(wrong.body).toMatchObject({
    errorCode: 12,
    errorMessagesList: [
      '表示名は40文字以内で入力してください。',
      'ユーザーIDは8桁で入力ください。',
      '権限を選択してください。',
    ],
  });
  const taken = refusedWith('このユーザーIDは使用されています。別のIDを入力してください。');
  expect(await send('Register', { userId: 'BOSS0001', name: '受付', role: '2' })).toMatchObject(taken);
  expect(await send('Register', { userId: 'other001', name: '受付', role: '2' })).toMatchObject(taken);
});

test('the list has stopped ones last, then goes by role and id, and tells factors, locks and who is asking', async () => {
  await register('view0001', '3', '巡回　中村');
  await register('desk0001', '2', '受付　小林');
  await register('gone0001', '1', '前任');
  await send('Stop', { userId: 'gone0001', version: await versionOf('gone0001') });
  const stored = { institution_code: CLINIC, user_id: COLLEAGUE };
  await service.db
    .insertInto('staff_passkeys')
    .values({ ...stored, credential_id: 'c', public_key: Buffer.from(''), name: '金庫の鍵', created_at: new Date() })
    .execute();
  await service.db
    .updateTable('administrators')
    .set({ totp_confirmed_at: new Date(), last_login_at: new Date('2026-11-16T08:12:00+09:00') })
    .where('user_id', '=', COLLEAGUE)
    .execute();
  for (let time = 0; time < 11; time++) {
    await service.post('/Token', { grant_type: 'password', username: COLLEAGUE, password: 'wrong' });
  }
  const { body } = await send('List', { isStopped: '1' });
  const rows = body.listStaff.map(({ userId, state, twoFactor }: Record<string, string>) => [userId, state, twoFactor]);
  expect(rows.filter(([userId]: string[]) => !userId?.startsWith('boss0003'))).toEqual([
    [ME, '1', '0'],
    [COLLEAGUE, '3', '3'],
    ['desk0001', '2', '0'],
    ['view0001', '2', '0'],
    ['gone0001', '9', '0'],
  ]);
  expect(body.listStaff[0]).toMatchObject({ isMe: '1', role: '1', lastLoginDate: '2026/11/15 10:00:00' });
  expect(body.listStaff[1]).toMatchObject({ isMe: '0', lastLoginDate: '2026/11/16 08:12:00' });
  expect(body.listStaff.at(-1)).toMatchObject({ isMe: '0', lastLoginDate: '' });
  expect(body).toMatchObject({ isTwoFactorRequired: '0', twoFactorCount: 1 });
  const active = (await send('List', {})).body;
  expect(active.listStaff.map(({ userId }: { userId: string }) => userId)).not.toContain('gone0001');
  expect(active.activeCount).toBe(active.listStaff.length);

  expect(await send('Unlock', { userId: COLLEAGUE })).toMatchObject({ body: { errorCode: 0 } });
  expect((await send('Detail', { userId: COLLEAGUE })).body).toMatchObject({
    state: '1',
    twoFactor: '3',
    setupDate: '',
  });
  const answer = await service.post('/Token', { grant_type: 'password', username: COLLEAGUE, password: PASSWORD });
  expect(answer.body.error).toBe('mfa_required');
});

test('a change of name and role reaches whoever is logged in with their very next call', async () => {
  await register('turn0001');
  const clerk = await open('turn0001');
  const version = await versionOf('turn0001');
  const changed = await send('Update', { userId: 'turn0001', name: '巡回　山田', role: '3', version });
  expect(changed.body.version).not.toBe(version);
  const me = await service.post('/api/AdminLogin/GetUserInfo', {}, clerk);
  expect(me.body).toMatchObject({ userName: '巡回　山田', role: '3' });
  expect((await send('Detail', { userId: 'turn0001' })).body).toMatchObject({ name: '巡回　山田', sessionCount: 1 });
  const logged = await service.db
    .selectFrom('access_log')
    .select(['user_id', 'subject', 'details'])
    .where('act', '=', '31')
    .where('subject', '=', 'turn0001')
    .execute();
  expect(logged).toContainEqual({
    user_id: ME,
    subject: 'turn0001',
    details: {
      note: '更新',
      changes: [
        { what: '表示名', from: '受付　山田', to: '巡回　山田' },
        { what: '権限', from: '受付', to: '閲覧' },
      ],
    },
  });
  const late = await send('Update', { userId: 'turn0001', name: '受付　山田', role: '2', version });
  expect(late.body.errorCode).toBe(14);
});

test('given two 管理者, when each makes the other 受付 at the same moment, then exactly one succeeds, the other gets 403, and one 管理者 stays', async () => {
  const answers = await Promise.all([
    send('Update', { userId: COLLEAGUE, name: '伊藤', role: '2' }, token),
    send('Update', { userId: ME, name: '佐藤', role: '2' }, colleagueToken),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const managers = await service.db
    .selectFrom('administrators')
    .select('user_id')
    .where('institution_code', '=', CLINIC)
    .where('role', '=', 'manager')
    .where('password_hash', 'is not', null)
    .execute();
  expect(managers).toHaveLength(1);
});

test('given a clerk with an open extraction, when a 管理者 stops the account, then the clerk’s next call answers 401 with 15', async () => {
  await register('stop0001');
  const clerk = await open('stop0001');
  expect((await service.post('/api/MasterWIGA1/FirstDisplay', {}, clerk)).body.errorCode).toBe(0);
  const stopped = await send('Stop', { userId: 'stop0001', version: await versionOf('stop0001') });
  expect(stopped.body.errorCode).toBe(0);
  const next = await service.post('/api/MasterWIGA1/FirstDisplay', {}, clerk);
  expect(next).toMatchObject({ status: 401, body: { errorCode: 15 } });
  // Given back, the account is as it was: its set-up code still stands.
  const { version } = stopped.body;
  expect((await send('Restart', { userId: 'stop0001', version })).body.errorCode).toBe(0);
  expect((await send('Detail', { userId: 'stop0001' })).body).toMatchObject({
    state: '2',
    setupDate: expect.stringMatching(/^2026/),
  });
});

test('given a 閲覧 account, when it sends CsvDownload by hand, then 403 with 13, nothing is marked, and the log has a refused act', async () => {
  await register('look0001', '3');
  const viewer = await open('look0001');
  const form = { ptcd: '0001', uknos: '100000001' };
  expect(await service.post('/api/MasterWIGA1/CsvDownload', form, viewer)).toMatchObject(FORBIDDEN);
  expect(await service.db.selectFrom('csv_downloads').selectAll().execute()).toEqual([]);
  const refusals = service.db.selectFrom('access_log').select(['user_id', 'act']).where('outcome', '=', 'refused');
  await expect.poll(() => refusals.execute()).toContainEqual({ user_id: 'look0001', act: '14' });
});

test('nobody changes their own role, stops or resets themselves; their name they may change', async () => {
  const own = refusedWith('ご自身の権限の変更と停止はできません。ほかの管理者に依頼してください。');
  expect(await send('Update', { userId: ME, name: '佐藤', role: '2' })).toMatchObject(own);
  expect(await send('Stop', { userId: ME })).toMatchObject(own);
  expect(await send('IssueSetup', { userId: ME })).toMatchObject(own);
  expect(await isIn(token)).toBe(true);
  expect((await send('Update', { userId: ME, name: '健診課　佐藤', role: '1' })).body.errorCode).toBe(0);
});

test('whoever is no active 管理者 any more is refused, whatever the session still says', async () => {
  await service.db.updateTable('administrators').set({ role: 'reception' }).where('user_id', '=', COLLEAGUE).execute();
  expect(await send('Update', { userId: ME, name: '佐藤', role: '2' }, colleagueToken)).toMatchObject(FORBIDDEN);
});

test('the database itself keeps the last active manager, also one who is locked', async () => {
  const { db } = service;
  const of = (userId: string) => db.updateTable('administrators').where('user_id', '=', userId);
  await of(COLLEAGUE).set({ disabled_at: new Date() }).execute();
  const last = { constraint: 'last_manager' };
  await expect(of(ME).set({ role: 'viewer' }).execute()).rejects.toMatchObject(last);
  await expect(of(ME).set({ disabled_at: new Date() }).execute()).rejects.toMatchObject(last);
  await expect(of(ME).set({ password_hash: null }).execute()).rejects.toMatchObject(last);
  await of(COLLEAGUE).set({ disabled_at: null }).execute();
  await of(ME).set({ role: 'viewer' }).execute();
});

test('a set-up code ends the password and all sessions, and with the box every factor', async () => {
  await addAdministrator(service.db, {
    institutionCode: CLINIC,
    userId: 'lost0001',
    displayName: '鈴木',
    password: PASSWORD,
  });
  const clerk = await service.logIn('lost0001');
  const stored = { institution_code: CLINIC, user_id: 'lost0001' };
  await service.db
    .insertInto('staff_passkeys')
    .values({ ...stored, credential_id: 'lost', public_key: Buffer.from(''), name: '電話', created_at: new Date() })
    .execute();
  await service.db
    .insertInto('passkey_directory')
    .values({ ...stored, credential_id: 'lost' })
    .execute();
  await service.db
    .insertInto('staff_recovery_codes')
    .values({ ...stored, hash: 'x' })
    .execute();
  const version = await versionOf('lost0001');
  expect((await send('IssueSetup', { userId: 'lost0001' })).body).toMatchObject({
    errorCode: 0,
    setupDate: expect.any(String),
  });
  expect(await isIn(clerk)).toBe(false);
  const refused = await service.post('/Token', { grant_type: 'password', username: 'lost0001', password: PASSWORD });
  expect(refused.body).toMatchObject({ error: 'invalid_grant' });
  expect((await send('Detail', { userId: 'lost0001' })).body).toMatchObject({ twoFactor: '2', state: '2' });
  // What was open before it is stale now.
  expect((await send('Stop', { userId: 'lost0001', version })).body.errorCode).toBe(14);

  expect((await send('IssueSetup', { userId: 'lost0001', isClearTwoFactor: '1' })).body.errorCode).toBe(0);
  expect((await send('Detail', { userId: 'lost0001' })).body).toMatchObject({ twoFactor: '0' });
  for (const table of ['passkey_directory', 'staff_recovery_codes'] as const) {
    expect(await service.db.selectFrom(table).selectAll().where('user_id', '=', 'lost0001').execute()).toEqual([]);
  }
});

test('the policy is switched on only by somebody who has a second factor, and off by anybody', async () => {
  const policy = (isTwoFactorRequired: string) => send('UpdatePolicy', { isTwoFactorRequired });
  expect(await policy('1')).toMatchObject(refusedWith('先にご自身の2段階認証を設定してください。'));
  await service.db
    .updateTable('sessions')
    .set({ second_factor: 'passkey' })
    .where('administrator_id', '=', ME)
    .execute();
  expect((await policy('1')).body.errorCode).toBe(0);
  expect((await send('List', {})).body.isTwoFactorRequired).toBe('1');
  const { two_factor_since: since } = await service.db
    .selectFrom('institution_policies')
    .select('two_factor_since')
    .executeTakeFirstOrThrow();
  expect(since).toEqual(new Date('2026-11-15T10:00:00+09:00'));
  // Who was let in for setting one up only is free when it is switched off.
  await service.db
    .updateTable('sessions')
    .set({ is_restricted: true })
    .where('administrator_id', '=', COLLEAGUE)
    .execute();
  expect((await send('List', {}, colleagueToken)).body).toMatchObject({ isTwoFactorNeeded: '1' });
  expect((await policy('0')).body.errorCode).toBe(0);
  expect((await send('List', {}, colleagueToken)).body).toMatchObject({ errorCode: 0, isTwoFactorRequired: '0' });
});

test('changes ask who it is once more after ten minutes, and nobody reaches into another institution', async () => {
  service.setNow('2026-11-15T10:11:00+09:00');
  const late = await send('Unlock', { userId: COLLEAGUE });
  expect(late).toMatchObject({ status: 403, body: { errorCode: 13, isConfirmNeeded: '1' } });
  expect((await send('List', {})).body.errorCode).toBe(0);
  service.setNow('2026-11-15T10:00:00+09:00');
  for (const call of ['Detail', 'Stop', 'IssueSetup', 'Unlock']) {
    expect(await send(call, { userId: 'other001' })).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
});

test('a manager sees where a colleague is logged in, and ends one of these sessions', async () => {
  await service.db.deleteFrom('sessions').where('administrator_id', '=', COLLEAGUE).execute();
  const [first, second] = [await open(COLLEAGUE), await open(COLLEAGUE)];
  const listed = async () => (await send('Detail', { userId: COLLEAGUE })).body.listSession as { sessionId: string }[];
  const before = await listed();
  expect(before).toHaveLength(2);
  expect(before[0]).toMatchObject({ isThis: '0', loginDate: '2026/11/15 10:00:00', secondFactor: '0' });
  const [{ sessionId } = { sessionId: '' }] = before;
  const ended = await send('EndSession', { userId: COLLEAGUE, sessionId });
  expect(ended.body).toMatchObject({ errorCode: 0, listSession: [before[1]] });
  expect([await isIn(first), await isIn(second)].sort()).toEqual([false, true]);
  // Refusals of the tests before may come to the log later than this.
  expect((await service.readLog()).filter(({ act }) => act === '31')).toContainEqual(
    expect.objectContaining({
      subject: COLLEAGUE,
      details: { note: expect.stringContaining('端末のログアウト') },
    }),
  );
  // One that is over, of somebody else, or one's own is not there.
  expect((await send('EndSession', { userId: COLLEAGUE, sessionId })).status).toBe(404);
  const own = (await send('Detail', { userId: ME })).body.listSession.find(
    ({ isThis }: { isThis: string }) => isThis === '1',
  );
  expect((await send('EndSession', { userId: COLLEAGUE, sessionId: own.sessionId })).status).toBe(404);
  expect((await send('EndSession', { userId: ME, sessionId: own.sessionId })).status).toBe(404);
  expect((await send('EndSession', { userId: 'other001', sessionId })).status).toBe(404);
});
