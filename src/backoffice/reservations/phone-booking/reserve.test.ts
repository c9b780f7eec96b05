// Phone bookings and changes at the desk, from the call to what stands in the database.

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setAuditOutput } from '#server/access-log/write-log.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { countWritten, DESIRED, HOSPITAL, SOCIETY, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { DETAIL, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const RESERVE = '/api/Desk/Reserve';
const NOW = new Date('2026-11-15T01:00:00Z');

let office: ReservationOffice;
let reception: string;
beforeAll(async () => {
  office = await openReservationOffice();
  reception = await openClerk(office.db, { institutionCode: HOSPITAL, userId: 'recept01', role: 'reception' }, NOW);
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

const ask = async (changes: Form = {}, token = office.token) =>
  (await office.service.post(RESERVE, deskForm(changes), token)).body;

async function book(changes: Form = {}, token = office.token) {
  const body = await ask(changes, token);
  expect(body).toMatchObject({ errorCode: 0 });
  return body as { ukno: number; statusCode: string; isAccountOpened: string; mailKinds: string[] };
}

const mailsOf = async (number: number) => {
  const { rows } = await sql<{ kind: string; recipient: string }>`
    select kind, recipient from outbox_mails where reservation_number = ${number} order by kind`.execute(office.db);
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`);
};
const historyOf = async (number: number) =>
  (await office.service.post(DETAIL, { ukno: number }, office.token)).body.historyList;
const logOf = async (subject: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select act, user_id, details, outcome from access_log where subject = ${String(subject)} order by act`.execute(
    office.db,
  );
  return rows;
};
const capacity = async (frame: string, date: string, slot: string) => {
  const { rows } = await sql<{ capacity: number; used: number }>`
    select capacity, used from frame_capacities
     where frame_code = ${frame} and visit_date = ${date}::date and slot_code = ${slot}`.execute(office.db);
  return rows[0];
};
const fill = (frame: string, date: string, slot: string, capacity: number) =>
  sql`update frame_capacities set capacity = ${capacity}
       where frame_code = ${frame} and visit_date = ${date}::date and slot_code = ${slot}`.execute(office.db);
const history = (text: string) => expect.objectContaining({ text, name: '受付　佐藤' });

describe('a new booking', () => {
  test('given a caller without mail, when she is booked, then status 23, 電話, no account, no mail in the outbox', async () => {
    const before = await countWritten(office.db);
    const { ukno, ...answer } = await book({ trno: 'A-7', stmm: '車いす\n送迎あり' }, reception);
    expect(answer).toMatchObject({ statusCode: '23', isAccountOpened: '0', mailKinds: [] });
    expect(await office.row(ukno)).toMatchObject({
      status: 'confirmed',
      origin: 'phone',
      examinee_id: null,
      mail: '',
      patient_number: 'A-7',
      staff_memo: '車いす\n送迎あり',
      download_status: 'new',
      phone: '045-000-0123',
    });
    const after = await countWritten(office.db);
    expect([after.examinees, after.outbox_mails]).toEqual([before.examinees, before.outbox_mails]);
    expect(await usedOn(office.db, '2026-12-01')).toEqual({ '0001/09': 1 });
  });

  test('stands in its history and in the access log under the clerk', async () => {
    const lines: string[] = [];
    setAuditOutput((line) => lines.push(line));
    const { ukno } = await book();
    setAuditOutput(null);
    expect(await historyOf(ukno)).toEqual([history('予約の登録（受診日 2026/12/01、電話）')]);
    expect(await logOf(ukno)).toEqual([
      { act: '13', user_id: 'clerk001', details: { note: '電話予約' }, outcome: 'ok' },
    ]);
    expect(lines.filter((line) => line.includes(String(ukno)))).toHaveLength(1);
  });

  test('not confirmed: 21 with mail 02', async () => {
    const { ukno, statusCode, mailKinds } = await book({
      statusCode: '21',
      email1: 'new21@example.jp',
      reserveDate: '2026/12/02',
    });
    expect([statusCode, mailKinds]).toEqual(['21', ['01', '02']]);
    expect(await mailsOf(ukno)).toEqual(['booked new21@example.jp', 'password new21@example.jp']);
  });

  test('of a desired client takes its place when confirmed, and none when not', async () => {
    const wish = { jgcd: DESIRED, sumGkgk: 7700, reserveDate: '2026/12/03' };
    const open = await book({ ...wish, statusCode: '21' });
    expect(await usedOn(office.db, '2026-12-03')).toEqual({});
    const confirmed = await book(wish);
    expect(await usedOn(office.db, '2026-12-03')).toEqual({ '0001/09': 1 });
    expect([(await office.row(open.ukno)).desired, (await office.row(confirmed.ukno)).desired]).toEqual([true, true]);
  });

  test('of a desired client that is not confirmed is taken by 受付 where it is full, and nothing is raised', async () => {
    const wish = { jgcd: DESIRED, sumGkgk: 7700, reserveDate: '2026/12/10', statusCode: '21' };
    await fill('0001', '2026-12-10', '09', 1);
    await book({ ...wish, statusCode: '23' });
    const { statusCode } = await book(wish, reception);
    expect(statusCode).toBe('21');
    expect(await capacity('0001', '2026-12-10', '09')).toEqual({ capacity: 1, used: 1 });
    expect(await ask({ ...wish, statusCode: '23' }, reception)).toMatchObject({ errorCode: 13 });
  });

  test('of a course without a time is booked for the day', async () => {
    const { ukno } = await book({ kscd: '0005', sumGkgk: 6600, reserveDate: '2026/12/11', reserveTmzn: 'ZZ' });
    expect(await office.row(ukno)).toMatchObject({ slot_code: 'ZZ', start_minute: null });
    expect(await usedOn(office.db, '2026-12-11')).toEqual({ '0004/ZZ': 1 });
  });

  test('through a society has its insurer number, and needs a category', async () => {
    const insured = { jgcd: SOCIETY, sumGkgk: 5500, reserveDate: '2026/12/04' };
    expect(await ask(insured)).toMatchObject({ errorCode: 12, errorMessage: '対象者区分を選択してください。' });
    const { ukno } = await book({ ...insured, inputHfkb: '01', hkkg: '12' });
    expect(await office.row(ukno)).toMatchObject({
      insurer_number: '06990014',
      card_symbol: '12',
      category_name: '本人',
    });
  });

  test('what is missing is told like at the input step', async () => {
    const body = await ask({ ryk1: '', tel1: '', inputBtdyYear: '', inputBtdyMonth: '', inputBtdyDate: '' });
    expect(body.errorCode).toBe(12);
    expect(body.errorMessagesList).toContain('生年月日は必須入力です。');
    expect(body.errorMessagesList).toHaveLength(3);
    expect(await ask({ inputBtdyYear: 2026, inputBtdyMonth: 11, inputBtdyDate: 16 })).toMatchObject({
      errorCode: 12,
      errorMessage: '生年月日が正しい日付ではありません。',
    });
  });

  test('another amount than was shown is refused', async () => {
    expect(await ask({ sumGkgk: 9999 })).toMatchObject({
      errorCode: 13,
      errorMessage: '料金または予約の内容が変わりました。内容を確認して、もう一度予約してください。',
    });
  });

  test('the same requestId twice: one reservation, one entry, the same answer', async () => {
    const form = { requestId: 'desk-twice-0123456789abcdef', email1: 'twice@example.jp', reserveDate: '2026/12/08' };
    const answers = await Promise.all([1, 2, 3].map(() => ask(form)));
    expect(answers[0]).toMatchObject({ errorCode: 0, isAccountOpened: '1', mailKinds: ['01', '03'] });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await ask(form)).toEqual(answers[0]);
    expect(await usedOn(office.db, '2026-12-08')).toEqual({ '0001/09': 1 });
    expect(await logOf(answers[0].ukno)).toHaveLength(1);
    expect(await ask({ ...form, nam2: '太郎' })).toMatchObject({ errorCode: 13 });
    // Of another clerk it is another one.
    expect((await book({ ...form, reserveTmzn: '10' }, office.otherToken)).ukno).not.toBe(answers[0].ukno);
  });
});

describe('days and courses', () => {
  test('given a private course inside stdy, when it is booked, then it is done; on a closed day it is refused', async () => {
    const hidden = { kscd: '0003', sumGkgk: 1, reserveDate: '2026/11/15' };
    // At 10:00 today the slot of 9:00 has begun.
    expect(await book(hidden)).toMatchObject({ statusCode: '23' });
    expect(await book({ kscd: '0004', sumGkgk: 1, reserveDate: '2027/03/31' })).toMatchObject({ statusCode: '23' });
    const closed = { errorCode: 14, errorMessage: '休診日のため予約できません。' };
    expect(await ask({ ...hidden, reserveDate: '2026/12/06' })).toMatchObject(closed);
    await fill('0001', '2026-12-06', '09', 0);
    expect(await ask({ ...hidden, reserveDate: '2026/12/06' })).toMatchObject(closed);
  });

  test('before today, outside of the year, at a time that there is not: 14 with a sentence', async () => {
    const sentences = [];
    for (const changes of [{ reserveDate: '2026/11/14' }, { reserveDate: '2027/04/02' }, { reserveTmzn: 'ZZ' }]) {
      const { errorCode, errorMessage } = await ask(changes);
      expect(errorCode).toBe(14);
      sentences.push(errorMessage);
    }
    expect(sentences).toEqual([
      '今日より前の日には予約できません。',
      '受診日は2026年度（2026/04/01〜2027/03/31）の日を選択してください。',
      '選択された受付時間では予約できません。選び直してください。',
    ]);
  });

  test('who is not meant by a course is refused as everywhere', async () => {
    expect(
      await ask({ opbr: ['0002'], opcd: ['0004'], optionJkcd: ['04'], inputSex: '1', sumGkgk: 15500 }),
    ).toMatchObject({
      errorCode: 13,
      errorMessage: expect.stringContaining('オプション'),
    });
  });

  test('given one place left, when two clerks press at once, then one number, one Full, used = capacity', async () => {
    await fill('0001', '2026-12-09', '09', 1);
    const form = { reserveDate: '2026/12/09' };
    const answers = await Promise.all([ask(form), ask({ ...form, nam2: '太郎' }, office.otherToken)]);
    expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 13]);
    expect(answers.find(({ errorCode }) => errorCode === 13)).toMatchObject({
      redoStep: 'calendar',
      errorMessage: '2026/12/09 9:00の予約枠に空きがなくなりました。別の日時を選択してください。',
    });
    expect(await capacity('0001', '2026-12-09', '09')).toEqual({ capacity: 1, used: 1 });
  });
});

