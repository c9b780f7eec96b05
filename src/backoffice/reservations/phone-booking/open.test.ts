// The page of phone bookings while it is filled in: what it opens with, courses, options, the month, and whose the address is.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { DESIRED, HOSPITAL, INVISIBLE, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const OPEN = '/api/Desk/BookingFirstDisplay';
const OFFER = '/api/Desk/BookingOffer';
const MONTH = '/api/Desk/BookingCalender';
const OWNER = '/api/Desk/MailOwner';

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(() => office.service.close());

const post = (path: string, form: Form, token = office.token) => office.service.post(path, form, token);

/** A woman born on 1980-05-05, who pays herself. */
const asked = (changes: Form = {}): Form => ({
  jgcd: '00000000',
  nend: 2026,
  hfkb: 'Z',
  sex: '2',
  btdyYear: 1980,
  btdyMonth: 5,
  btdyDate: 5,
  kscd: '0001',
  reserveDate: '',
  choiceUkno: 0,
  ...changes,
});
const month = (changes: Form = {}): Form =>
  asked({ opbrs: [], opcds: [], calenderYear: 2026, calenderMonth: 12, ...changes });

describe('the page opens', () => {
  test('empty, with the clients that are in use, individuals first, and this year and the next', async () => {
    const { body } = await post(OPEN, { ukno: 0, choiceUkno: 0 });
    expect(body).toMatchObject({ errorCode: 0, nendList: [2026, 2027], canRaise: '1', jgcd: '00000000', nam1: '' });
    const codes = body.jgyoList.map(({ jgcd }: { jgcd: string }) => jgcd);
    expect(codes[0]).toBe('00000000');
    expect(codes).not.toContain(INVISIBLE);
    expect(body.jgyoList.find(({ jgcd }: { jgcd: string }) => jgcd === SOCIETY)).toMatchObject({ hasHfkb: '1' });
    expect(body.hfkbList).toEqual([
      { jgcd: SOCIETY, hfkb: '01', kbnm: '本人' },
      { jgcd: SOCIETY, hfkb: '02', kbnm: '配偶者' },
    ]);
  });

  test('with the person of a reservation, and nothing of what was booked or noted then', async () => {
    const { number } = await office.book({ mem1: '車いす' });
    await sql`update reservations set staff_memo = '要連絡', patient_number = 'A-1' where reservation_number = ${number}`.execute(
      office.db,
    );
    const { body } = await post(OPEN, { ukno: number, choiceUkno: 0 });
    expect(body).toMatchObject({ nam1: '健診', ryk2: 'ハナコ', inputSex: '2', zip1: '231', zip2: '0000', trno: 'A-1' });
    expect(body).toMatchObject({ inputBtdyYear: 1980, stmm: '', mem1: '', dmkb: '0', kscd: '', choiceUkno: 0 });
  });

  test('with all of a reservation that is changed', async () => {
    const { number } = await office.book({
      opbr: ['0001'],
      opcd: ['0002'],
      optionJkcd: ['02'],
      sumGkgk: 15500,
      reserveTmzn: '10',
    });
    const { body } = await post(OPEN, { ukno: 0, choiceUkno: number });
    expect(body).toMatchObject({ errorCode: 0, choiceUkno: number, kscd: '0001', opcd: ['0002'], nend: 2026 });
    expect(body).toMatchObject({ reserveDate: '2026/12/01', reserveTmzn: '10', sthm: '10:00', statusCode: '21' });
    expect(body).toMatchObject({ version: '1', ryk1: 'ケンシン' });
    // It stays on the my page where it stands; without one, the address is asked about as for a new booking.
    expect(body.hasAccount).toBe('1');
    await sql`update reservations set examinee_id = null where reservation_number = ${number}`.execute(office.db);
    expect((await post(OPEN, { ukno: 0, choiceUkno: number })).body.hasAccount).toBe('0');
  });

  test('not for one that is cancelled, of a past day, here already, or not ours', async () => {
    const change = async (number: number) => (await post(OPEN, { ukno: 0, choiceUkno: number })).body;
    const cancelled = await office.book();
    await office.update(cancelled.number, { statusCode: '92' });
    expect(await change(cancelled.number)).toMatchObject({ errorCode: 14 });
    const past = await office.book();
    await sql`update reservations set visit_date = '2026-11-14' where reservation_number = ${past.number}`.execute(
      office.db,
    );
    expect(await change(past.number)).toMatchObject({
      errorCode: 14,
      errorMessage: '受診日を過ぎた予約は変更できません。',
    });
    const here = await office.book();
    await sql`insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
      values (${HOSPITAL}, ${here.number}, '2026-12-01', 'arrived', now(), 'clerk001')`.execute(office.db);
    expect((await change(here.number)).errorMessage).toBe(
      '来院済みの予約です。当日受付で来院を取り消してから変更してください。',
    );
    const nobodys = await post(OPEN, { ukno: 0, choiceUkno: 999_999_999 });
    expect([nobodys.status, nobodys.body.errorCode]).toEqual([404, 16]);
  });

  test('for reception without the right to raise frames', async () => {
    const token = await openClerk(
      office.db,
      { institutionCode: HOSPITAL, userId: 'recept01', role: 'reception' },
      new Date('2026-11-15T01:00:00Z'),
    );
    expect((await post(OPEN, { ukno: 0, choiceUkno: 0 }, token)).body).toMatchObject({ errorCode: 0, canRaise: '0' });
  });
});

