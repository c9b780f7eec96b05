// What authentication leaves in the access log: of examinees by the number of their account, of unknown ids a count and no word of them.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { formatLogDetails } from '#domain/staff/acts.ts';
import { MOST_FAILURES_AN_HOUR, type SilentCounts, UnknownAttempts } from '#server/access/attempts-log.ts';
import { keyedHash } from '#server/access/passwords.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const HOUSE = '10000001';
const MAIL = 'Hanako@example.jp';
const PASSWORD = 'Hanako#2026ab';
let service: TestService;
let manager: string;
let number: number;
const lines: SilentCounts[] = [];

beforeAll(async () => {
  const env = { LOGIN_FIRST_WAIT_MS: '0', LOGIN_LONGEST_WAIT_MS: '0', REISSUE_ANSWER_MS: '0' };
  service = await startTestService({ env });
  manager = await service.openInstitution(HOUSE, 'clinic01');
  ({ examinee_id: number } = await service.db
    .insertInto('examinees')
    .values({
      institution_code: HOUSE,
      mail: MAIL,
      family_name: '健診',
      given_name: '花子',
      birth_date: '1980-05-05',
    })
    .returning('examinee_id')
    .executeTakeFirstOrThrow());
  const hash = keyedHash(service.running.secret, PASSWORD);
  await service.db
    .insertInto('examinee_credentials')
    .values({ institution_code: HOUSE, examinee_id: number, kind: 'first', scheme: 'keyed', hash })
    .execute();
  service.running.unknownAttempts.onMinute = (counts) => lines.push(counts);
});
afterAll(() => service.close());
afterEach(async () => {
  await service.db.deleteFrom('failed_tries').execute();
  service.running.unknownAttempts.flush();
  lines.length = 0;
});

const logIn = (username: string, password: string) =>
  service.post('/Token', { grant_type: 'password', username, password });
const examinee = `${HOUSE}_${MAIL.toLowerCase()}`;

/** What some work leaves, as "actor number act outcome details". */
async function entriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await service.readLog()).length;
  await work();
  const entries = (await service.readLog()).slice(before);
  expect(
    entries.every(
      ({ address, display_name, actor_kind }) => address !== '' && (actor_kind === 'staff' || display_name === ''),
    ),
  ).toBe(true);
  return entries.map(({ actor_kind, user_id, act, outcome, details }) =>
    [actor_kind, user_id, act, outcome, formatLogDetails(details as object)].join(' '),
  );
}

test('an examinee’s log-in, log-out and change of password', async () => {
  let token = '';
  const next = { currentPassword: PASSWORD, newPassword: 'Tsukimi@Dango83', newPasswordEx: 'Tsukimi@Dango83' };
  expect(await entriesOf(async () => (token = await service.logIn(examinee, PASSWORD)))).toEqual([
    `examinee ${number} 81 ok 最初のパスワード`,
  ]);
  const change = (form: object) => service.post('/api/CommonChangePassword/ChangePassword', { ...form }, token);
  expect(await entriesOf(() => service.post('/api/Account/Logout', {}, token))).toEqual([
    `examinee ${number} 81 ok ログアウト`,
  ]);
  token = await service.logIn(examinee, PASSWORD);
  expect(await entriesOf(() => change({ ...next, currentPassword: 'Wrong#2026abcd' }))).toEqual([
    `examinee ${number} 82 failed 連続1回`,
  ]);
  expect(await entriesOf(() => change(next))).toEqual([`examinee ${number} 81 ok パスワードの変更`]);
  expect(await entriesOf(() => service.logIn(examinee, next.newPassword))).toEqual([
    `examinee ${number} 81 ok パスワード`,
  ]);
});

test('wrong passwords of an examinee, and the lock', async () => {
  const wrong = async () => {
    for (let nth = 0; nth < 12; nth++) await logIn(examinee, `Wrong#${nth}`);
  };
  const row = Array.from({ length: 10 }, (_, at) => `examinee ${number} 82 failed 連続${at + 1}回`);
  expect(await entriesOf(wrong)).toEqual([...row, `examinee ${number} 82 failed ロック`]);
  service.running.unknownAttempts.flush();
  expect(lines).toEqual([{ unknown: 0, refused: 2, addresses: 1 }]);
});