describe('mail and account', () => {
  const opened = async (mail: string) => (await office.book({ email1: mail, reserveDate: '2027/01/12' })).number;

  test('an address that nobody has opens an account, unless no mail is to be sent', async () => {
    const { ukno, isAccountOpened, mailKinds } = await book({ email1: 'opens@example.jp', reserveDate: '2027/01/13' });
    expect([isAccountOpened, mailKinds]).toEqual(['1', ['01', '03']]);
    expect(await mailsOf(ukno)).toEqual(['confirmed opens@example.jp', 'password opens@example.jp']);
    expect((await office.row(ukno)).examinee_id).not.toBeNull();
    const silent = await book({ email1: 'silent@example.jp', isSendMail: '0', reserveDate: '2027/01/13' });
    expect(silent).toMatchObject({ isAccountOpened: '0', mailKinds: [] });
    expect(await office.row(silent.ukno)).toMatchObject({ examinee_id: null, mail: 'silent@example.jp' });
    expect(await mailsOf(silent.ukno)).toEqual([]);
  });

  test('the caller’s own account has the reservation, and keeps its data', async () => {
    const owner = await office.ownerOf(await opened('own@example.jp'));
    const { ukno, isAccountOpened, mailKinds } = await book({
      email1: 'OWN@example.jp',
      tel1: '090-9999-9999',
      reserveDate: '2027/01/14',
    });
    expect([isAccountOpened, mailKinds]).toEqual(['0', ['03']]);
    expect((await office.row(ukno)).examinee_id).toBe(owner);
    const account = await office.db
      .selectFrom('examinees')
      .select('phone')
      .where('examinee_id', '=', owner)
      .executeTakeFirst();
    expect(account?.phone).toBe('045-000-0123');
  });

  test('given the mail of somebody else’s account, when acct is not sent, then 12; with 0 the reservation is on nobody’s my page', async () => {
    const owner = await office.ownerOf(await opened('other@example.jp'));
    const family = { email1: 'other@example.jp', nam2: '太郎', ryk2: 'タロウ', reserveDate: '2027/01/15' };
    expect(await ask(family)).toMatchObject({ errorCode: 12, errorMessage: 'マイページへの表示を選択してください。' });
    const hidden = await book({ ...family, acct: '0' });
    expect(await office.row(hidden.ukno)).toMatchObject({ examinee_id: null, mail: 'other@example.jp' });
    expect(await mailsOf(hidden.ukno)).toEqual(['confirmed other@example.jp']);
    const shown = await book({ ...family, acct: '1' });
    expect((await office.row(shown.ukno)).examinee_id).toBe(owner);
  });

  test('two clerks who open an account of one address at once: one opens it, the other finds it', async () => {
    const form = { email1: 'race@example.jp', reserveDate: '2027/01/18' };
    const answers = await Promise.all([book(form), book(form, office.otherToken)]);
    expect(answers.map(({ isAccountOpened }) => isAccountOpened).sort()).toEqual(['0', '1']);
    // Of the account that nobody has verified yet the other waits for that.
    const rows = await Promise.all(answers.map(({ ukno }) => office.row(ukno)));
    const [owner, ...others] = rows.flatMap(({ examinee_id }) => examinee_id ?? []);
    expect(others).toEqual([]);
    expect(rows.flatMap(({ pending_examinee_id }) => pending_examinee_id ?? [])).toEqual([owner]);
  });

  test('given an account that is erased while it is being booked for, then the address is nobody’s and opens another', async () => {
    const number = await opened('erased@example.jp');
    const owner = await office.ownerOf(number);
    await sql`update reservations set examinee_id = null where reservation_number = ${number}`.execute(office.db);
    // Between the look for the owner and the write.
    await sql`
      create function wait_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return new; end $$`.execute(office.service.admin);
    await sql`create trigger waits before insert on reservations for each row execute function wait_for_test()`.execute(
      office.service.admin,
    );
    const { answer } = await office.db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(db);
      const answer = ask({ email1: 'erased@example.jp', reserveDate: '2027/01/21' });
      const waits = sql`select from pg_stat_activity where wait_event = 'advisory'`;
      await vi.waitUntil(async () => (await waits.execute(office.db)).rows.length > 0, 20_000);
      await sql`delete from examinees where examinee_id = ${owner}`.execute(office.db);
      return { answer };
    });
    expect(await answer).toMatchObject({ errorCode: 0, isAccountOpened: '1' });
    await sql`drop trigger waits on reservations`.execute(office.service.admin);
    await sql`drop function wait_for_test`.execute(office.service.admin);
  });

  test('only what is ticked is a wish about invitations, of origin staff, and it takes a refusal back', async () => {
    const wishOf = async (mail: string) => {
      const { rows } = await sql<object>`select accepts, origin, user_id from mail_wishes where mail = ${mail}`.execute(
        office.db,
      );
      return rows[0];
    };
    await book({ email1: 'nowish@example.jp', dmkb: '0', reserveDate: '2027/01/19' });
    expect(await wishOf('nowish@example.jp')).toBeUndefined();
    await office.book({ email1: 'wish@example.jp', dmkb: '0', reserveDate: '2027/01/19' });
    expect(await wishOf('wish@example.jp')).toMatchObject({ accepts: false, origin: 'booking' });
    await book({ email1: 'wish@example.jp', dmkb: '1', reserveDate: '2027/01/20' });
    expect(await wishOf('wish@example.jp')).toEqual({ accepts: true, origin: 'staff', user_id: 'clerk001' });
  });
});

