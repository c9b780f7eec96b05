// What members of the staff are informed of their accounts: at the next log-in, until they acknowledge it, and on the own account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepAll } from '#server/jobs.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { ORIGIN, secondSteps } from '#tests/kit/two-factor.ts';
import { encodeForm } from '#wire/form.ts';

const INSTITUTION = '10000001';
const [DESK, AWAY] = ['Mozilla/5.0 (Windows NT 10.0) Chrome/141.0', 'Mozilla/5.0 (iPhone) Version/18.0 Safari/605'];
const HERE = '192.0.2.1';
let service: TestService;
let manager: string;
let userId: string;
let clerks = 0;
let now = Date.parse('2026-11-15T10:00:00+09:00');

beforeAll(async () => {
  service = await startTestService({ env: { PUBLIC_URL: ORIGIN } });
  await service.openInstitution(INSTITUTION, 'clinic01');
});
afterAll(() => service.close());

function later(): void {
  now += 60_000;
  service.setNow(new Date(now).toISOString());
}

beforeEach(async () => {
  later();
  manager = await service.logIn('clinic01');
  userId = `clerk${String(++clerks).padStart(3, '0')}`;
  const account = { institutionCode: INSTITUTION, userId, displayName: '係　田中', password: PASSWORD };
  await addAdministrator(service.db, account);
});

async function logIn(userAgent: string, { remoteAddress = HERE, password = PASSWORD } = {}): Promise<string> {
  later();
  const payload = encodeForm({ grant_type: 'password', username: userId, password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent };
  const answer = await service.app.inject({ method: 'POST', url: '/Token', headers, payload, remoteAddress });
  return answer.json().access_token;
}
const post = (call: string, token: string, form: object = {}) => service.post(`/api/${call}`, { ...form }, token);
const unseen = async (token: string) => (await post('StaffMe/Notices', token)).body.listNotice;
const countFor = async (token: string) => (await post('AdminLogin/GetUserInfo', token)).body.noticeCount;
const all = async (token: string) => (await post('StaffMe/FirstDisplay', token)).body.listNotice;
const acknowledge = (token: string, noticeId: string[]) => post('StaffMe/AcknowledgeNotices', token, { noticeId });

test('a new device is told of at the next log-in, by what and where it is, and stays until it is acknowledged', async () => {
  await logIn(DESK);
  // The first of all is nobody's surprise, and the same again is none.
  expect(await countFor(await logIn(DESK))).toBe(0);
  const stranger = await logIn(AWAY, { remoteAddress: '203.0.113.9' });
  // Whoever it is does not take the notice away that is about them.
  expect(await countFor(stranger)).toBe(0);
  const notices = await all(stranger);
  expect(notices).toMatchObject([{ noticeType: '1', address: '203.0.113.9', isAcknowledged: '0', byName: '' }]);
  await acknowledge(stranger, [notices[0].noticeId]);

  const owner = await logIn(DESK);
  expect(await countFor(owner)).toBe(1);
  expect(await unseen(owner)).toEqual(notices);
  expect(notices[0].note).toContain('iPhone');
  expect((await acknowledge(owner, [notices[0].noticeId])).body.errorCode).toBe(0);
  expect(await countFor(owner)).toBe(0);
  expect(await unseen(owner)).toEqual([]);
  expect(await all(owner)).toMatchObject([{ noticeType: '1', isAcknowledged: '1' }]);
});

test('the same browser in another network is another device; one that is known comes back unannounced', async () => {
  await logIn(DESK);
  await logIn(DESK, { remoteAddress: '198.51.100.4' });
  const owner = await logIn(DESK);
  expect(await unseen(owner)).toMatchObject([{ address: '198.51.100.4' }]);
  await logIn(DESK, { remoteAddress: '198.51.100.4' });
  expect(await all(owner)).toHaveLength(1);
});

test('a changed factor and a set-up code are announced, with who has done it', async () => {
  const token = await logIn(DESK);
  await secondSteps(service).setUpApp(token, new Date(now).toISOString());
  expect(await all(token)).toMatchObject([{ noticeType: '2', note: '認証アプリの設定', byName: '' }]);
  later();
  const issued = await post('Staff/IssueSetup', manager, { userId, isClearTwoFactor: '1' });
  const newPassword = 'Kawasemi#20262';
  const set = { userId, setupCode: issued.body.setupCode, newPassword, newPasswordEx: newPassword };
  expect((await service.post('/api/StaffSetup/SetPassword', set)).body.errorCode).toBe(0);
  const owner = await logIn(DESK, { password: newPassword });
  const notices = await unseen(owner);
  expect(notices).toHaveLength(3);
  expect(notices[0]).toMatchObject({ noticeType: '2', note: '認証アプリの設定' });
  expect(notices.slice(1)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ noticeType: '3', note: '設定コードの発行', byName: '受付　佐藤' }),
      expect.objectContaining({ noticeType: '2', note: '2段階認証の解除', byName: '受付　佐藤' }),
    ]),
  );
});

test("nobody acknowledges another's, and what is old goes", async () => {
  await logIn(DESK);
  await logIn(AWAY);
  const owner = await logIn(DESK);
  const [notice] = await unseen(owner);
  await acknowledge(manager, [notice.noticeId]);
  expect(await countFor(owner)).toBe(1);
  service.setNow(new Date(now + 401 * 86_400_000).toISOString());
  await sweepAll(service.running, (_what, error) => {
    throw error;
  });
  const left = service.db.selectFrom('staff_notices').select('notice_id').where('user_id', '=', userId);
  expect(await left.execute()).toEqual([]);
});
