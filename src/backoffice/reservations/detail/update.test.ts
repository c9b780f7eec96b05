// Staff change a reservation, through the HTTP server: what is refused, what follows, and who learns what.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancel } from '#booking/write/cancel.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { expectTokenNeededFor, invalidAnswer } from '#tests/kit/guards.ts';
import {
  type Booking,
  BY_DAY,
  dateForm,
  openReservationOffice,
  type ReservationOffice,
  UPDATE,
  WISH,
} from '#tests/kit/reservation-office.ts';

let office: ReservationOffice;
let foreignToken: string;
beforeAll(async () => {
  office = await openReservationOffice();
  foreignToken = await office.service.openInstitution('20000002', 'foreign1');
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

/** Two days of its own for each test, so that places never run out by accident. */
const CLOSED = ['2026-12-06', '2026-12-13', '2027-01-01'];
const days = Array.from({ length: 125 }, (_, index) => addDays('2026-11-24', index)).filter(
  (date) => !CLOSED.includes(date),
);
let day: string;
let dayAfter: string;
beforeEach(() => {
  [day = '', dayAfter = ''] = days.splice(0, 2);
});
const book = (changes: Form = {}) => office.book({ reserveDate: day.replaceAll('-', '/'), ...changes });
const slashed = (date: string) => date.replaceAll('-', '/');

const mailsOf = async (number: number) => {
  const { rows } = await sql<{ kind: string; recipient: string; body: string }>`
    select kind, recipient, body from outbox_mails
     where reservation_number = ${number} and kind not in ('booked', 'password') order by created_at`.execute(
    office.db,
  );
  return rows;
};
const historyOf = async (number: number) => {
  const { rows } = await sql<{ act: string; actor_kind: string; actor_id: string; details: unknown }>`
    select act, actor_kind, actor_id, details from reservation_history
     where reservation_number = ${number} order by entry_id`.execute(office.db);
  return rows;
};

describe('what is wrong by itself', () => {
  test.each<[string, Form, string]>([
    ['a status that only a change makes', { statusCode: '31' }, '予約状況を選択してください。'],
    ['no status', { statusCode: '' }, '予約状況を選択してください。'],
    ['no such day', { reserveDateMonth: 2, reserveDateDate: 30 }, '受診日は年月日をすべて正しく選択してください。'],
    ['a day in part', { reserveDateDate: 0 }, '受診日は年月日をすべて正しく選択してください。'],
    ['no day', dateForm('0-0-0'), '受診日を選択してください。'],
    ['an unknown slot', { reserveTmzn: '77' }, '受付時間を選択してください。'],
    ['the whole day for one with a time', { reserveTmzn: 'ZZ' }, '受付時間を選択してください。'],
    ['no slot', { reserveTmzn: '' }, '受付時間を選択してください。'],
    ['letters in the number', { ukno: 'x' }, '予約番号は半角数字で入力してください。'],
    ['a long patient number', { trno: '12345678901' }, '患者番号は10文字以内で入力してください。'],
    ['full-width letters', { trno: '１２３' }, '患者番号は半角英数字とハイフンで入力してください。'],
    ['neither yes nor no', { isSendMail: '2' }, '通知メールを選択してください。'],
    [
      'a long notice',
      { isSendMail: '1', mailMessage: '連'.repeat(1001) },
      '連絡事項は1000文字以内で入力してください。',
    ],
  ])('%s', async (_, changes, sentence) => {
    const { number } = await book();
    const before = await office.row(number);
    expect(await office.update(number, changes)).toEqual(
      expect.objectContaining({ status: 200, body: expect.objectContaining(invalidAnswer([sentence]).body) }),
    );
    expect(await office.row(number)).toEqual(before);
    await office.update(number, { statusCode: '99' });
  });

  test('a time for one that has none', async () => {
    const { number } = await book(BY_DAY);
    expect((await office.update(number, { reserveTmzn: '09' })).body).toMatchObject({ errorCode: 12 });
  });

  test('a notice is not looked at without the box', async () => {
    const { number } = await book();
    const { body } = await office.update(number, { statusCode: '23', mailMessage: '連'.repeat(1001) });
    expect(body).toMatchObject({ errorCode: 0 });
    expect(await mailsOf(number)).toEqual([]);
  });
});

describe('what the state does not allow', () => {
  test('a closed day and one before today, but what stands there already may stay', async () => {
    const { number } = await book();
    const closed = await office.update(number, dateForm('2026-12-13'));
    expect(closed.body).toMatchObject({
      errorCode: 14,
      errorMessagesList: ['2026/12/13は休診日です。別の日を選択してください。'],
    });
    const past = await office.update(number, dateForm('2026-11-14'));
    expect(past.body).toMatchObject({
      errorCode: 14,
      errorMessagesList: ['受診日を今日より前の日に変更することはできません。'],
    });
    // Closed, and long gone: nobody moves it.
    await sql`insert into calendar_days (institution_code, day, status) values (${HOSPITAL}, ${day}::date, 'closed')`.execute(
      office.db,
    );
    office.service.setNow('2027-05-01T10:00:00+09:00');
    const token = await office.service.logIn('clerk001');
    const stays = await office.service.post(UPDATE, { ...(await freshly(number, token)), statusCode: '23' }, token);
    office.service.setNow('2026-11-15T10:00:00+09:00');
    expect(stays.body).toMatchObject({ errorCode: 0 });
    await sql`delete from calendar_days where institution_code = ${HOSPITAL} and day = ${day}::date`.execute(office.db);
  });

  const freshly = async (number: number, token: string): Promise<Form> => {
    const { body } = await office.service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno: number }, token);
    return { ukno: number, ...dateForm(day), reserveTmzn: body.reserveTmzn, version: body.version };
  };

  test('today is no day before today, whatever the hour', async () => {
    const { number } = await book();
    expect((await office.update(number, dateForm('2026-11-15'))).body).toMatchObject({ errorCode: 0 });
  });

  test('two clerks: the second is told; without a version nobody asks', async () => {
    const { number } = await book();
    const seen = await office.shown(number);
    expect((await office.service.post(UPDATE, { ...seen, statusCode: '23' }, office.token)).body).toMatchObject({
      errorCode: 0,
      version: '2',
    });
    const second = await office.service.post(UPDATE, { ...seen, statusCode: '92' }, office.otherToken);
    expect(second.body).toMatchObject({
      errorCode: 14,
      errorMessagesList: ['ほかの利用者が先に更新しました。最新の内容を読み込み直してください。'],
    });
    expect(await office.row(number)).toMatchObject({ status: 'confirmed', version: 2 });
    const { version: _, ...unversioned } = seen;
    expect((await office.service.post(UPDATE, { ...unversioned, statusCode: '92' }, office.token)).body).toMatchObject({
      errorCode: 0,
      version: '3',
    });
  });
});

