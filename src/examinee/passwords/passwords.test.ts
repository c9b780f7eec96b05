// Passwords through the HTTP server: an own one in place of another, and another one for who has forgotten theirs.
import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashPassword, keyedHash } from '#server/access/passwords.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { encodeForm } from '#wire/form.ts';

// As it is, but counting: what an answer tells by its time is how many slow checks went before it.
vi.mock('@node-rs/argon2', { spy: true });

const NOW = '2026-11-15T10:00:00+09:00';
const HOUSE = '10000001';
const USER = `${HOUSE}_Hanako.K@example.jp`;
const CHANGE = '/api/CommonChangePassword/ChangePassword';
const REISSUE = '/api/CommonForgetPassword/ReissuePassword';
const OWN = 'Own#12345';
const FIRST = 'FirstFirstFirst2';

let service: TestService;
let staff: string;
let ownHash: string;
let examineeId: number;

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { LOGIN_FIRST_WAIT_MS: '0', REISSUE_ANSWER_MS: '0' } });
  staff = await service.openInstitution(HOUSE, 'clinic01');
  await service.openInstitution('10000002', 'clinic02');
  ownHash = await hashPassword(OWN);
  const verified = { mail_verified_at: new Date(NOW) };
  const person = {
    family_name: '健診',
    given_name: '花子',
    mail: 'Hanako.K@example.jp',
    birth_date: '1980-05-05',
    ...verified,
  };
  const rows = await service.db
    .insertInto('examinees')
    .values([
      { ...person, institution_code: HOUSE },
      { ...person, institution_code: '10000002', birth_date: '1990-01-01' },
    ])
    .returning('examinee_id')
    .execute();
  examineeId = rows[0]!.examinee_id;
});
afterAll(() => service.close());

beforeEach(async () => {
  service.setNow(NOW);
  await service.forgetAttempts();
  await service.db.deleteFrom('outbox_mails').execute();
  await service.db.deleteFrom('sessions').where('kind', '=', 'examinee').execute();
  await service.db.deleteFrom('examinee_credentials').execute();
  const own = { institution_code: HOUSE, examinee_id: examineeId };
  const hash = keyedHash(service.running.secret, FIRST);
  await service.db
    .insertInto('examinee_credentials')
    .values([
      { ...own, kind: 'own', scheme: 'argon2id', hash: ownHash },
      { ...own, kind: 'first', scheme: 'keyed', hash, expires_at: new Date('2026-11-16T10:00:00+09:00') },
    ])
    .execute();
});
afterEach(() => vi.mocked(verify).mockClear());

const enter = async (password: string) => {
  const { status, body } = await service.post('/Token', { grant_type: 'password', username: USER, password });
  return status === 200 ? (body.access_token as string) : null;
};
const isAlive = async (token: string | null) =>
  (await service.post('/api/CommonTop/CommonTopGetUserInfo', {}, token ?? '')).body.errorCode === 0;