describe('a full frame', () => {
  /** Full: 3 of 3 taken. */
  async function full(date: string, slot = '10') {
    await fill('0002', date, slot, 3);
    const withEndoscopy = {
      reserveDate: date.replaceAll('-', '/'),
      reserveTmzn: slot,
      opbr: ['0001'],
      opcd: ['0002'],
      optionJkcd: ['02'],
      sumGkgk: 15500,
    };
    await fill('0001', date, slot, 5);
    for (let n = 0; n < 3; n++) await book(withEndoscopy);
    return withEndoscopy;
  }
  const raising = (waku: string[], tmzn: string[], cnt1: number[]): Form => ({
    raise: '1',
    raiseWaku: waku,
    raiseTmzn: tmzn,
    raiseCnt1: cnt1,
  });

  test('is raised by a manager 3 → 4 together with the booking, and noted in history and log', async () => {
    const form = await full('2027-02-02');
    expect(await ask(form)).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
    const { ukno } = await book({ ...form, ...raising(['0002'], ['10'], [3]) });
    expect(await capacity('0002', '2027-02-02', '10')).toEqual({ capacity: 4, used: 4 });
    // What has room stays as it is.
    expect(await capacity('0001', '2027-02-02', '10')).toEqual({ capacity: 5, used: 4 });
    expect(await historyOf(ukno)).toEqual([
      history('予約の登録（受診日 2027/02/02、電話）、枠を追加：枠0002 2027/02/02 10:00 3 → 4'),
    ]);
    expect(await logOf(ukno)).toMatchObject([
      { act: '13' },
      { act: '21', details: { note: '枠の追加', changes: [{ what: '枠0002 2027/02/02 10:00', from: '3', to: '4' }] } },
    ]);
  });

  test('when 受付 sends raise, then 403 and nothing is written', async () => {
    const form = await full('2027-02-03');
    const before = await countWritten(office.db);
    const { status, body } = await office.service.post(
      RESERVE,
      deskForm({ ...form, ...raising(['0002'], ['10'], [3]) }),
      reception,
    );
    expect([status, body.errorCode]).toEqual([403, 13]);
    expect(await countWritten(office.db)).toEqual(before);
    expect(await capacity('0002', '2027-02-03', '10')).toEqual({ capacity: 3, used: 3 });
  });

  test('of another capacity than was shown, or lacking and not named: 13, nothing is written', async () => {
    const form = await full('2027-02-04');
    const before = await countWritten(office.db);
    for (const cells of [raising(['0002'], ['10'], [2]), raising(['0001'], ['10'], [5]), raising([], [], [])]) {
      expect(await ask({ ...form, ...cells })).toMatchObject({
        errorCode: 13,
        errorMessage: '枠の状況が変わりました。もう一度ご確認ください。',
      });
    }
    expect(await countWritten(office.db)).toEqual(before);
  });

  test('that has room by then is left as it is', async () => {
    const form = await full('2027-02-05');
    await fill('0002', '2027-02-05', '10', 6);
    const { ukno } = await book({ ...form, ...raising(['0002'], ['10'], [3]) });
    expect(await capacity('0002', '2027-02-05', '10')).toEqual({ capacity: 6, used: 4 });
    expect(await logOf(ukno)).toHaveLength(1);
  });

  test('without any capacity is never raised, nor on a closed day', async () => {
    const cells = raising(['0001'], ['09'], [0]);
    await fill('0001', '2027-02-08', '09', 0);
    expect(await ask({ reserveDate: '2027/02/08', ...cells })).toMatchObject({
      errorCode: 14,
      errorMessage: '枠数が0の枠は増やせません。',
    });
    await fill('0001', '2026-12-13', '09', 1);
    expect(await ask({ reserveDate: '2026/12/13', ...raising(['0001'], ['09'], [1]) })).toMatchObject({
      errorCode: 14,
      errorMessage: '休診日のため予約できません。',
    });
  });

  test('counted by parts is raised by all that is lacking', async () => {
    await fill('0003', '2027-02-09', 'ZZ', 1);
    const { ukno } = await book({
      reserveDate: '2027/02/09',
      opbr: ['0002', '0002'],
      opcd: ['0004', '0005'],
      optionJkcd: ['04', '05'],
      sumGkgk: 19900,
      ...raising(['0003'], ['ZZ'], [1]),
    });
    expect(await capacity('0003', '2027-02-09', 'ZZ')).toEqual({ capacity: 2, used: 2 });
    expect((await historyOf(ukno))[0].text).toContain('枠を追加：枠0003 2027/02/09 1 → 2');
  });

  test('whoever edits its month meanwhile is told, and the masters stay what bookings counted with', async () => {
    const form = await full('2027-02-12');
    const month = { waku: '0002', calenderYear: 2027, calenderMonth: 2 };
    const shown = (await office.service.post('/api/MasterWWKKR/ChangeDisplay', month, office.token)).body;
    const mastersVersion = async () =>
      (
        await sql<{
          version: number;
        }>`select version from masters_versions where institution_code = ${HOSPITAL}`.execute(office.db)
      ).rows[0]?.version;
    const before = await mastersVersion();
    await book({ ...form, ...raising(['0002'], ['10'], [3]) });
    const cells = { dates: ['2027/02/12'], tmzns: ['10'], cnt1s: [3], recordStatuses: ['12'], clamp: '1' };
    const { body } = await office.service.post(
      '/api/MasterWWKKR/Update',
      { ...month, ...cells, version: shown.version },
      office.token,
    );
    expect(body).toMatchObject({ errorCode: 14, errorMessage: expect.stringContaining('2027/02/12') });
    expect(await mastersVersion()).toBe(before);
  });

  test('is raised in a change by what is lacking beside its own places', async () => {
    const form = await full('2027-02-10');
    const own = await book({ ...form, reserveTmzn: '09' });
    await fill('0002', '2027-02-10', '09', 1);
    // It keeps its own slot: nothing lacks.
    const kept = await book({ ...form, reserveTmzn: '09', choiceUkno: own.ukno, ...raising(['0002'], ['09'], [1]) });
    expect(await capacity('0002', '2027-02-10', '09')).toEqual({ capacity: 1, used: 1 });
    await book({ ...form, choiceUkno: kept.ukno, ...raising(['0002'], ['10'], [3]) });
    expect(await capacity('0002', '2027-02-10', '09')).toEqual({ capacity: 1, used: 0 });
    expect(await capacity('0002', '2027-02-10', '10')).toEqual({ capacity: 4, used: 4 });
  });
});