describe('courses', () => {
  const states = (body: { courseList: { kscd: string; state: string }[] }) =>
    Object.fromEntries(body.courseList.map(({ kscd, state }) => [kscd, state]));

  test('are all of the year, private and out of season told apart, with the groups of the chosen one', async () => {
    const { body } = await post(OFFER, asked());
    expect(states(body)).toEqual({ '0001': 'ok', '0002': 'ok', '0003': 'private', '0004': 'period', '0005': 'ok' });
    expect(body.courseList[1]).toMatchObject({ kscd: '0002', jkcd: '04', gkgk: 9900, isFrom: '0', eddy: '2028/03/31' });
    const codes = body.listOpClass.flatMap(({ listOpItems }: { listOpItems: { opcd: string }[] }) =>
      listOpItems.map(({ opcd }) => opcd),
    );
    expect(codes).toContain('0004');
    expect(body).toMatchObject({ age: 46, ageDate: '2026/11/15' });
  });

  test('that do not fit stand at the end, with the first reason without which they would', async () => {
    const of = async (changes: Form) => states((await post(OFFER, asked({ jgcd: SOCIETY, ...changes }))).body);
    expect(await of({ hfkb: '01' })).toEqual({ '0001': 'ok' });
    expect(await of({ hfkb: '02' })).toEqual({ '0001': 'ok' });
    // 39 on 2027-03-31: too young for a spouse, not for a member.
    expect(await of({ hfkb: '02', btdyYear: 1988 })).toEqual({ '0001': 'hfkb' });
    await sql`update course_prices set category_code = null, age_from = 40
               where client_code = ${SOCIETY} and course_code = '0001'`.execute(office.db);
    expect(await of({ hfkb: '02', btdyYear: 1988 })).toEqual({ '0001': 'age' });
    await sql`update course_prices set sex = 'male', age_from = 0
               where client_code = ${SOCIETY} and course_code = '0001'`.execute(office.db);
    expect(await of({ hfkb: '02' })).toEqual({ '0001': 'sex' });
    await sql`update course_prices set age_from = 80, age_to = 99 where client_code = ${SOCIETY}`.execute(office.db);
    expect(await of({ hfkb: '02' })).toEqual({ '0001': 'unfit' });
  });

  test('are shown from their lowest price before the person is known, and no age', async () => {
    const { body } = await post(OFFER, asked({ sex: 'Z', btdyYear: 0, btdyMonth: 0, btdyDate: 0, kscd: '' }));
    expect(body.courseList[1]).toMatchObject({ fromGkgk: 8800, isFrom: '1' });
    expect(body).toMatchObject({ age: '', ageDate: '', listOpClass: [] });
  });
});