test('what changes nothing writes no history and moves no version; who is behind is told all the same', async () => {
  const { number } = await book();
  const seen = await office.shown(number);
  const stand = async () => [await office.row(number), await historyOf(number), await mailsOf(number)];
  const before = await stand();
  const again = () => office.service.post(UPDATE, seen, office.token);
  expect((await again()).body).toMatchObject({ errorCode: 0, version: '1' });
  expect(await stand()).toEqual(before);
  await office.update(number, { statusCode: '23' });
  expect((await again()).body).toMatchObject({ errorCode: 14 });
  // A mail is something, also where nothing else is.
  expect((await office.update(number, { isSendMail: '1' })).body).toMatchObject({ errorCode: 0, version: '3' });
  expect(await mailsOf(number)).toHaveLength(1);
});

describe('who may', () => {
  test('only an administrator of the institution, and a stranger learns nothing', async () => {
    const { number } = await book();
    await expectTokenNeededFor(office.service, 'MasterWIGA1Detail', ['FirstDisplay', 'Update']);
    const form = await office.shown(number);
    const examineeToken = await ownToken(number);
    expect(await office.service.post(UPDATE, form, examineeToken)).toMatchObject({
      status: 401,
      body: { errorCode: 15 },
    });
    const foreign = await office.service.post(UPDATE, form, foreignToken);
    expect(foreign).toMatchObject({ status: 404, body: { errorCode: 16 } });
    expect(await office.service.post(UPDATE, { ...form, ukno: 999_999_999 }, foreignToken)).toEqual(foreign);
    expect(await office.service.post(UPDATE, { ...form, ircd: HOSPITAL }, foreignToken)).toEqual(foreign);
  });

  async function ownToken(number: number): Promise<string> {
    const { issueToken } = await import('#server/access/tokens.ts');
    const person = { kind: 'examinee', institutionCode: HOSPITAL, examineeId: await office.ownerOf(number) } as const;
    return issueToken(office.db, person, new Date('2026-11-15T01:00:00Z'));
  }
});

