// Reservations without an account, as staff book them by telephone: whose they are, who may see them, and that they can be written out
// and erased like all others.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueToken } from '#server/access/tokens.ts';
import { runRetention } from '#server/privacy/run-retention.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';

const NOW = '2026-11-15T10:00:00+09:00';
const LATER = '2027-03-20T10:00:00+09:00';
const BORN = { btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };

let office: ReservationOffice;
let manager: string;
let number: number;
let people = 0;
/** Each test has a person of its own. */
let KANA: { ryk1: string; ryk2: string };
let KEY: { trsq: number; ryak: string; btdy: string; trno: string };

const post = async (path: string, form: Form, token = manager) =>
  (await office.service.post(`/api/${path}`, form, token)).body;
const person = (call: string, form: Form) => post(`PersonData/${call}`, form);
const turn = (changes: Record<string, unknown>, which = number) =>
  office.db
    .updateTable('reservations')
    .set(changes as never)
    .where('reservation_number', '=', which)
    .execute();

async function setNow(now: string) {
  office.service.setNow(now);
  const clerk = { institutionCode: HOSPITAL, userId: 'clerk001' };
  manager = await openClerk(office.db, clerk, office.service.running.clock());
}

beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(() => office.service.close());

beforeEach(async () => {
  await setNow(NOW);
  const given = `ヨヤク${'アイウエオカキクケコサシスセソ'[people++]}`;
  KANA = { ryk1: 'デンワ', ryk2: given };
  KEY = { trsq: 0, ryak: `デンワ　${given}`, btdy: '1980/05/05', trno: '' };
  ({ number } = await office.book({ ...KANA, reserveDate: `2027/02/${10 + people}` }));
  await turn({ examinee_id: null, mail: '', origin: 'phone', staff_memo: '耳が遠い。' });
  await office.db.deleteFrom('mail_wishes').execute();
});

