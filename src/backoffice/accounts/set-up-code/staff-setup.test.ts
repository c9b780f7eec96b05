// Proves set-up codes: one opens an account once, within 72 hours, and says nothing to whoever guesses.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

let service: TestService;
const [CLINIC, BOSS, CLERK] = ['10000001', 'boss0001', 'desk0001'];
const NOW = '2026-11-15T10:00:00+09:00';
const CHOSEN = 'tsubaki-no!2026'.replaceAll('-', '#');
const WRONG = {
  status: 200,
  body: { errorCode: 13, errorMessage: 'ユーザーIDまたは設定コードが正しくないか、有効期限が切れています。' },
};
let code: string;

beforeAll(async () => {
  service = await startTestService({ env: { LOGIN_FIRST_WAIT_MS: '0' } });
  await service.openInstitution(CLINIC, BOSS);
  const token = await openClerk(service.db, { institutionCode: CLINIC, userId: BOSS }, new Date(NOW));
  const form = { userId: CLERK, name: '受付　山田', role: '2' };
  expect((await service.post('/api/Staff/Register', form, token)).body.errorCode).toBe(0);
}, 60_000);

afterAll(() => service.close());

beforeEach(async () => {
  service.setNow(NOW);
  await service.forgetAttempts();
  const token = await openClerk(service.db, { institutionCode: CLINIC, userId: BOSS }, new Date(NOW));
  const issued = await service.post('/api/Staff/IssueSetup', { userId: CLERK }, token);
  expect(issued.body.errorCode).toBe(0);
  code = issued.body.setupCode;
});

const check = (setupCode = code, userId = CLERK) => service.post('/api/StaffSetup/Check', { userId, setupCode });
const set = (newPassword: string, more: Record<string, string> = {}) =>
  service.post('/api/StaffSetup/SetPassword', {
    userId: CLERK,
    setupCode: code,
    newPassword,
    newPasswordEx: newPassword,
    ...more,
  });

test('a code opens the account to whoever has it, however it is typed, and its owner chooses the password', async () => {
  expect((await check()).body).toMatchObject({ errorCode: 0, name: '受付　山田', irnm: `医療機関${CLINIC}` });
  expect((await check(` ${code.replaceAll('-', '').toLowerCase()} `)).body.errorCode).toBe(0);
  expect((await set(CHOSEN)).body).toMatchObject({ errorCode: 0 });
  expect(await service.logIn(CLERK, CHOSEN)).toBeTruthy();
  const logged = await service.db.selectFrom('access_log').selectAll().where('act', '=', '32').execute();
  expect(logged).toMatchObject([{ user_id: CLERK, display_name: '受付　山田', role: 'reception', outcome: 'ok' }]);
});

test('given a set-up code, when it was used or is 72 hours old, then it opens nothing and says the same sentence as a wrong one', async () => {
  expect(await check('AAAA-AAAA-AAAA')).toMatchObject(WRONG);
  expect(await check(code, 'nobody00')).toMatchObject(WRONG);
  service.setNow('2026-11-18T10:00:00+09:00');
  expect(await check()).toMatchObject(WRONG);
  expect(await set(CHOSEN)).toMatchObject(WRONG);
  service.setNow('2026-11-18T09:59:59+09:00');
  expect((await set(CHOSEN)).body.errorCode).toBe(0);
  expect(await check()).toMatchObject(WRONG);
  expect(await set(`${CHOSEN}x`)).toMatchObject(WRONG);
  expect(await service.logIn(CLERK, CHOSEN)).toBeTruthy();
});

test('two tabs that set a password at once make one', async () => {
  const answers = await Promise.all([set(`${CHOSEN}a`), set(`${CHOSEN}b`)]);
  expect(answers.map(({ body }) => body.errorCode).sort()).toEqual([0, 13]);
});

test('a code of a stopped account opens nothing, and neither does one after another was issued', async () => {
  await service.db
    .updateTable('administrators')
    .set({ disabled_at: new Date() })
    .where('user_id', '=', CLERK)
    .execute();
  expect(await check()).toMatchObject(WRONG);
  await service.db.updateTable('administrators').set({ disabled_at: null }).where('user_id', '=', CLERK).execute();
  const token = await openClerk(service.db, { institutionCode: CLINIC, userId: BOSS }, new Date(NOW));
  await service.post('/api/Staff/IssueSetup', { userId: CLERK }, token);
  expect(await check()).toMatchObject(WRONG);
});

test('guesses count as log-ins of that id: after ten it is locked, for log-ins too', async () => {
  for (let time = 0; time < 10; time++) expect(await check('AAAA-AAAA-AAAA')).toMatchObject(WRONG);
  expect(await check()).toMatchObject({ status: 429, body: { errorCode: 11 } });
  const logIn = await service.post('/Token', { grant_type: 'password', username: CLERK, password: 'x' });
  expect(logIn.status).toBe(429);
});

test('the password is held to the rules of all staff, and the code stands until one is right', async () => {
  const different = await set(CHOSEN, { newPasswordEx: `${CHOSEN}x` });
  expect(different.body).toMatchObject({
    errorCode: 14,
    errorMessage: '新しいパスワードと新しいパスワード（確認用）に入力されている内容が相違しています。',
  });
  expect((await set('short')).body.errorCode).toBe(14);
  expect((await set('Tsubaki#2026')).body).toMatchObject({
    errorCode: 13,
    errorMessage: '2段階認証を設定していない場合、新しいパスワードは英字・数字・記号を混ぜて13桁以上で入力ください。',
  });
  expect((await set(`${CLERK}#tsubaki`)).body).toMatchObject({
    errorCode: 13,
    errorMessage: '新しいパスワードにユーザーIDは使用できません。',
  });
  expect((await set('password#12345')).body.errorCode).toBe(13);
  // Under the policy a second factor follows with the first log-in, so 8 do.
  const policy = { institution_code: CLINIC, two_factor_since: new Date('2026-11-15T09:00:00+09:00') };
  await service.db
    .insertInto('institution_policies')
    .values(policy)
    .onConflict((conflict) => conflict.column('institution_code').doUpdateSet(policy))
    .execute();
  expect((await set('Tbk#2026x')).body.errorCode).toBe(0);
});