describe('what follows', () => {
  test('all its places move together, and the time is that of the slot now', async () => {
    const parts = { opbr: ['0001', '0002', '0002'], opcd: ['0002', '0004', '0005'], optionJkcd: ['02', '04', '05'] };
    const { number } = await book({ ...parts, sumGkgk: 25_400 });
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 1, '0002/09': 1, '0003/ZZ': 2 });
    await sql`update time_slots set start_minute = 605 where institution_code = ${HOSPITAL} and slot_code = '10'`.execute(
      office.db,
    );
    expect((await office.update(number, { ...dateForm(dayAfter), reserveTmzn: '10' })).body.errorCode).toBe(0);
    expect(await usedOn(office.db, day)).toEqual({});
    expect(await usedOn(office.db, dayAfter)).toEqual({ '0001/10': 1, '0002/10': 1, '0003/ZZ': 2 });
    expect(await office.row(number)).toMatchObject({ slot_code: '10', start_minute: 605, status: 'new' });
  });

  test('a visit may move beyond its year: year, age and amounts stay', async () => {
    const { number } = await book();
    const before = await office.row(number);
    expect((await office.update(number, dateForm('2027-04-20'))).body.errorCode).toBe(0);
    const { fiscal_year, age, total_amount, course_code } = before;
    expect(await office.row(number)).toMatchObject({ fiscal_year, age, total_amount, course_code });
  });

  test('the time of the last change moves with what is changed only, the version with every act', async () => {
    const { number } = await book();
    await office.update(number, { statusCode: '23' });
    const confirmedAt = (await office.row(number)).updated_at;
    office.service.setNow('2026-11-15T10:10:00+09:00');
    expect((await office.update(number, { isSendMail: '1' })).body).toMatchObject({ version: '3' });
    expect((await office.row(number)).updated_at).toEqual(confirmedAt);
    for (const changes of [{ trno: 'A-1' }, { statusCode: '21' }, dateForm(dayAfter), { reserveTmzn: '10' }]) {
      const before = (await office.row(number)).updated_at as Date;
      office.service.setNow(new Date(before.getTime() + 1_200_000).toISOString());
      expect((await office.update(number, changes)).body.errorCode).toBe(0);
      expect((await office.row(number)).updated_at, JSON.stringify(changes)).not.toEqual(before);
    }
    office.service.setNow('2026-11-15T10:00:00+09:00');
  });

  test('the patient number: kept where it is not sent, and can be emptied', async () => {
    const { number } = await book();
    await office.update(number, { trno: 'ab-0012345' });
    const { trno: _, ...form } = await office.shown(number);
    await office.service.post(UPDATE, { ...form, statusCode: '23' }, office.token);
    expect(await office.row(number)).toMatchObject({ patient_number: 'ab-0012345' });
    await office.update(number, { trno: '' });
    expect(await office.row(number)).toMatchObject({ patient_number: '' });
  });

  test('the history keeps who changed what', async () => {
    const { number } = await book();
    await office.update(number, { statusCode: '23', ...dateForm(dayAfter), trno: '12', isSendMail: 'true' });
    const [, edited] = await historyOf(number);
    expect(edited).toEqual({
      act: 'edited',
      actor_kind: 'administrator',
      actor_id: 'clerk001',
      details: {
        status: { from: 'new', to: 'confirmed' },
        visit_date: { from: day, to: dayAfter },
        patient_number: { from: '', to: '12' },
        mail: 'changed_by_staff',
      },
    });
  });
});

