// Booking through the HTTP server: amounts and counters worked out by hand, and what follows from a booking.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancel } from '#booking/write/cancel.ts';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, DESIRED, HOSPITAL, SOCIETY, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';
const CALENDAR = '/api/CommonSelectCalender/FirstDisplay';
const PREVIEW = '/api/CommonConfirmReserveInfo/FirstDisplay';

let service: TestService;
let people = 0;
const form = (changes: Form = {}) => guestForm(HOSPITAL, { email1: `p${++people}@example.jp`, ...changes });
const options = (...codes: string[]) => ({
  opbr: codes.map((code) => code.slice(0, 4)),
  opcd: codes.map((code) => code.slice(4, 8)),
  optionJkcd: codes.map((code) => code.slice(8)),
});

beforeAll(async () => {
  service = await startTestService({
    env: { GUEST_RESERVATIONS_PER_MINUTE: '0', AVAILABILITY_REQUESTS_PER_MINUTE: '0' },
  });
  await buildHospital(service.db);
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

const reservation = async (number: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from reservations where reservation_number = ${number}`.execute(service.db);
  return rows[0] ?? {};
};
const mailKinds = async (number: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from outbox_mails where reservation_number = ${number} order by kind`.execute(service.db);
  return rows.map(({ kind }) => kind);
};
const book = async (changes: Form = {}) => {
  const answer = await service.post(GUEST, form(changes));
  expect(answer.body).toMatchObject({ errorCode: 0 });
  return answer.body as { ukno: number; userId: string; firstPassword: string; passwordLimit: string };
};

describe('amounts and counters', () => {
  test('options in frames of every kind', async () => {
    // 10,000 + endoscopy 5,500 + two women's examinations 5,500 and 4,400 + MRI 27,500
    const { ukno } = await book({
      reserveDate: '2026/12/01',
      ...options('0001000202', '0002000404', '0002000505', '0003000707'),
      sumGkgk: 52_900,
    });
    expect(await usedOn(service.db, '2026-12-01')).toEqual({ '0001/09': 1, '0002/09': 1, '0003/ZZ': 2, '0004/ZZ': 1 });
    expect(await reservation(ukno)).toMatchObject({
      status: 'new',
      course_amount: 10_000,
      total_amount: 52_900,
      start_minute: 540,
      age: 46,
      version: 1,
      download_status: 'new',
      desired: false,
      tax_display: 'included',
      prices_shown: true,
      accepts_mail: true,
    });
    expect(await mailKinds(ukno)).toEqual(['booked', 'password']);
  });

  test('several frames at once, where they fit', async () => {
    await book({ kscd: '0002', reserveDate: '2026/12/02', reserveTmzn: '10', courseJkcd: '04', sumGkgk: 9900 });
    expect(await usedOn(service.db, '2026-12-02')).toEqual({ '0001/10': 1, '0005/ZZ': 1 });
    const man = { inputSex: '1', courseJkcd: '02', sumGkgk: 8800 };
    await book({ kscd: '0002', reserveDate: '2026/12/02', reserveTmzn: '10', ...man });
    expect(await usedOn(service.db, '2026-12-02')).toEqual({ '0001/10': 2, '0005/ZZ': 1 });
  });

  test('day frames only: the whole day is booked', async () => {
    const { ukno } = await book({ kscd: '0005', reserveDate: '2026/12/03', reserveTmzn: 'ZZ', sumGkgk: 6600 });
    expect(await usedOn(service.db, '2026-12-03')).toEqual({ '0004/ZZ': 1 });
    expect(await reservation(ukno)).toMatchObject({ slot_code: 'ZZ', start_minute: null });
  });

  test('a birthday between today and the visit', async () => {
    const born = { inputBtdyYear: 1986, inputBtdyMonth: 12, inputBtdyDate: 10, kscd: '0002' };
    await book({ ...born, reserveDate: '2026/12/09', courseJkcd: '03', sumGkgk: 12_100 });
    await book({ ...born, reserveDate: '2026/12/10', courseJkcd: '04', sumGkgk: 9900 });
    const late = await service.post(
      GUEST,
      form({ ...born, reserveDate: '2026/12/11', courseJkcd: '03', sumGkgk: 12_100 }),
    );
    expect(late.body).toMatchObject({ errorCode: 13, redoStep: 'confirm' });
  });

  test('somebody unknown learns the real price at the preview', async () => {
    const unknown = { sex: 'Z', age: 40, btdyYear: 0, btdyMonth: 0, btdyDate: 0 };
    const draft = form({ kscd: '0002', reserveDate: '2026/12/14', courseJkcd: '02', sumGkgk: 8800 });
    const calendar = await service.post(CALENDAR, stepForm(draft, unknown));
    expect(calendar.body).toMatchObject({ errorCode: 0, course: { jkcd: '02', gkgk: 8800, isFrom: '1' } });
    const preview = await service.post(PREVIEW, stepForm(draft));
    expect(preview.body).toMatchObject({ errorCode: 0, course: { jkcd: '04', gkgk: 9900 }, sumGkgk: 9900, age: 46 });
    expect((await service.post(GUEST, draft)).body).toMatchObject({ errorCode: 13, redoStep: 'confirm' });
    const seen = { courseJkcd: preview.body.course.jkcd, sumGkgk: preview.body.sumGkgk };
    expect((await service.post(GUEST, { ...draft, ...seen })).body).toMatchObject({ errorCode: 0 });
  });

  test.each([
    ['2027/03/08', undefined],
    ['2027/03/09', ''],
    ['2027/03/10', '0'],
    ['2027/03/11', '7'],
  ])('a society’s members are not asked about mails (%s, %j)', async (reserveDate, dmkb) => {
    const member = { jgcd: SOCIETY, hksh: '06990014', sex: '2', hfkb: '01', inputHfkb: '01', sumGkgk: 5500, age: 46 };
    const draft = form({ ...member, reserveDate, dmkb });
    if (dmkb === undefined) delete draft.dmkb;
    const checkedCourse = { btdyYear: 1980, btdyMonth: 5, btdyDate: 5, email2: draft.email1 };
    const checked = await service.post('/api/CommonInputReserveInfo/Check', { ...draft, ...checkedCourse });
    expect(checked.body).toMatchObject({ errorCode: 0, age: 46 });
    const { body } = await service.post(GUEST, draft);
    expect(body).toMatchObject({ errorCode: 0 });
    expect(await reservation(body.ukno)).toMatchObject({ accepts_mail: true });
  });

  test('a society: age at the end of the fiscal year, its own quota, always mails', async () => {
    const member = { jgcd: SOCIETY, hksh: '06990014', sex: '2', hfkb: '01', inputHfkb: '01', dmkb: '0' };
    const { ukno } = await book({ ...member, reserveDate: '2026/12/15', age: 46, courseJkcd: '01', sumGkgk: 5500 });
    expect(await usedOn(service.db, '2026-12-15')).toEqual({ '0001/09': 1, '0005/ZZ': 1 });
    expect(await reservation(ukno)).toMatchObject({
      accepts_mail: true,
      category_name: '本人',
      insurer_number: '06990014',
    });
    // 39 on the visit day and 40 on 2027-03-31: a spouse of 40.
    const spouse = {
      ...member,
      hfkb: '02',
      inputHfkb: '02',
      inputBtdyYear: 1987,
      inputBtdyMonth: 3,
      inputBtdyDate: 31,
    };
    await book({ ...spouse, reserveDate: '2026/12/15', age: 40, courseJkcd: '02', sumGkgk: 16_500 });
    expect(await usedOn(service.db, '2026-12-15')).toEqual({ '0001/09': 2, '0005/ZZ': 1 });
  });

  test('a client without an insurer number is booked through with zeros', async () => {
    const draft = form({ jgcd: DESIRED, hksh: '00000000', reserveDate: '2027/03/12', sumGkgk: 7700 });
    const checkedCourse = { sex: '2', btdyYear: 1980, btdyMonth: 5, btdyDate: 5, email2: draft.email1 };
    const checked = await service.post('/api/CommonInputReserveInfo/Check', { ...draft, ...checkedCourse });
    expect(checked.body).toMatchObject({ errorCode: 0 });
    const { body } = await service.post(GUEST, draft);
    expect(body).toMatchObject({ errorCode: 0 });
    expect(await reservation(body.ukno)).toMatchObject({ insurer_number: '00000000' });
  });

  test('desired: takes nothing, and can be asked for however full it is', async () => {
    const wish = { jgcd: DESIRED, hksh: '12345678', reserveDate: '2026/12/16', reserveTmzn: '10', sumGkgk: 7700 };
    const asked = { ...wish, sex: '2', age: 46 };
    const numbers = [];
    for (let n = 0; n < 3; n++) {
      const booked = await book(asked);
      expect(booked).toMatchObject({ caln: '2' });
      numbers.push(booked.ukno);
    }
    expect(await usedOn(service.db, '2026-12-16')).toEqual({});
    const { rows } = await sql<{ body: string }>`
      select body from outbox_mails where reservation_number = ${numbers[0]} and kind = 'booked'`.execute(service.db);
    expect(rows[0]?.body).toContain('まだ確定しておりません');
    const calendar = await service.post(CALENDAR, stepForm(form(asked)));
    expect(calendar.body).toMatchObject({ caln: '2' });
  });

  test('where amounts are without tax, the total with tax is reported as well', async () => {
    const set = (tax_display: 'excluded' | 'included') =>
      service.db.updateTable('institutions').set({ tax_display, tax_rounding: 'up' }).execute();
    await set('excluded');
    const answer = await service.post(PREVIEW, stepForm(form({ reserveDate: '2026/12/17' })));
    await set('included');
    expect(answer.body).toMatchObject({ taxk: '1', sumGkgk: 10_000, sumTaxGkgk: 11_000 });
  });
});

describe('the last place', () => {
  test('is shown, taken, gone from the calendar, and refused', async () => {
    const day = '2026/12/18';
    const scope = { reserveDate: day, ...options('0001000202'), sumGkgk: 15_500 };
    const times = async (draft: Form) => {
      const { body } = await service.post(CALENDAR, stepForm(draft));
      return body.reserveData
        .filter(({ date }: { date: string }) => date === day)
        .map(({ sthm }: { sthm: string }) => sthm);
    };
    expect(await times(form(scope))).toEqual(['9:00', '10:00']);
    await book(scope);
    expect(await times(form(scope))).toEqual(['10:00']);
    const refused = await service.post(GUEST, form(scope));
    expect(refused.body).toEqual({
      errorCode: 13,
      errorMessage: '申し訳ございません。選択された日時は満員になりました。別の日時をお選びください。',
      errorMessagesList: ['申し訳ございません。選択された日時は満員になりました。別の日時をお選びください。'],
      redoStep: 'calendar',
    });
    await book({ ...scope, reserveTmzn: '10' });
    expect(await times(form(scope))).toEqual([]);
    const { body } = await service.post(CALENDAR, stepForm(form(scope)));
    const states = Object.fromEntries(
      body.calmData.map(({ date, state }: { date: string; state: string }) => [date, state]),
    );
    expect(states[day]).toBe('full');
    expect(states['2026/12/06']).toBe('closed');
    expect(states['2026/11/29']).toBe('outside');
  });
});

describe('an account', () => {
  test('comes with a guest’s first booking, and its password works', async () => {
    const booked = await book({ reserveDate: '2026/12/21', email1: 'Taro.Kenshin@example.jp' });
    expect(booked.firstPassword).toMatch(/^[A-Za-z2-9]{16}$/);
    expect(booked.passwordLimit).toBe('2026/11/18 10:00');
    expect(booked.userId).toBe(`${HOSPITAL}_Taro.Kenshin@example.jp`);
    const token = await service.logIn(booked.userId, booked.firstPassword);
    const result = await service.post('/api/CommonReserveResult/FirstDisplay', { ukno: booked.ukno }, token);
    expect(result.body).toMatchObject({ errorCode: 0, caln: '1' });
    // Who does not own it is told nothing, also not that it was confirmed.
    const stranger = await service.post('/api/CommonReserveResult/FirstDisplay', { ukno: booked.ukno });
    expect(stranger.body).toMatchObject({ errorCode: 0, caln: '', mem4List: [] });
  });

  test('by birth date where the institution says so', async () => {
    const set = (first_password: 'birth_date' | 'random') =>
      service.db.updateTable('institutions').set({ first_password }).execute();
    await set('birth_date');
    const booked = await book({ reserveDate: '2026/12/21', reserveTmzn: '10' });
    await set('random');
    expect(booked).toMatchObject({ firstPassword: '19800505', passwordLimit: '2026/11/16 10:00' });
    await service.logIn(booked.userId, '19800505');
  });

  test('that exists already is reported last, and nothing is written', async () => {
    await book({ reserveDate: '2026/12/22', email1: 'twice@example.jp' });
    const again = form({ reserveDate: '2026/12/22', email1: 'TWICE@example.jp' });
    expect((await service.post(GUEST, again)).body).toMatchObject({
      errorCode: 13,
      isRegistered: '1',
      redoStep: 'login',
    });
    expect(await usedOn(service.db, '2026-12-22')).toEqual({ '0001/09': 1 });
    const broken = await service.post(GUEST, { ...again, doui: '2' });
    expect(broken.body.isRegistered).toBeUndefined();
    await book({ reserveDate: '2026/12/22' });
    await book({ reserveDate: '2026/12/22' });
    const full = await service.post(GUEST, again);
    expect(full.body).toMatchObject({ redoStep: 'calendar' });
    expect(full.body.isRegistered).toBeUndefined();
  });

  test('follows its owner, not the family booked for', async () => {
    const { userId, firstPassword } = await book({ reserveDate: '2026/12/23' });
    const token = await service.logIn(userId, firstPassword);
    const account = async () => {
      const { rows } = await sql<{ city: string; given_name: string }>`
        select city, given_name from examinees where mail = ${userId.slice(9)}`.execute(service.db);
      return rows[0];
    };
    const child = { nam2: '一郎', ryk2: 'イチロウ', inputSex: '1', adr2: '川崎市', email1: 'elsewhere@example.jp' };
    const { body } = await service.post(LOGGED_IN, form({ reserveDate: '2026/12/23', ...child }), token);
    expect(body).toMatchObject({ errorCode: 0, userId, name: '健診　花子' });
    expect(await account()).toEqual({ city: '横浜市中区', given_name: '花子' });
    const moved = form({ reserveDate: '2026/12/24', adr2: '鎌倉市', email1: 'elsewhere@example.jp' });
    expect((await service.post(LOGGED_IN, moved, token)).body).toMatchObject({ errorCode: 0, userId });
    expect(await account()).toEqual({ city: '鎌倉市', given_name: '花子' });
  });
});

describe('change and cancel', () => {
  const person = async (changes: Form = {}) => {
    const booked = await book(changes);
    const token = await service.logIn(booked.userId, booked.firstPassword);
    const { examinee_id } = await reservation(booked.ukno);
    return { ...booked, token, examineeId: examinee_id as number };
  };
  const who = (examineeId: number, now = '2026-11-15T10:00:00+09:00') => ({
    institutionCode: HOSPITAL,
    examineeId,
    now: new Date(now),
    service: service.running,
  });

  test('one may keep one’s own slot, though it is the last', async () => {
    const scope = { reserveDate: '2027/01/12', ...options('0001000202'), sumGkgk: 15_500 };
    const { ukno, token } = await person(scope);
    const calendar = await service.post(CALENDAR, stepForm(form(scope), { my_ukno: ukno }), token);
    const offers = JSON.stringify(calendar.body.reserveData);
    expect(offers).toContain('{"date":"2027/01/12","tmzn":"09","sthm":"9:00"}');
    const more = { ...scope, ...options('0001000202', '0002000606'), sumGkgk: 18_250, choiceUkno: ukno };
    const changed = await service.post(CHANGE, form(more), token);
    expect(changed.body).toMatchObject({ errorCode: 0 });
    expect(await usedOn(service.db, '2027-01-12')).toEqual({ '0001/09': 1, '0002/09': 1 });
    expect(await reservation(ukno)).toMatchObject({ status: 'replaced_unconfirmed', version: 2 });
    expect(await reservation(changed.body.ukno)).toMatchObject({
      status: 'changed',
      replaces: ukno,
      download_status: 'changed',
    });
    expect(await mailKinds(changed.body.ukno)).toEqual(['changed_by_examinee']);
    const again = await service.post(CHANGE, form(more), token);
    expect(again.body).toMatchObject({ errorCode: 13, redoStep: 'my-page' });
  });

  test('one’s own slot may be kept where others can no longer book, but nothing else there', async () => {
    const { ukno, token } = await person({ reserveDate: '2027/01/28' });
    const set = (bookable_from_days: number) =>
      service.db.updateTable('institutions').set({ bookable_from_days, change_deadline_days: 0 }).execute();
    await set(100);
    const own = form({ reserveDate: '2027/01/28', choiceUkno: ukno, mem1: '車で伺います' });
    const month = { calenderYear: 2027, calenderMonth: 1, my_ukno: ukno };
    const calendar = await service.post('/api/CommonSelectCalender/ChangeCalender', stepForm(own, month), token);
    const others = await service.post('/api/CommonSelectCalender/ChangeCalender', stepForm(own, month));
    const answers = [
      await service.post(CHANGE, { ...own, reserveTmzn: '10' }, token),
      await service.post(CHANGE, { ...own, reserveDate: '2027/01/29' }, token),
      await service.post(CHANGE, own, token),
    ];
    await service.db.updateTable('institutions').set({ bookable_from_days: 1, change_deadline_days: 7 }).execute();
    expect(calendar.body.reserveData).toEqual([{ date: '2027/01/28', tmzn: '09', sthm: '9:00' }]);
    expect(others.body.reserveData).toEqual([]);
    expect(answers.map(({ body }) => body.redoStep ?? body.errorCode)).toEqual(['calendar', 'calendar', 0]);
  });

  test('through a society, who it is for stays', async () => {
    const member = { jgcd: SOCIETY, hksh: '06990014', sex: '2', hfkb: '01', inputHfkb: '01', age: 46, sumGkgk: 5500 };
    const { ukno, token } = await person({ ...member, reserveDate: '2027/02/01' });
    const change = (changes: Form) =>
      service.post(CHANGE, form({ ...member, reserveDate: '2027/02/02', choiceUkno: ukno, ...changes }), token);
    const spouse = { hfkb: '02', inputHfkb: '02', courseJkcd: '02', sumGkgk: 16_500 };
    for (const other of [spouse, { inputSex: '1', sex: '1' }, { inputBtdyDate: 6 }]) {
      expect((await change(other)).body).toMatchObject({ errorCode: 13, redoStep: 'my-page' });
    }
    // The street may stay empty for who is logged in.
    expect((await change({ adr3: '' })).body).toMatchObject({ errorCode: 0 });
  });

  test('moves the places of both at once', async () => {
    const { ukno, token, examineeId } = await person({ reserveDate: '2027/01/13' });
    const moved = form({ reserveDate: '2027/01/14', reserveTmzn: '10', choiceUkno: ukno });
    const { body } = await service.post(CHANGE, moved, token);
    expect(await usedOn(service.db, '2027-01-13')).toEqual({});
    expect(await usedOn(service.db, '2027-01-14')).toEqual({ '0001/10': 1 });
    await cancel(service.db, who(examineeId), body.ukno, null);
    expect(await usedOn(service.db, '2027-01-14')).toEqual({});
    expect(await reservation(body.ukno)).toMatchObject({ status: 'cancelled' });
    expect(await reservation(ukno)).toMatchObject({ status: 'replaced_unconfirmed' });
    const { rows } = await sql<{ acts: string }>`
      select string_agg(act, ' ' order by entry_id) as acts from reservation_history
       where reservation_number in (${ukno}, ${body.ukno})`.execute(service.db);
    expect(rows[0]?.acts).toBe('booked replaced changed cancelled');
    expect(await mailKinds(body.ukno)).toEqual(['cancelled_by_examinee', 'changed_by_examinee']);
    await expect(cancel(service.db, who(examineeId), body.ukno, null)).rejects.toMatchObject({
      name: 'NoLongerChangeable',
    });
  });

  test('keeps a course that is private by now, but not another one', async () => {
    const { ukno, token } = await person({ reserveDate: '2027/01/15' });
    const publish = (published: boolean) =>
      service.db
        .updateTable('courses')
        .set({ published })
        .where('client_code', '=', '00000000')
        .where('course_code', '=', '0001')
        .execute();
    await publish(false);
    const other = { kscd: '0005', reserveTmzn: 'ZZ', sumGkgk: 6600 };
    const answers = [
      await service.post(CHANGE, form({ reserveDate: '2027/01/18', choiceUkno: ukno }), token),
      await service.post(GUEST, form({ reserveDate: '2027/01/18' })),
    ];
    await publish(true);
    expect(answers.map(({ body }) => body.errorCode)).toEqual([0, 13]);
    const gone = { choiceUkno: answers[0]?.body.ukno, reserveDate: '2027/01/18' };
    expect((await service.post(CHANGE, form({ ...gone, ...other }), token)).body).toMatchObject({ errorCode: 0 });
  });

  test('is nobody else’s business, and ends with the deadline', async () => {
    const mine = await person({ reserveDate: '2027/01/19' });
    const yours = await person({ reserveDate: '2027/01/19' });
    const stolen = form({ reserveDate: '2027/01/20', choiceUkno: mine.ukno });
    const nowhere = form({ reserveDate: '2027/01/20', choiceUkno: 999_999_999 });
    for (const attempt of [stolen, nowhere]) {
      const answer = await service.post(CHANGE, attempt, yours.token);
      expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
    }
    await expect(cancel(service.db, who(yours.examineeId), mine.ukno, null)).rejects.toMatchObject({
      name: 'NotFound',
    });
    const late = who(mine.examineeId, '2027-01-13T00:00:00+09:00');
    await expect(cancel(service.db, late, mine.ukno, null)).rejects.toMatchObject({ name: 'NoLongerChangeable' });
    await cancel(service.db, who(mine.examineeId, '2027-01-12T23:59:59+09:00'), mine.ukno, null);
  });

  test('the same request again does nothing and answers the same', async () => {
    const { ukno, token, examineeId } = await person({ reserveDate: '2027/01/26' });
    const id = 'again-0123456789abcdefgh';
    const change = form({ reserveDate: '2027/01/27', choiceUkno: ukno, requestId: id });
    const first = await service.post(CHANGE, change, token);
    expect(first.body).toMatchObject({ errorCode: 0 });
    expect((await service.post(CHANGE, change, token)).body).toEqual(first.body);
    await cancel(service.db, who(examineeId), first.body.ukno, id);
    await cancel(service.db, who(examineeId), first.body.ukno, id);
    expect(await mailKinds(first.body.ukno)).toEqual(['cancelled_by_examinee', 'changed_by_examinee']);
    expect((await service.post(CHANGE, change, token)).body).toEqual(first.body);
    expect(await usedOn(service.db, '2027-01-27')).toEqual({});
  });

  test('a confirmed desired booking keeps its old places until staff decide on the new wish', async () => {
    const wish = { jgcd: DESIRED, hksh: '12345678', sex: '2', age: 46, sumGkgk: 7700 };
    const { ukno, token, examineeId } = await person({ ...wish, reserveDate: '2027/01/21' });
    const decide = (number: number, act: Form) =>
      sql`select move_reservation(${JSON.stringify({
        institution_code: HOSPITAL,
        reservation_number: number,
        now: '2026-11-15T10:00:00Z',
        act: 'edited',
        actor: { kind: 'administrator', id: 'admin001' },
        ...act,
      })}::jsonb)`.execute(service.db);
    await decide(ukno, { status: 'confirmed', hold: true });
    expect(await usedOn(service.db, '2027-01-21')).toEqual({ '0001/09': 1 });
    const { body } = await service.post(CHANGE, form({ ...wish, reserveDate: '2027/01/22', choiceUkno: ukno }), token);
    expect(body).toMatchObject({ caln: '2', name: '健診　花子' });
    const result = await service.post('/api/CommonReserveResult/FirstDisplay', { ukno: body.ukno }, token);
    expect(result.body).toMatchObject({ caln: '2' });
    expect(await reservation(ukno)).toMatchObject({ status: 'replaced_confirmed' });
    expect(await usedOn(service.db, '2027-01-21')).toEqual({ '0001/09': 1 });
    expect(await usedOn(service.db, '2027-01-22')).toEqual({});
    await decide(body.ukno, { status: 'confirmed', hold: true });
    expect(await usedOn(service.db, '2027-01-21')).toEqual({});
    expect(await usedOn(service.db, '2027-01-22')).toEqual({ '0001/09': 1 });
    await decide(body.ukno, {
      status: 'confirmed',
      hold: true,
      visit_date: '2027-01-25',
      slot_code: '10',
      start_minute: 600,
    });
    expect(await usedOn(service.db, '2027-01-22')).toEqual({});
    expect(await usedOn(service.db, '2027-01-25')).toEqual({ '0001/10': 1 });
    await cancel(service.db, who(examineeId), body.ukno, null);
    expect(await usedOn(service.db, '2027-01-25')).toEqual({});
  });
});