describe('an own password', () => {
  const form = (currentPassword: string, newPassword: string, newPasswordEx = newPassword) => ({
    currentPassword,
    newPassword,
    newPasswordEx,
  });
  const change = async (current: string, next: string, again?: string) => {
    const token = (await enter(OWN)) ?? '';
    return service.post(CHANGE, form(current, next, again), token);
  };

  test('ends the one before, the first one and every other session, and keeps this one', async () => {
    const [here, elsewhere, first] = [await enter(OWN), await enter(OWN), await enter(FIRST)];
    const answer = await service.post(CHANGE, form(OWN, 'Kawasemi#1'), here ?? '');
    expect(answer).toMatchObject({ status: 200, body: { errorCode: 0 } });
    expect([await isAlive(here), await isAlive(elsewhere), await isAlive(first)]).toEqual([true, false, false]);
    expect([await enter(OWN), await enter(FIRST)]).toEqual([null, null]);
    expect(await enter('Kawasemi#1')).not.toBeNull();
    const kept = await service.db.selectFrom('examinee_credentials').select(['kind', 'scheme', 'expires_at']).execute();
    expect(kept).toEqual([{ kind: 'own', scheme: 'argon2id', expires_at: null }]);
  });

  test('is announced by mail to the address of the account, once, without the password; one that is refused is not', async () => {
    const mails = () => service.db.selectFrom('outbox_mails').selectAll().execute();
    const token = (await enter(OWN)) ?? '';
    expect((await service.post(CHANGE, form('Wrong#999', 'Kawasemi#1'), token)).body.errorCode).toBe(13);
    expect(await mails()).toEqual([]);
    expect((await service.post(CHANGE, form(OWN, 'Kawasemi#1'), token)).body.errorCode).toBe(0);
    // Its answer was lost.
    expect((await service.post(CHANGE, form(OWN, 'Kawasemi#1'), token)).body.errorCode).toBe(0);
    const sent = await mails();
    expect(sent).toMatchObject([
      {
        kind: 'password',
        recipient: 'Hanako.K@example.jp',
        bcc: '',
        subject: '【医療機関10000001】マイページのパスワードが変更されました',
        state: 'waiting',
      },
    ]);
    expect(sent[0]?.body).toContain('健診　花子　様');
    expect(sent[0]?.body).toContain('/CommonLogin/r10000001');
    expect(sent[0]?.body).not.toMatch(/Kawasemi|\{\{/);
  });

  test('a log-in that is under way with the password before comes to nothing', async () => {
    let late: Promise<string | null> | undefined;
    await service.db.transaction().execute(async (change) => {
      await change.updateTable('examinee_credentials').set({ hash: 'another' }).where('kind', '=', 'own').execute();
      late = enter(OWN);
      // It has looked at the password as it was, and waits at the HTTP server.
      await vi.waitFor(() => expect(vi.mocked(verify)).toHaveBeenCalled());
      await sql`select pg_sleep(0.2)`.execute(change);
      const { rows } = await sql`select from sessions where opened_with = 'own'`.execute(service.db);
      expect(rows).toEqual([]);
    });
    expect(await late).toBeNull();
  });

  test.each([
    ['one password', OWN, OWN],
    ['different ones', OWN, FIRST],
  ])('of two changes at once, from %s, one wins and the other is told', async (_, one, other) => {
    const [here, there] = [await enter(OWN), await enter(OWN)];
    const answers = await Promise.all([
      service.post(CHANGE, form(one, 'Kawasemi#1'), here ?? ''),
      service.post(CHANGE, form(other, 'Kawasemi#2'), there ?? ''),
    ]);
    const codes = answers.map(({ body }) => body.errorCode);
    expect([...codes].sort()).toEqual([0, 13]);
    expect(answers[codes.indexOf(13)]?.body.errorMessage).toBe('現在のパスワードが正しくありません。');
    const opened = [await enter('Kawasemi#1'), await enter('Kawasemi#2')].map((token) => token !== null);
    expect(opened).toEqual(codes.map((code) => code === 0));
    expect([await isAlive(here), await isAlive(there)]).toEqual(opened);
  });

  test('whose answer was lost, pressed again, has succeeded; later, or with another password, it is wrong', async () => {
    const token = (await enter(OWN)) ?? '';
    const again = (next = 'Kawasemi#1') => service.post(CHANGE, form(OWN, next), token);
    for (let round = 1; round <= 2; round++) expect((await again()).body).toMatchObject({ errorCode: 0 });
    expect(await enter('Kawasemi#1')).not.toBeNull();
    expect((await again('Kawasemi#2')).body.errorCode).toBe(13);
    service.setNow('2026-11-15T10:15:01+09:00');
    expect((await again()).body).toMatchObject({ errorCode: 13 });
  });

  test('any password that opens the account is a current one, as long as it does', async () => {
    expect((await change(FIRST, 'Kawasemi#1')).body).toMatchObject({ errorCode: 0 });
  });

  const DIFFERENT = '新しいパスワードと新しいパスワード（確認用）に入力されている内容が相違しています。';
  const LABELS = ['現在のパスワード', '新しいパスワード', '新しいパスワード（確認用）'];
  test.each([
    ['', '', '', LABELS.map((label) => `${label}は必須入力です。`)],
    [
      'あ',
      'パスワード',
      'a b',
      [...LABELS.map((label) => `${label}に使用できない文字が入力されています。`), DIFFERENT],
    ],
    [OWN, 'Short#1', 'Short#1', LABELS.slice(1).map((label) => `${label}は8桁以上で入力ください。`)],
    [OWN, 'L'.repeat(66), 'L'.repeat(66), LABELS.slice(1).map((label) => `${label}は65桁以下で入力ください。`)],
    [
      '',
      'Longenough1',
      'Short#1',
      [`${LABELS[0]}は必須入力です。`, `${LABELS[2]}は8桁以上で入力ください。`, DIFFERENT],
    ],
    [OWN, 'Kawasemi#1', 'Kawasemi#2', [DIFFERENT]],
  ])('the form: %j, %j, %j', async (current, next, again, sentences) => {
    const { status, body } = await change(current, next, again);
    expect([status, body.errorCode, body.errorMessagesList]).toEqual([200, 14, sentences]);
    expect(body.errorMessage).toBe(sentences[0]);
  });

  const SAME = '新しいパスワードは現在のパスワードと異なるものを入力してください。';
  const LOCAL_PART = '新しいパスワードにメールアドレスの@より前の部分は使用できません。';
  const BIRTH_DATE = '新しいパスワードに生年月日は使用できません。';
  test.each([
    ['wrong#1234', 'Kawasemi#1', ['現在のパスワードが正しくありません。']],
    [OWN, OWN, [SAME]],
    [OWN, '19800505', [BIRTH_DATE]],
  ])('what only the server knows: %j, %j', async (current, next, sentences) => {
    expect((await change(current, next)).body).toMatchObject({ errorCode: 13, errorMessagesList: sentences });
    expect(await enter(OWN)).not.toBeNull();
  });

  test('the local part of the mail address, whatever its case; a part of it is none', async () => {
    const set = (mail: string) =>
      service.db.updateTable('examinees').set({ mail }).where('examinee_id', '=', examineeId).execute();
    const token = (await enter(OWN)) ?? '';
    await set('Komorebi123@example.jp');
    const refused = await service.post(CHANGE, form(OWN, 'KOMOREBI123'), token);
    const longer = await service.post(CHANGE, form(OWN, 'KOMOREBI1234'), token);
    await set('Hanako.K@example.jp');
    expect(refused.body).toMatchObject({ errorCode: 13, errorMessagesList: [LOCAL_PART] });
    expect(longer.body).toMatchObject({ errorCode: 0 });
  });

  const COMMON = '新しいパスワードはよく使われる文字列のため使用できません。別のパスワードを入力してください。';
  test.each(['Dragon#2026', 'Kenshin#2026', 'qwertyuiop', 'R10000001', '20Sakura26!'])(
    'given %s, when an examinee chooses it, then 13 with the sentence and the old password still works',
    async (next) => {
      expect((await change(OWN, next)).body).toMatchObject({ errorCode: 13, errorMessagesList: [COMMON] });
      expect([await enter(OWN), await enter(next)]).toEqual([expect.any(String), null]);
    },
  );

  test('the shortest, the longest and every sign', async () => {
    for (const next of ['aB3@#%&!', `${'$?'.repeat(32)}x`, 'Own#1234']) {
      const token = (await enter(OWN)) ?? '';
      const { body } = await service.post(CHANGE, form(OWN, next), token);
      expect(body, next).toMatchObject({ errorCode: 0 });
      await service.db.updateTable('examinee_credentials').set({ hash: ownHash }).execute();
    }
  });

  test('wrong ones count with wrong log-ins of the same person, and a lock holds here too', async () => {
    const token = (await enter(OWN)) ?? '';
    for (let round = 1; round <= 5; round++) await enter('wrong');
    for (let round = 6; round <= 10; round++) {
      expect((await service.post(CHANGE, form('wrong#123', 'Kawasemi#1'), token)).body.errorCode).toBe(13);
    }
    const locked = await service.post(CHANGE, form(OWN, 'Kawasemi#1'), token);
    expect(locked).toMatchObject({ status: 429, body: { errorCode: 11 } });
    expect(locked.body.errorMessage).toContain('15分');
    expect(await enter(OWN)).toBeNull();
  });

  test('nobody’s token, a dead one, an administrator’s, and another institution’s code', async () => {
    for (const token of [undefined, 'x'.repeat(43), staff]) {
      const answer = await service.post(CHANGE, form(OWN, 'Kawasemi#1'), token);
      expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
    const token = (await enter(OWN)) ?? '';
    const elsewhere = await service.post(CHANGE, { ...form(OWN, 'Kawasemi#1'), ircd: '10000002' }, token);
    expect(elsewhere).toMatchObject({ status: 404, body: { errorCode: 16 } });
    // Who one is, the token says, whatever the form claims.
    const claimed = { ...form('wrong#123', 'Kawasemi#1'), userId: '10000002_hanako.k@example.jp' };
    expect((await service.post(CHANGE, claimed, token)).body.errorCode).toBe(13);
    expect(await enter(OWN)).not.toBeNull();
  });
});

describe('a forgotten password', () => {
  const RIGHT = { ircd: HOUSE, email: 'hanako.k@EXAMPLE.jp', btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };
  const ask = (changes: object = {}) => service.post(REISSUE, { ...RIGHT, ...changes });
  const mails = () => service.db.selectFrom('outbox_mails').selectAll().execute();
  const WRONG = 'メールアドレスまたは生年月日が正しくありません。もう一度ご確認ください。';

  test('the page knows the institution and the years', async () => {
    const { body } = await service.post('/api/CommonForgetPassword/FirstDisplay', { ircd: HOUSE });
    expect(body).toMatchObject({ errorCode: 0, irnm: `医療機関${HOUSE}` });
    expect([body.listBirthYear[0], body.listBirthYear.length]).toEqual([2026, 111]);
    const nobody = await service.post('/api/CommonForgetPassword/FirstDisplay', { ircd: '99999999' });
    expect(nobody).toMatchObject({ status: 404, body: { errorCode: 16 } });
  });

  test('a random one goes to the address that the account has, for a day; the old one holds until there is a new one', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: { errorCode: 0 } });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: 'password', recipient: 'Hanako.K@example.jp', state: 'waiting' });
    const password = /(?<!\w)\w{16}(?!\w)/.exec(mail?.body ?? '')?.[0] ?? '';
    expect(mail?.body).toMatch(/^健診　花子\s様/);
    expect(mail?.body).toContain(`/CommonLogin/r${HOUSE}`);
    const sessions = [await enter(password), await enter(password), await enter(OWN), await enter(FIRST)];
    expect(sessions).not.toContain(null);
    service.setNow('2026-11-16T10:00:01+09:00');
    expect([await enter(password), await enter(OWN)]).toEqual([null, expect.any(String)]);
    service.setNow(NOW);
    const answer = await service.post(
      CHANGE,
      { currentPassword: password, newPassword: 'Kawasemi#1', newPasswordEx: 'Kawasemi#1' },
      sessions[0] ?? '',
    );
    expect(answer.body).toMatchObject({ errorCode: 0 });
    expect([await enter(password), await enter(OWN)]).toEqual([null, null]);
  });

  test('a second one ends the first', async () => {
    await ask();
    await ask();
    const passwords = (await mails()).map(({ body }) => /(?<!\w)\w{16}(?!\w)/.exec(body)?.[0] ?? '');
    const opened = await Promise.all(passwords.map(enter));
    expect(opened.filter((token) => token !== null)).toHaveLength(1);
  });

  test('wrong and unknown answer alike, and nothing goes out', async () => {
    const answers = [
      await ask({ btdyDate: 6 }),
      await ask({ email: 'nobody@example.jp' }),
      await ask({ ircd: '10000002' }),
    ];
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 200, body: { errorCode: 13, errorMessagesList: [WRONG] } });
    expect(await mails()).toEqual([]);
    const { rows } = await sql`select from examinee_credentials where kind = 'reissued'`.execute(service.db);
    expect(rows).toEqual([]);
  });

  test('an institution that is not there is reported as everywhere, and nothing is counted', async () => {
    expect(await ask({ ircd: '99999999' })).toMatchObject({ status: 404, body: { errorCode: 16 } });
    expect((await sql`select from failed_tries`.execute(service.db)).rows).toEqual([]);
  });

  test.each([
    [{ email: '' }, 'メールアドレスは必須入力です。'],
    [{ email: 'hanako' }, 'メールアドレスが正しい書式ではありません。'],
    [{ email: `${'x'.repeat(50)}@example.jp` }, 'メールアドレスは60文字以内で入力してください。'],
    [{ btdyYear: 0, btdyMonth: 0, btdyDate: 0 }, '生年月日を選択してください。'],
    [{ btdyMonth: 2, btdyDate: 30 }, '生年月日は年月日をすべて正しく選択してください。'],
    [{ btdyYear: 2027 }, '生年月日は年月日をすべて正しく選択してください。'],
  ])('the form: %j', async (changes, sentence) => {
    expect((await ask(changes)).body).toMatchObject({ errorCode: 12, errorMessagesList: [sentence] });
    const { rows } = await sql`select from failed_tries`.execute(service.db);
    expect(rows).toEqual([]);
  });

  test('the sixth try of a mail address in an hour is too many, though right, however it is spelt', async () => {
    for (let round = 1; round <= 5; round++) await ask({ email: round % 2 ? RIGHT.email : 'HANAKO.k@example.jp' });
    const sixth = await ask();
    expect(sixth).toMatchObject({ status: 429, body: { errorCode: 11 } });
    expect(sixth.body.errorMessage).toContain('1時間');
    expect(await mails()).toHaveLength(5);
    service.setNow('2026-11-15T11:00:01+09:00');
    expect((await ask()).body.errorCode).toBe(0);
  });

  test('of a network address only wrong ones count, and parallel ones gain nothing', async () => {
    for (let round = 1; round <= 4; round++) expect((await ask()).body.errorCode).toBe(0);
    const tries = Array.from({ length: 12 }, (_, index) => ask({ email: `p${index}@example.jp` }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect((await ask()).status).toBe(429);
  });

  test('a network address that has used up its tries uses up nobody else’s', async () => {
    const from = (remoteAddress: string, changes: object = {}) =>
      service.app.inject({
        method: 'POST',
        url: REISSUE,
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: encodeForm({ ...RIGHT, ...changes }).toString(),
      });
    for (let index = 0; index < 5; index++) await from('203.0.113.1', { email: `p${index}@example.jp` });
    for (let round = 1; round <= 6; round++) expect((await from('203.0.113.1')).statusCode).toBe(429);
    expect((await from('203.0.113.2')).json()).toMatchObject({ errorCode: 0 });
    // Those that her own address is refused for are not held against it: others there may ask.
    for (let round = 1; round <= 9; round++) await from('203.0.113.2');
    expect((await from('203.0.113.2', { email: 'p9@example.jp' })).json()).toMatchObject({ errorCode: 13 });
  });

  test('it takes no slow check, right or wrong', async () => {
    await ask();
    await ask({ btdyDate: 6 });
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
  });

  test('a dead token is refused as such', async () => {
    const answer = await service.post(REISSUE, RIGHT, 'x'.repeat(43));
    expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
    expect(await mails()).toEqual([]);
  });
});