describe('the mail', () => {
  /** From, to, moved: which. */
  test.each<[string, string, boolean, string | null]>([
    ['21', '23', false, 'confirmed'],
    ['23', '23', false, 'confirmed'],
    ['91', '23', false, 'confirmed'],
    ['21', '23', true, 'changed_by_staff'],
    ['21', '21', true, 'changed_by_staff'],
    ['23', '22', true, 'changed_by_staff'],
    ['91', '92', false, 'cancel_confirmed'],
    ['21', '92', true, 'cancel_confirmed'],
    ['92', '92', false, 'cancel_confirmed'],
    ['21', '21', false, null],
    ['21', '22', false, null],
    ['21', '91', false, null],
    ['21', '91', true, null],
    ['91', '99', false, null],
    ['23', '99', true, null],
  ])('%s to %s, moved: %s', async (from, to, moved, kind) => {
    const { number, form } = await book();
    await office.update(number, { statusCode: from });
    const where = moved ? dateForm(dayAfter) : {};
    const notice = '駐車場はご利用いただけません。\n公共交通機関でお越しください。';
    const { body } = await office.update(number, { statusCode: to, ...where, isSendMail: '1', mailMessage: notice });
    expect(body).toMatchObject({ errorCode: 0 });
    const mails = await mailsOf(number);
    expect(mails.map((mail) => mail.kind)).toEqual(kind ? [kind] : []);
    for (const mail of mails) {
      expect(mail.recipient).toBe(form.email1);
      expect(mail.body).toContain(notice);
      const [, month, date] = (moved ? dayAfter : day).split('-').map(Number);
      if (kind !== 'cancel_confirmed') expect(mail.body).toContain(`${month}月${date}日`);
    }
    await office.update(number, { statusCode: '99' });
  });

  test('what staff type reaches the person, also where the template has no place for it', async () => {
    await sql`
      insert into mail_templates (institution_code, template_code, kind, title, body, sender)
      values (${HOSPITAL}, '0001', 'confirmed', '確定', '{{氏名}}様、お待ちしております。', 'kenshin@example.jp')`.execute(
      office.db,
    );
    const { number } = await book();
    await office.update(number, { statusCode: '23', isSendMail: '1', mailMessage: '駐車場はありません。' });
    await office.update(number, { statusCode: '23', isSendMail: '1', mailMessage: '' });
    await sql`delete from mail_templates where institution_code = ${HOSPITAL}`.execute(office.db);
    expect((await mailsOf(number)).map(({ body }) => body).sort()).toEqual([
      '健診　花子様、お待ちしております。',
      '健診　花子様、お待ちしております。\n\n【連絡事項】\n駐車場はありません。\n',
    ]);
  });

  test('none without the box, and none where nothing was done', async () => {
    const { number } = await book();
    await office.update(number, { statusCode: '23', isSendMail: '0' });
    await office.update(number, { ...dateForm('2026-12-13'), isSendMail: '1' });
    expect(await mailsOf(number)).toEqual([]);
  });
});