describe('a change', () => {
  const versionOf = async (number: number) => String((await office.row(number)).version);

  test('given a confirmed reservation with a memo, when course and day are changed, then a new number with status 23, the old one 32, memo, patient number and origin gone along, the old slot free for others', async () => {
    await fill('0001', '2027-03-01', '09', 1);
    const { number: old } = await office.book({ reserveDate: '2027/03/01', email1: 'change@example.jp' });
    await office.update(old, { statusCode: '23' });
    await sql`update reservations set staff_memo = '要連絡', patient_number = 'B-2' where reservation_number = ${old}`.execute(
      office.db,
    );
    const {
      trno: _,
      stmm: __,
      ...carried
    } = deskForm({
      email1: 'change@example.jp',
      kscd: '0002',
      courseJkcd: '04',
      sumGkgk: 9900,
      reserveDate: '2027/03/02',
      choiceUkno: old,
      version: await versionOf(old),
    });
    const { body } = await office.service.post(RESERVE, carried, office.token);
    expect(body).toMatchObject({ errorCode: 0, statusCode: '23', mailKinds: ['05'], isAccountOpened: '0' });
    expect(await office.row(body.ukno)).toMatchObject({
      status: 'confirmed',
      replaces: old,
      course_code: '0002',
      staff_memo: '要連絡',
      patient_number: 'B-2',
      origin: 'web',
      download_status: 'changed',
      examinee_id: await office.ownerOf(old),
    });
    expect(await office.row(old)).toMatchObject({ status: 'replaced_confirmed' });
    expect(await capacity('0001', '2027-03-01', '09')).toEqual({ capacity: 1, used: 0 });
    expect(await book({ reserveDate: '2027/03/01' })).toMatchObject({ statusCode: '23' });
    expect((await historyOf(old))[0]).toMatchObject({ text: `予約番号${body.ukno}へ変更`, name: '受付　佐藤' });
    expect(await historyOf(body.ukno)).toEqual([history(`予約番号${old}からの変更（受診日 2027/03/02、電話）`)]);
  });

  test('may be of another client, year, category and person, and what is sent for number and memo holds, also empty', async () => {
    const { ukno: old } = await book({ trno: 'C-3', stmm: 'メモ', reserveDate: '2027/03/03' });
    const { ukno } = await book({
      jgcd: SOCIETY,
      inputHfkb: '01',
      sumGkgk: 5500,
      nam2: '次郎',
      ryk2: 'ジロウ',
      inputSex: '1',
      reserveDate: '2027/03/04',
      statusCode: '22',
      choiceUkno: old,
    });
    expect(await office.row(ukno)).toMatchObject({
      status: 'changed',
      client_code: SOCIETY,
      given_name: '次郎',
      patient_number: '',
      staff_memo: '',
      origin: 'phone',
    });
    const { ukno: next } = await book({
      nend: 2027,
      kscd: '0006',
      sumGkgk: 13000,
      reserveDate: '2027/04/05',
      choiceUkno: ukno,
    });
    expect(await office.row(next)).toMatchObject({ fiscal_year: 2027, client_code: '00000000', category_code: null });
    // A day of the year before is not one to keep.
    expect(await ask({ reserveDate: '2027/04/05', choiceUkno: next })).toMatchObject({ errorCode: 14 });
  });

  test('of a desired one that is confirmed takes its places and inherits none; not confirmed it keeps the old ones', async () => {
    const wish = { jgcd: DESIRED, sumGkgk: 7700 };
    const { ukno: first } = await book({ ...wish, reserveDate: '2027/03/05' });
    const { ukno: second } = await book({
      ...wish,
      reserveDate: '2027/03/08',
      statusCode: '22',
      choiceUkno: first,
    });
    expect([await usedOn(office.db, '2027-03-05'), await usedOn(office.db, '2027-03-08')]).toEqual([
      { '0001/09': 1 },
      {},
    ]);
    await book({ ...wish, reserveDate: '2027/03/09', choiceUkno: second });
    expect(await usedOn(office.db, '2027-03-05')).toEqual({});
    expect(await usedOn(office.db, '2027-03-09')).toEqual({ '0001/09': 1 });
  });

  test('is refused on a stale version, of a replaced, a cancelled and a past one, and of one who has come', async () => {
    const { ukno: old } = await book({ reserveDate: '2027/03/10' });
    const version = await versionOf(old);
    await office.update(old, { trno: 'D-4' });
    const change = { reserveDate: '2027/03/11', choiceUkno: old };
    expect(await ask({ ...change, version })).toMatchObject({
      errorCode: 14,
      errorMessage: expect.stringContaining('先に更新'),
    });
    await sql`insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
      values (${HOSPITAL}, ${old}, '2027-03-10', 'arrived', now(), 'clerk001')`.execute(office.db);
    expect(await ask(change)).toMatchObject({ errorCode: 14, errorMessage: expect.stringContaining('来院済み') });
    await sql`delete from reception_marks`.execute(office.db);
    const { ukno } = await book(change);
    expect(await ask({ ...change, version })).toMatchObject({
      errorCode: 14,
      errorMessage: expect.stringContaining(String(ukno)),
    });
    await office.update(ukno, { statusCode: '92' });
    expect(await ask({ ...change, choiceUkno: ukno })).toMatchObject({ errorCode: 14 });
    const { status, body } = await office.service.post(RESERVE, deskForm({ choiceUkno: 999_999_998 }), office.token);
    expect([status, body.errorCode]).toEqual([404, 16]);
  });

  test('two clerks at once: one new number, the other is told', async () => {
    const { ukno: old } = await book({ reserveDate: '2027/03/12' });
    const version = await versionOf(old);
    const form = { reserveDate: '2027/03/15', choiceUkno: old, version };
    const answers = await Promise.all([ask(form), ask(form, office.otherToken)]);
    expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 14]);
    expect(await usedOn(office.db, '2027-03-15')).toEqual({ '0001/09': 1 });
  });

  test('of a reservation without an account gets one by the rules of a new booking', async () => {
    const { ukno: old } = await book({ reserveDate: '2027/03/16' });
    const answer = await book({ reserveDate: '2027/03/17', choiceUkno: old, email1: 'late@example.jp' });
    expect(answer).toMatchObject({ isAccountOpened: '1', mailKinds: ['01', '05'] });
  });
});