describe('the month', () => {
  const day = (body: { dayList: { date: string }[] }, date: string) => body.dayList.find((one) => one.date === date);
  const slots = (body: { slotList: { date: string; tmzn: string; left: number; state: string }[] }, date: string) =>
    body.slotList.filter((one) => one.date === date).map(({ tmzn, left, state }) => `${tmzn} ${state} ${left}`);

  test('tells what is left by day and slot: the smallest over the frames needed', async () => {
    await office.book({ reserveDate: '2026/12/02' });
    const { body } = await post(MONTH, month());
    expect(body).toMatchObject({ calenderYear: 2026, calenderMonth: 12, krkb: '2', stdy: 1, eddy: 180 });
    expect(day(body, '2026/12/02')).toEqual({ date: '2026/12/02', state: 'open', left: 4, isCare: '0' });
    expect(slots(body, '2026/12/02')).toEqual(['09 open 2', '10 open 2']);
    const withEndoscopy = await post(MONTH, month({ opbrs: ['0001'], opcds: ['0002'] }));
    expect(slots(withEndoscopy.body, '2026/12/02')).toEqual(['09 open 1', '10 open 1']);
    // Two a day, whatever the times have.
    const withMri = await post(MONTH, month({ opbrs: ['0003'], opcds: ['0007'] }));
    expect(slots(withMri.body, '2026/12/02')).toEqual(['09 open 2', '10 open 2']);
    expect(day(withMri.body, '2026/12/02')).toMatchObject({ left: 2 });
  });

  test('of a course without a time, one slot for the day', async () => {
    const { body } = await post(MONTH, month({ kscd: '0005' }));
    expect(body.krkb).toBe('1');
    expect(slots(body, '2026/12/02')).toEqual(['ZZ open 2']);
  });

  test('closed days, days past, days outside of the year, and days that no examinee could book', async () => {
    const december = (await post(MONTH, month())).body;
    expect(day(december, '2026/12/06')).toMatchObject({ state: 'closed', left: 0 });
    const january = (await post(MONTH, month({ calenderYear: 2027, calenderMonth: 1 }))).body;
    expect(day(january, '2027/01/01')).toMatchObject({ state: 'holiday' });
    const november = (await post(MONTH, month({ calenderMonth: 11 }))).body;
    expect(day(november, '2026/11/14')).toMatchObject({ state: 'past' });
    // Today at 10:00: what has begun may still be booked.
    expect(day(november, '2026/11/15')).toMatchObject({ state: 'open', isCare: '1' });
    expect(slots(november, '2026/11/15')).toEqual(['09 open 3', '10 open 2']);
    const april = (await post(MONTH, month({ calenderYear: 2027, calenderMonth: 4 }))).body;
    expect(day(april, '2027/04/01')).toMatchObject({ state: 'outside' });
  });

  test('a full slot tells what it needs and has, one without capacity can’t be raised', async () => {
    await sql`update frame_capacities set capacity = used where frame_code = '0002' and visit_date = '2026-12-08' and slot_code = '09'`.execute(
      office.db,
    );
    await sql`update frame_capacities set capacity = 1 where frame_code = '0001' and visit_date = '2026-12-08' and slot_code = '10'`.execute(
      office.db,
    );
    await office.book({ reserveDate: '2026/12/08', reserveTmzn: '10' });
    const { body } = await post(MONTH, month({ opbrs: ['0001'], opcds: ['0002'] }));
    expect(slots(body, '2026/12/08')).toEqual(['09 none 0', '10 full 0']);
    expect(day(body, '2026/12/08')).toMatchObject({ state: 'full', left: 0 });
    const onDay = body.frameList.filter(({ date }: { date: string }) => date === '2026/12/08');
    expect(onDay).toEqual([
      { ...cell('0001'), cnt1: 1, takenCount: 1, quantity: 1 },
      { ...cell('0002'), cnt1: 1, takenCount: 0, quantity: 1 },
    ]);
  });
  const cell = (waku: string) => ({ date: '2026/12/08', tmzn: '10', waku, wknm: `枠${waku}`, wakuTmzn: '10' });

  test('says whether a booking that is not confirmed takes a place', async () => {
    expect((await post(MONTH, month())).body).toMatchObject({ caln: '1' });
    expect((await post(MONTH, month({ jgcd: DESIRED }))).body).toMatchObject({ errorCode: 0, caln: '2' });
  });

  test('opens at the first month with room, of a change at its own, whose places count as free', async () => {
    const opening = month({ calenderYear: 0, calenderMonth: 0 });
    expect((await post(MONTH, opening)).body).toMatchObject({ calenderYear: 2026, calenderMonth: 11 });
    await sql`update frame_capacities set capacity = used where frame_code = '0001' and visit_date < '2027-01-10'`.execute(
      office.db,
    );
    expect((await post(MONTH, opening)).body).toMatchObject({ calenderYear: 2027, calenderMonth: 1 });
    const { number } = await office.book({ reserveDate: '2027/02/02', reserveTmzn: '10' });
    await sql`update frame_capacities set capacity = used where visit_date = '2027-02-02' and slot_code = '10'`.execute(
      office.db,
    );
    const { body } = await post(MONTH, { ...opening, choiceUkno: number });
    expect(body).toMatchObject({ calenderYear: 2027, calenderMonth: 2 });
    expect(slots(body, '2027/02/02')).toEqual(['09 open 3', '10 open 1']);
  });
});

test('an address is nobody’s, the caller’s own, or somebody else’s, who is named', async () => {
  await office.book({ email1: 'Taken@example.jp', reserveDate: '2027/02/10' });
  const caller = {
    email1: 'taken@example.jp',
    ryk1: 'ケンシン',
    ryk2: 'ハナコ',
    btdyYear: 1980,
    btdyMonth: 5,
    btdyDate: 5,
  };
  const of = async (changes: Form) => (await post(OWNER, { ...caller, ...changes })).body;
  expect(await of({ email1: 'free@example.jp' })).toMatchObject({ owner: 'none', name: '' });
  expect(await of({})).toMatchObject({ owner: 'self', name: '' });
  expect(await of({ ryk2: 'タロウ' })).toMatchObject({ owner: 'other', name: '健診　花子' });
  expect(await of({ btdyYear: 1981 })).toMatchObject({ owner: 'other' });
});

test('courses and a month ask the database once, a change’s month twice, besides the session', async () => {
  const { number } = await office.book(guestForm(HOSPITAL, { reserveDate: '2027/02/03', email1: 'count@example.jp' }));
  const count = async (path: string, form: Form) => (await watchStatements(() => post(path, form))).length - 1;
  const opening = month({ calenderYear: 0, calenderMonth: 0 });
  await post(MONTH, opening);
  expect(await count(OFFER, asked())).toBe(1);
  expect(await count(OFFER, asked({ choiceUkno: number }))).toBe(1);
  expect(await count(MONTH, opening)).toBe(1);
  expect(await count(MONTH, month())).toBe(1);
  expect(await count(MONTH, month({ choiceUkno: number }))).toBe(2);
});