describe('a confirmed wish that was changed', () => {
  /** The wish on the next day still holds the places of the day before. */
  async function changedWish(): Promise<Booking> {
    const first = await book(WISH);
    await office.update(first.number, { statusCode: '23' });
    const second = await office.change(first, { reserveDate: slashed(dayAfter) });
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 1 });
    expect(await usedOn(office.db, dayAfter)).toEqual({});
    return second;
  }

  test.each([
    ['21', true, false],
    ['22', true, false],
    ['23', false, true],
    ['91', false, false],
    ['92', false, false],
    ['99', false, false],
  ])('to %s: keeps the old places: %s, takes its own: %s', async (statusCode, keeps, takes) => {
    const { number } = await changedWish();
    expect((await office.update(number, { statusCode })).body).toMatchObject({ errorCode: 0 });
    expect(await usedOn(office.db, day)).toEqual(keeps ? { '0001/09': 1 } : {});
    expect(await usedOn(office.db, dayAfter)).toEqual(takes ? { '0001/09': 1 } : {});
    await office.update(number, { statusCode: '99' });
    expect(await usedOn(office.db, day)).toEqual({});
  });

  test('moved while it stays a wish, it keeps them; onto its old places, it always finds room', async () => {
    const { number } = await changedWish();
    await office.update(number, { reserveTmzn: '10' });
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 1 });
    await office.leaveRoom('0001', day, '09', 0);
    const { body } = await office.update(number, { statusCode: '23', ...dateForm(day), reserveTmzn: '09' });
    expect(body).toMatchObject({ errorCode: 0 });
    expect(await usedOn(office.db, day)).toEqual({ '0001/09': 1 });
  });
});

describe('at the same moment', () => {
  const ROUNDS = 6;

  test('two clerks with the same version: one is told', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { number } = await book();
      const seen = await office.shown(number);
      const answers = await Promise.all(
        ['23', '92'].map((statusCode) => office.service.post(UPDATE, { ...seen, statusCode }, office.token)),
      );
      expect(answers.map(({ body }) => body.errorCode).sort()).toEqual([0, 14]);
      expect(await office.row(number)).toMatchObject({ version: 2 });
      await office.update(number, { statusCode: '99' });
    }
  });

  test('without versions both are done, one after the other', async () => {
    const { number } = await book();
    const { version: _, ...seen } = await office.shown(number);
    const answers = await Promise.all(
      ['22', '23', '92'].map((statusCode) => office.service.post(UPDATE, { ...seen, statusCode }, office.token)),
    );
    expect(answers.map(({ body }) => body.errorCode)).toEqual([0, 0, 0]);
    expect(await office.row(number)).toMatchObject({ version: 4 });
  });

  test('the owner cancels or changes: one wins, and the places are right', async () => {
    const { service, db } = office;
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await book();
      const seen = await office.shown(booking.number);
      const examineeId = await office.ownerOf(booking.number);
      const owner = {
        service: office.service.running,
        now: NOW,
        institutionCode: HOSPITAL,
        examineeId,
      };
      let next = booking.number;
      const byOwner =
        round % 2 === 0
          ? cancel(db, owner, booking.number, null).then(
              () => 0,
              () => 13,
            )
          : office.askChange(booking, { reserveDate: slashed(dayAfter) }).then(({ body }) => {
              next = body.ukno;
              return body.errorCode;
            });
      const byStaff = service.post(UPDATE, { ...seen, statusCode: '23', reserveTmzn: '10' }, office.token);
      const [owners, staffs] = await Promise.all([byOwner, byStaff]);
      const { status } = await office.row(booking.number);
      // Whoever comes second: the owner may still act on what staff have done, staff are told.
      expect([0, 14]).toContain(staffs.body.errorCode);
      expect(owners, String(status)).toBe(0);
      expect(await usedOn(db, day)).toEqual({});
      expect(await wrongCounters(db)).toEqual([]);
      await office.update(next, { statusCode: '99' });
    }
  });
  const NOW = new Date('2026-11-15T01:00:00Z');

  test('somebody books the last place: one gets it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { number } = await book();
      await office.leaveRoom('0001', dayAfter, '09', 1);
      const there = { reserveDate: slashed(dayAfter) };
      const booked = office.book(there).then(
        () => 1,
        () => 0,
      );
      const moved = office.update(number, { statusCode: '23', ...dateForm(dayAfter) });
      const [other, { body }] = await Promise.all([booked, moved]);
      expect(other + (body.errorCode === 0 ? 1 : 0)).toBe(1);
      expect(await usedOn(office.db, dayAfter)).toEqual({ '0001/09': round + 1 });
      await office.leaveRoom('0001', day, '09', 3);
    }
  });
});
