// What people ask about their own data: finding them, what is kept, a file of it, and erasing it.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueToken } from '#server/access/tokens.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { type Booking, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import type { Answered } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { DISCLOSED } from './contract.ts';

const FAMILY = '/api/PersonData';
const NOW = '2026-11-15T10:00:00+09:00';
/** Where the visits of the tests lie, all of them, is over then. */
const LATER = '2027-02-01T10:00:00+09:00';

const MOTHER = {
  nam1: '山本',
  nam2: '佳乃',
  ryk1: 'ヤマモト',
  ryk2: 'ヨシノ',
  inputBtdyYear: 1974,
  inputBtdyMonth: 3,
  inputBtdyDate: 8,
};
const CHILD = {
  nam1: '山本',
  nam2: '空',
  ryk1: 'ヤマモト',
  ryk2: 'ソラ',
  inputBtdyYear: 2000,
  inputBtdyMonth: 7,
  inputBtdyDate: 7,
};

let office: ReservationOffice;
let manager: string;
let mother: Booking;
let child: Booking;
let examineeId: number;
/** Of the account: each test has a family of its own, under the same names. */
let mail: string;

const post = (call: string, form: Form): Promise<Answered> => office.service.post(`${FAMILY}/${call}`, form, manager);
const keyOf = (ryak: string, btdy: string) => ({ trsq: examineeId, ryak, btdy });
const mothers = () => keyOf('ヤマモト　ヨシノ', '1974/03/08');
const childs = () => keyOf('ヤマモト　ソラ', '2000/07/07');

/** Somebody of the account books for one of the family. */
async function bookFor(person: Form, changes: Form = {}): Promise<number> {
  const owner = { kind: 'examinee', institutionCode: HOSPITAL, examineeId } as const;
  const token = await issueToken(office.db, owner, office.service.running.clock());
  const form = { ...mother.form, ...person, choiceUkno: '', ...changes };
  const { body } = await office.service.post('/api/Account/CommonLoginedNewReserve', form, token);
  expect(body).toMatchObject({ errorCode: 0 });
  return body.ukno;
}

async function setNow(now: string) {
  office.service.setNow(now);
  const clerk = { institutionCode: HOSPITAL, userId: 'clerk001' };
  manager = await openClerk(office.db, clerk, office.service.running.clock());
}

const erase = async (key: Form, changes: Form = {}) => {
  const { version } = (await post('Detail', key)).body;
  const form = { reason: '1', isConfirmed: '1', typedName: key.ryak, isWholeAccount: '0', version };
  return (await post('Erase', { ...key, ...form, ...changes })).body;
};