describe('the person’s data', () => {
  test('such a person is found by number, and by name and birth date, without an account', async () => {
    const found = [{ ...KEY, name: '健診　花子', emal: '', rowCount: 1, lastDate: expect.any(String), ukno: number }];
    expect((await person('Search', { ukno: number })).listPerson).toEqual(found);
    expect((await person('Search', { ryak: KEY.ryak, ...BORN })).listPerson).toEqual(found);
  });

  test('by the address that the booking holds, beside whoever has an account under it', async () => {
    await turn({ mail: 'Phone@example.jp' });
    expect((await person('Search', { email: 'phone@example.jp' })).listPerson).toMatchObject([
      { ...KEY, emal: 'Phone@example.jp' },
    ]);
    await office.book({ email1: 'phone@example.jp', reserveDate: '2027/02/22' });
    const { listPerson } = await person('Search', { email: 'phone@example.jp' });
    expect(listPerson.map(({ trsq }: { trsq: number }) => trsq > 0).sort()).toEqual([false, true]);
  });

  test('an account of the same name is another entry: each shows its own', async () => {
    const own = await office.book({ ...KANA, reserveDate: '2027/02/21' });
    const { listPerson } = await person('Search', { ukno: number });
    expect(listPerson).toMatchObject([{ trsq: 0, rowCount: 1 }]);
    expect((await person('Search', { ukno: own.number })).listPerson).toMatchObject([
      { trsq: await office.ownerOf(own.number) },
    ]);
    expect((await person('Search', { ryak: KEY.ryak, ...BORN })).listPerson).toHaveLength(2);
    expect((await person('Detail', KEY)).listReserve).toMatchObject([{ ukno: number }]);
  });

  test('it is shown and written out, with memo and mark, and nobody’s account', async () => {
    const mark = {
      institution_code: HOSPITAL,
      reservation_number: number,
      visit_date: '2026-12-10',
      state: 'arrived' as const,
    };
    await office.db
      .insertInto('reception_marks')
      .values({ ...mark, at: new Date('2026-12-10T08:51:00+09:00'), administrator_id: 'clerk001' })
      .execute();
    expect(await person('Detail', KEY)).toMatchObject({ trsq: 0, isOwner: '0', otherCount: 0, emal: '', mailWish: '' });
    const { fileName, jsonText } = await person('Export', KEY);
    expect(fileName).toContain(String(number));
    const file = JSON.parse(jsonText);
    expect(file.account).toEqual({});
    expect(file.reservations).toMatchObject([
      {
        staff_memo: '耳が遠い。',
        origin: '電話',
        reception: '来院',
        received_at: '2026/12/10 08:51',
        family_kana: 'デンワ',
      },
    ]);
  });

  test.each([
    ['a consent goes', true],
    ['of a refusal a keyed hash is kept, and holds when the address comes back', false],
  ])('it is erased: nothing tells who it was, and no account is touched; %s', async (_what, accepts) => {
    const mail = `gone-${accepts}@example.jp`;
    await turn({ mail });
    const wish = { institution_code: HOSPITAL, accepts, at: new Date(NOW), origin: 'staff' as const };
    await office.db
      .insertInto('mail_wishes')
      .values({ ...wish, mail })
      .execute();
    const accounts = await office.db
      .selectFrom('examinees')
      .select('examinee_id')
      .where('mail', 'not like', 'anonymous%')
      .execute();
    await setNow(LATER);
    const { version } = await person('Detail', KEY);
    const form = { ...KEY, reason: '1', isConfirmed: '1', typedName: KEY.ryak, isWholeAccount: '0' };
    expect((await person('Erase', { ...form, version: 'x' })).errorCode).toBe(14);
    expect((await person('Erase', { ...form, version })).errorCode).toBe(0);
    expect(await office.row(number)).toMatchObject({ family_kana: '', mail: '', anonymised_at: expect.any(Date) });
    const wishes = await office.db.selectFrom('mail_wishes').select(['mail', 'accepts']).execute();
    expect(wishes).toEqual(accepts ? [] : [{ mail: expect.stringMatching(/^#[\w-]{43}$/), accepts: false }]);
    const left = await office.db
      .selectFrom('examinees')
      .select('examinee_id')
      .where('mail', 'not like', 'anonymous%')
      .execute();
    expect(left).toEqual(accounts);
    expect((await person('Search', { ukno: number })).errorCode).toBe(13);
    expect((await person('Detail', KEY)).errorCode).toBe(16);
    await setNow(NOW);
    await office.book({ email1: mail.toUpperCase(), reserveDate: accepts ? '2027/01/12' : '2027/01/13' });
    const back = await office.db.selectFrom('mail_wishes').select(['mail', 'accepts']).execute();
    expect(back).toEqual([{ mail, accepts }]);
  });

  test('a wish stays where an account or somebody else’s booking has the address', async () => {
    await turn({ mail: 'shared@example.jp' });
    await office.book({ email1: 'shared@example.jp', reserveDate: '2027/02/23' });
    await setNow(LATER);
    const { version } = await person('Detail', KEY);
    const form = { ...KEY, reason: '1', isConfirmed: '1', typedName: KEY.ryak, isWholeAccount: '0', version };
    expect((await person('Erase', form)).errorCode).toBe(0);
    expect(await office.db.selectFrom('mail_wishes').select('mail').execute()).toEqual([{ mail: 'shared@example.jp' }]);
  });

  test('one that is still to come must be cancelled first', async () => {
    const { version } = await person('Detail', KEY);
    const form = { ...KEY, reason: '1', isConfirmed: '1', typedName: KEY.ryak, isWholeAccount: '0', version };
    expect((await person('Erase', form)).errorMessage).toContain('受診日前の予約');
  });

  /** Another reservation under the same name and birth date, without an account. */
  async function putBeside(reserveDate: string, patient: string) {
    const { number: other } = await office.book({ ...KANA, reserveDate });
    await turn({ examinee_id: null, mail: '', patient_number: patient }, other);
    return other;
  }

  test('what carries no patient number is whose number stands by the name, if only one does', async () => {
    const numbered = await putBeside('2027/02/26', 'A-1');
    expect((await person('Search', { ukno: number })).listPerson).toMatchObject([{ trno: 'A-1', rowCount: 2 }]);
    const { listReserve, trno } = await person('Detail', { ...KEY, trno: 'A-1' });
    expect(trno).toBe('A-1');
    expect(listReserve.map(({ ukno }: { ukno: number }) => ukno)).toEqual([numbered, number]);
  });

  test('given two patient numbers under one name and birth date, then there are two people, and neither is told or erased with the other', async () => {
    const second = await putBeside('2027/02/26', 'B-2');
    const unnumbered = await putBeside('2027/02/27', '');
    await turn({ patient_number: 'A-1' });
    const { listPerson } = await person('Search', { ryak: KEY.ryak, ...BORN });
    expect(listPerson.map(({ trno, rowCount }: Form) => [trno, rowCount]).sort()).toEqual([
      ['', 1],
      ['A-1', 1],
      ['B-2', 1],
    ]);
    for (const [trno, whose] of [['A-1', number] as const, ['B-2', second] as const, ['', unnumbered] as const]) {
      expect((await person('Search', { ukno: whose })).listPerson).toMatchObject([{ trno, rowCount: 1 }]);
      expect((await person('Detail', { ...KEY, trno })).listReserve).toMatchObject([{ ukno: whose }]);
      expect(JSON.parse((await person('Export', { ...KEY, trno })).jsonText).reservations).toHaveLength(1);
    }
    await setNow(LATER);
    const { version } = await person('Detail', { ...KEY, trno: 'A-1' });
    const form = { ...KEY, reason: '1', isConfirmed: '1', typedName: KEY.ryak, isWholeAccount: '0', version };
    expect((await person('Erase', { ...form, trno: 'A-1' })).errorCode).toBe(0);
    expect(await office.row(number)).toMatchObject({ anonymised_at: expect.any(Date) });
    expect(await office.row(second)).toMatchObject({ anonymised_at: null, family_kana: 'デンワ' });
    expect(await office.row(unnumbered)).toMatchObject({ anonymised_at: null });
  });

  test('what is over is forgotten by itself, with no account to begin with', async () => {
    await turn({ visit_date: '2010-01-10' });
    await runRetention({ ...office.service.running, clock: () => new Date(LATER) }, (_what, error) => {
      throw error;
    });
    expect(await office.row(number)).toMatchObject({ family_kana: '', anonymised_at: expect.any(Date) });
  });
});

describe('nobody’s my page', () => {
  async function someone() {
    const other = await office.book({ reserveDate: '2027/02/24' });
    const examineeId = await office.ownerOf(other.number);
    const token = await issueToken(
      office.db,
      { kind: 'examinee', institutionCode: HOSPITAL, examineeId },
      office.service.running.clock(),
    );
    return { token, other };
  }

  test('every examinee’s call answers 16 for it', async () => {
    const { token, other } = await someone();
    for (const path of [
      'CommonReserveDetail/FirstDisplay',
      'CommonConfirmCancel/FirstDisplay',
      'CommonConfirmCancel/CancelReserve',
      'CommonMyPage/SendConfirmMail',
    ]) {
      const { errorCode } = await post(path, { ukno: number }, token);
      expect([path, errorCode]).toEqual([path, 16]);
    }
    const change = { ...other.form, choiceUkno: number, reserveDate: '2027/02/25' };
    expect((await post('Account/CommonLoginedChangeReserve', change, token)).errorCode).not.toBe(0);
    expect(await office.row(number)).toMatchObject({ status: 'new' });
  });
});

describe('without an address', () => {
  test('a wish for invitations has nothing to stand under', async () => {
    const answer = await post('MasterWIGA1Detail/UpdateMailWish', { ukno: number, dmkb: '1' });
    expect(answer).toMatchObject({ errorCode: 14 });
    expect(await office.db.selectFrom('mail_wishes').selectAll().execute()).toEqual([]);
  });

  test('staff confirm it with a mail: it is done, and nothing is written', async () => {
    const before = await office.db.selectFrom('outbox_mails').select('mail_id').execute();
    const answer = await office.update(number, { statusCode: '23', isSendMail: '1' });
    expect(answer.body.errorCode).toBe(0);
    expect(await office.db.selectFrom('outbox_mails').select('mail_id').execute()).toEqual(before);
    expect(await office.row(number)).toMatchObject({ status: 'confirmed' });
  });
});