test('a walk-in is 窓口, comes at once, also after a change; a server of 1.0.0 lists it as 電話 and books on; other words than 2 and 4: 12', async () => {
  const found = async (ykrt: string) => {
    const { body } = await office.service.post('/api/MasterWIGA1/Search', { ykrt, trno: 'W-1' }, office.token);
    return (body.searchList as { ukno: number; ykrt: string }[] | undefined)?.map((row) => [row.ukno, row.ykrt]) ?? [];
  };
  const { ukno: old } = await book({ ykrt: '4', trno: 'W-1', reserveDate: '2027/03/23' });
  expect(await historyOf(old)).toEqual([history('予約の登録（受診日 2027/03/23、窓口）')]);
  const { ukno } = await book({ trno: 'W-1', reserveDate: '2027/03/24', choiceUkno: old });
  expect([await found('4'), await found('2')]).toEqual([[[ukno, '4']], []]);
  expect((await office.service.post(DETAIL, { ukno }, office.token)).body).toMatchObject({ ykrt: '4' });

  const { ukno: here } = await book({ ykrt: '4', reserveDate: '2026/11/15' });
  const scanned = { receptDate: '2026/11/15', ukno: here };
  const { body } = await office.service.post('/api/Desk/ReceptionScan', scanned, office.token);
  const row = body.reserveList.find(({ ukno }: { ukno: number }) => ukno === here);
  expect(row).toMatchObject({ ykrt: '4', rvst: '1', rvtm: expect.stringMatching(/^\d+:\d\d$/) });

  // What that one reads, and that it does not send what is new.
  expect(await office.row(ukno)).toMatchObject({ origin: 'phone', walk_in: true });
  const sent = vi.spyOn(pg.Connection.prototype as unknown as { bind(message: { values: unknown[] }): void }, 'bind');
  const { ukno: phone } = await book({ reserveDate: '2027/03/24' });
  const booking = sent.mock.calls.map(([{ values }]) => String(values)).join();
  sent.mockRestore();
  expect(booking).toContain('"origin":"phone"');
  expect(booking).not.toContain('walk_in');
  expect(await office.row(phone)).toMatchObject({ origin: 'phone', walk_in: false });

  expect(await ask({ ykrt: '1' })).toMatchObject({ errorCode: 12, errorMessage: '予約経路を選択してください。' });
});

test('a booking asks the database for the owner of the address and writes; a change reads what it replaces, besides the session', async () => {
  const count = async (changes: Form) => (await watchStatements(() => book(changes))).length - 1;
  const { ukno } = await book({ reserveDate: '2027/03/18' });
  expect(await count({ reserveDate: '2027/03/18' })).toBe(1);
  expect(await count({ reserveDate: '2027/03/19', email1: 'count@example.jp' })).toBe(2);
  expect(await count({ reserveDate: '2027/03/22', email1: 'counted@example.jp', choiceUkno: ukno })).toBe(3);
});