const texts = async (table: string) =>
  (await sql.raw<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t`).execute(office.db)).rows
    .map(({ text }) => text)
    .join('\n');

const PLACES = ['reservations', 'reservation_history', 'outbox_mails', 'examinees', 'access_log', 'mail_wishes'];
const everywhere = async () => (await Promise.all(PLACES.map(texts))).join('\n');

beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(() => office.service.close());

let families = 0;

beforeEach(async () => {
  await setNow(NOW);
  families += 1;
  mail = `Yoshino.${families}@example.jp`;
  const visit = {
    reserveDate: `2026/12/${14 + Math.floor(families / 2)}`,
    reserveTmzn: families % 2 === 0 ? '09' : '10',
  };
  mother = await office.book({ ...MOTHER, ...visit, email1: mail, age: 52 });
  examineeId = await office.ownerOf(mother.number);
  const number = await bookFor(CHILD, { ...visit, age: 26 });
  child = { number, form: mother.form };
  await office.update(mother.number, { trno: 'P-0001', isSendMail: '1' });
});

describe('finding', () => {
  test('by the whole address of the account: everybody of it', async () => {
    const { body } = await post('Search', { email: mail.toLowerCase() });
    expect(body.listPerson).toHaveLength(2);
    expect(body.listPerson).toContainEqual({
      ...mothers(),
      trno: 'P-0001',
      name: '山本　佳乃',
      emal: mail,
      rowCount: 1,
      lastDate: mother.form.reserveDate,
      ukno: mother.number,
    });
  });

  test('by a reservation: its person', async () => {
    const { body } = await post('Search', { ukno: child.number });
    expect(body.listPerson).toEqual([expect.objectContaining(childs())]);
  });

  test('by kana and birth date together, whatever their widths', async () => {
    const born = { btdyYear: 2000, btdyMonth: 7, btdyDate: 7 };
    const { body } = await post('Search', { ryak: 'ﾔﾏﾓﾄ ｿﾗ', ...born });
    expect(body.listPerson).toContainEqual(expect.objectContaining(childs()));
  });

  test.each([
    [{}, 12, 'メールアドレス、予約番号、またはカナ氏名と生年月日を入力してください。'],
    [{ ryak: 'ヤマモト' }, 12, 'メールアドレス、予約番号、またはカナ氏名と生年月日を入力してください。'],
    [{ email: 'nobody@example.jp' }, 13, '該当する方が見つかりません。'],
    [{ email: 'anonymous@anonymous.invalid' }, 13, '該当する方が見つかりません。'],
    [{ ukno: 999_999_999 }, 13, '該当する方が見つかりません。'],
  ])('%j answers %i', async (form, errorCode, errorMessage) => {
    expect((await post('Search', form)).body).toMatchObject({ errorCode, errorMessage });
  });
});

describe('showing and writing out', () => {
  test("the person's own reservations and mails, and how many others share the account", async () => {
    const { body } = await post('Detail', childs());
    expect(body).toMatchObject({ errorCode: 0, name: '山本　空', isOwner: '0', otherCount: 1, account: { tel1: '' } });
    expect(body.listReserve.map(({ ukno }: { ukno: number }) => ukno)).toEqual([child.number]);
    expect((await post('Detail', mothers())).body).toMatchObject({ isOwner: '1', account: { tel1: '045-000-0123' } });
    expect((await post('Detail', keyOf('ヤマモト　タロウ', '1974/03/08'))).status).toBe(404);
  });

  test("a file without hashes, staff's names and other people's data", async () => {
    await sql`
      insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, returned_on, at)
      values (${HOSPITAL}, ${mother.number}, '2026-11-12', '2026-12-01', '{course}', 'clerk001', '2026-11-14', now())`.execute(
      office.db,
    );
    const { body } = await post('Export', mothers());
    expect(body.fileName).toBe(`kojin-data_${mother.number}_20261115.json`);
    const content = JSON.parse(body.jsonText);
    expect(Object.keys(content)).toEqual(Object.keys(DISCLOSED));
    expect(content.account).toMatchObject({
      mail,
      family_name: '山本',
      birth_date: '1974/03/08',
      sex: '女性',
    });
    expect(Object.keys(content.account).slice(0, 5)).toEqual([
      'family_kana',
      'given_kana',
      'family_name',
      'given_name',
      'birth_date',
    ]);
    expect(content.reservations).toHaveLength(1);
    expect(content.reservations[0]).toMatchObject({
      patient_number: 'P-0001',
      status: '新規未確認',
      options: [],
      sendings: [{ sent_on: '2026/11/12', returned_on: '2026/11/14' }],
      total_amount: '10,000円',
    });
    expect(content.reservations[0].history.at(-1)).toMatchObject({ actor: '職員' });
    expect(content.mails.length).toBeGreaterThan(0);
    for (const hidden of ['受付　佐藤', 'clerk001', 'hash', 'ソラ']) expect(body.jsonText).not.toContain(hidden);
    // Each of its names is explained to whoever is given it.
    const guide = readFileSync(new URL('../../../../docs/staff-guide/privacy.md', import.meta.url), 'utf8');
    const names = [...body.jsonText.matchAll(/"(\w+)":/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'name' && name !== 'amount');
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    const theirs = (await post('Export', childs())).body.jsonText;
    expect(JSON.parse(theirs).account).toEqual({ mail });
    expect(theirs).not.toContain('ヨシノ');
  });

  test('is for a 管理者 who has just shown who it is', async () => {
    await sql`update sessions set confirmed_at = '2026-11-15T09:49:00+09:00', last_used_at = '2026-11-15T09:59:00+09:00'
      where administrator_id = 'clerk001'`.execute(office.db);
    expect((await post('Detail', mothers())).body.errorCode).toBe(0);
    for (const call of ['Export', 'Erase']) {
      expect(await post(call, mothers())).toMatchObject({ status: 403, body: { isConfirmNeeded: '1' } });
    }
  });
});

describe('erasing', () => {
  test('Given a person with a booking next week, when erase is pressed, then 13 with its number', async () => {
    await setNow('2026-12-08T10:00:00+09:00');
    expect(await erase(mothers())).toMatchObject({
      errorCode: 13,
      errorMessage: `受診日前の予約（予約番号 ${mother.number}）があるため消去できません。先に予約を取り消してください。`,
    });
    expect(await office.row(mother.number)).toMatchObject({ family_name: '山本', anonymised_at: null });
  });

  test('Given mother and child on one account, when the child is erased, then the mother logs in as before', async () => {
    await setNow(LATER);
    const before = (await sql`select * from examinees where examinee_id = ${examineeId}`.execute(office.db)).rows;
    await sql`insert into mail_wishes values (${HOSPITAL}, ${mail.toLowerCase()}, true, now(), 'my_page', '')
      on conflict do nothing`.execute(office.db);
    expect(await erase(childs())).toMatchObject({ errorCode: 0 });
    expect(await office.row(child.number)).toMatchObject({ family_name: '匿名', family_kana: '', mail: '' });
    expect(await office.row(mother.number)).toMatchObject({ family_name: '山本', examinee_id: examineeId });
    const after = (await sql`select * from examinees where examinee_id = ${examineeId}`.execute(office.db)).rows;
    expect(after).toEqual(before);
    const kept = await sql`select from examinee_credentials where examinee_id = ${examineeId}`.execute(office.db);
    expect(kept.rows.length).toBeGreaterThan(0);
    expect(await texts('mail_wishes')).toContain(mail.toLowerCase());
    expect((await post('Detail', childs())).status).toBe(404);
    expect((await post('Detail', mothers())).body).toMatchObject({ otherCount: 0 });
  });

  test('the owner goes while others stay: the data are emptied, log-in mail and password stay, sessions end', async () => {
    await setNow(LATER);
    await issueToken(
      office.db,
      { kind: 'examinee', institutionCode: HOSPITAL, examineeId },
      office.service.running.clock(),
    );
    expect(await erase(mothers())).toMatchObject({ errorCode: 0 });
    const { rows } = await sql<Record<string, unknown>>`
      select mail, family_name, birth_date, phone, city, (select count(*) from sessions where examinee_id = e.examinee_id) as sessions,
             (select count(*) > 0 from examinee_credentials c where c.examinee_id = e.examinee_id) as "canLogIn"
        from examinees e where examinee_id = ${examineeId}`.execute(office.db);
    expect(rows).toEqual([
      { mail, family_name: '', birth_date: null, phone: '', city: '', sessions: 0, canLogIn: true },
    ]);
    expect(await office.row(child.number)).toMatchObject({ family_name: '山本', examinee_id: examineeId });
  });

  test('the whole account: nothing of anybody is left anywhere, and the counts are as before', async () => {
    await setNow(LATER);
    await sql`insert into mail_wishes values (${HOSPITAL}, ${mail.toLowerCase()}, true, now(), 'my_page', '')
      on conflict do nothing`.execute(office.db);
    expect(await erase(mothers(), { isWholeAccount: '1' })).toMatchObject({ errorCode: 0 });
    const left = await everywhere();
    for (const personal of [mail, mail.toLowerCase(), `"examinee_id": ${examineeId},`]) {
      expect(left).not.toContain(personal);
    }
    for (const { number } of [mother, child]) expect(await office.row(number)).toMatchObject({ family_name: '匿名' });
    expect(await wrongCounters(office.db)).toEqual([]);
    expect((await post('Search', { email: mail })).body.errorCode).toBe(13);
  });

  test('Given a booking made between opening the page and pressing, then 14', async () => {
    await setNow('2026-12-31T10:00:00+09:00');
    const { version } = (await post('Detail', mothers())).body;
    await bookFor(CHILD, { reserveDate: '2027/02/10', age: 26 });
    expect(await erase(mothers(), { version })).toMatchObject({ errorCode: 14 });
    expect(await office.row(mother.number)).toMatchObject({ family_name: '山本' });
  });

  test.each([
    [{ reason: '' }, '理由を選択してください。'],
    [{ isConfirmed: '0' }, '保存義務のある記録が別に保管されていることを確認してください。'],
    [{ typedName: '' }, 'カナ氏名は必須入力です。'],
    [{ typedName: 'ヤマモト　ソラ' }, 'カナ氏名が一致しません。'],
  ])('%j is 12', async (changes, errorMessage) => {
    await setNow(LATER);
    expect(await erase(mothers(), changes)).toMatchObject({ errorCode: 12, errorMessage });
    expect(await office.row(mother.number)).toMatchObject({ family_name: '山本' });
  });

  test('the typed name may be in other widths, without the blank', async () => {
    await setNow(LATER);
    expect(await erase(mothers(), { typedName: 'ﾔﾏﾓﾄﾖｼﾉ' })).toMatchObject({ errorCode: 0 });
  });
});

test('what was done is in the access log: by which kinds of conditions, whose, how many, and never a name', async () => {
  await setNow(LATER);
  const since = office.service.running.clock();
  await post('Search', { email: mail });
  await post('Detail', mothers());
  await post('Export', mothers());
  await erase(mothers());
  await office.service.running.accessLog.flush();
  const { rows } = await sql<{ act: string; subject: string; details: unknown }>`
    select act, subject, details from access_log where at >= ${since} and act in ('11', '12', '41', '42')
     and (subject = ${String(mother.number)} or act = '11') order by act`.execute(office.db);
  expect(rows).toContainEqual({ act: '11', subject: '', details: { conditions: ['メールアドレス'], count: 2 } });
  expect(rows).toContainEqual(expect.objectContaining({ act: '12', subject: String(mother.number) }));
  expect(rows).toContainEqual({ act: '41', subject: String(mother.number), details: { count: 1 } });
  expect(rows).toContainEqual({
    act: '42',
    subject: String(mother.number),
    details: { note: '本人の請求', count: 1 },
  });
  expect(await texts('access_log')).not.toContain('ヨシノ');
});

test('who has seen a person: looked up, listed, changed, written to a file; a hundred at a time, and nothing of others', async () => {
  const accesses = async (form: Form = {}) => (await post('Accesses', { ...mothers(), ...form })).body;
  const clerk = await openClerk(
    office.db,
    { institutionCode: HOSPITAL, userId: 'recep001', role: 'reception' },
    office.service.running.clock(),
  );
  const ask = (path: string, form: Form) => office.service.post(`/api/${path}`, form, clerk);
  await ask('MasterWIGA1Detail/FirstDisplay', { ukno: mother.number });
  await ask('Desk/ReceptionList', { receptDate: mother.form.reserveDate });
  await ask('MasterWIGA1Detail/FirstDisplay', { ukno: child.number });
  await office.service.readLog();
  const seen = (await accesses()).listAccess as Form[];
  const entries = seen.map(({ userId, actName, subject }) => `${userId} ${actName} ${subject}`);
  expect(entries).toEqual(expect.arrayContaining([`recep001 予約の閲覧 ${mother.number}`, 'recep001 予約の検索 ']));
  expect(entries).toContain(`clerk001 予約の変更 ${mother.number}`);
  expect(JSON.stringify(seen)).not.toContain(String(child.number));
  await sql`insert into access_log (institution_code, at, actor_kind, user_id, act, numbers)
    select ${HOSPITAL}, '2026-11-14T10:00:00+09:00', 'staff', 'clerk001', '11', array[${child.number}::integer, ${mother.number}::integer]
      from generate_series(1, 120)`.execute(office.db);
  const first = await accesses();
  const second = await accesses({ before: first.older });
  expect([first.listAccess.length, second.older]).toEqual([100, '']);
  expect(first.listAccess.length + second.listAccess.length).toBeGreaterThan(120 + seen.length - 1);
  const viewer = await openClerk(
    office.db,
    { institutionCode: HOSPITAL, userId: 'viewer01', role: 'viewer' },
    office.service.running.clock(),
  );
  expect((await office.service.post(`${FAMILY}/Accesses`, mothers(), viewer)).status).toBe(403);
});