test('a password that is asked for again, with the right birth date and with a wrong one', async () => {
  const ask = (btdyDate: number) =>
    service.post('/api/CommonForgetPassword/ReissuePassword', {
      ircd: HOUSE,
      email: MAIL,
      btdyYear: 1980,
      btdyMonth: 5,
      btdyDate,
    });
  expect(await entriesOf(() => ask(6))).toEqual([`examinee ${number} 82 failed パスワードの再発行`]);
  expect(await entriesOf(() => ask(5))).toEqual([`examinee ${number} 81 ok パスワードの再発行`]);
});

test('staff who confirm who they are leave that, too', async () => {
  const confirm = async (currentPassword: string) => {
    const answer = await service.post('/api/StaffMe/Confirm', { currentPassword }, manager);
    // The session goes on under another token.
    manager = answer.body.access_token || manager;
    return answer;
  };
  expect(await entriesOf(() => confirm('Wrong#2026'))).toEqual(['staff clinic01 02 failed 連続1回']);
  expect(await entriesOf(() => confirm('Biyori#2026'))).toEqual(['staff clinic01 06 ok パスワード']);
});

test('64 tries of unknown ids: no entry, no word of what was typed, and one line that counts them', async () => {
  const typed = (n: number) => (n % 2 ? `${HOUSE}_stranger${n}@example.jp` : `ghost${100 + n}`);
  const all = () => Promise.all(Array.from({ length: 64 }, (_, n) => logIn(typed(n), 'Wrong#2026')));
  expect(await entriesOf(all)).toEqual([]);
  expect(lines).toEqual([]);
  service.running.unknownAttempts.flush();
  expect(lines).toEqual([{ unknown: 64, refused: 0, addresses: 1 }]);
});

test('however many there are, a line comes once a minute, and none where nothing was tried', () => {
  vi.useFakeTimers();
  try {
    const reported: SilentCounts[] = [];
    const tries = new UnknownAttempts();
    tries.onMinute = (counts) => reported.push(counts);
    for (let second = 0; second < 90; second++) {
      for (let n = 0; n < 100; n++) tries.count('unknown', `192.0.2.${n}`);
      vi.advanceTimersByTime(1000);
    }
    expect(reported).toEqual([{ unknown: 6000, refused: 0, addresses: 100 }]);
    vi.advanceTimersByTime(600_000);
    expect(reported.map(({ unknown }) => unknown)).toEqual([6000, 3000]);
  } finally {
    vi.useRealTimers();
  }
});

test('操作履歴 shows examinees under their own choice, and not among the staff', async () => {
  const day = { logStartYear: 2026, logStartMonth: 11, logStartDate: 15 };
  const search = async (act: string) =>
    (await service.post('/api/AccessLog/Search', { ...day, act }, manager)).body.listLog as Record<string, string>[];
  const [shown] = await search('81');
  expect(shown).toMatchObject({
    name: '受診者',
    userId: String(number),
    actName: '受診者のログイン',
    address: '127.0.0.1',
  });
  expect((await search('82')).length).toBeGreaterThan(10);
  const others = await search('');
  expect(others.filter(({ name }) => name === '受診者')).toEqual([]);
  expect(others.length).toBeGreaterThan(2);
});

test('a flood of wrong passwords is bounded: an institution’s examinees have so many entries an hour, the last says so', async () => {
  const filled = MOST_FAILURES_AN_HOUR - 1;
  await sql`insert into access_log (institution_code, at, actor_kind, act)
    select ${HOUSE}, '2026-11-15T13:30:00+09:00', 'examinee', '82' from generate_series(1, ${filled})`.execute(
    service.db,
  );
  service.setNow('2026-11-15T14:00:00+09:00');
  const last = `examinee ${number} 82 failed 連続1回（1時間の記録の上限に達しました）`;
  expect(await entriesOf(() => logIn(examinee, 'Wrong#1'))).toEqual([last]);
  expect(await entriesOf(() => logIn(examinee, 'Wrong#2'))).toEqual([]);
  service.running.unknownAttempts.flush();
  expect(lines).toEqual([{ unknown: 1, refused: 0, addresses: 1 }]);
  service.setNow('2026-11-15T14:31:00+09:00');
  expect(await entriesOf(() => logIn(examinee, 'Wrong#3'))).toEqual([`examinee ${number} 82 failed 連続1回`]);
});
