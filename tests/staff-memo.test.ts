// Given a memo of the staff and a note about the person, when its owner opens my page, detail, steps and mails, then it is nowhere: every call that is not the
// staff's own is made for a reservation with a marked memo and a marked note.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { runDaily } from '#booking/mail/daily-run.ts';
import type { Call } from '#wire/call.ts';
import { stepForm } from './kit/booking-forms.ts';
import { HOSPITAL } from './kit/booking-hospital.ts';
import { type Booking, openReservationOffice, type ReservationOffice } from './kit/reservation-office.ts';
import { tokenOfOwner } from './kit/reservations.ts';

const MARK = 'ナイショノメモ';
const NOW = new Date('2026-11-15T01:00:00Z');

const calls: readonly Call[] = handlers.map(({ call }) => call).filter(({ who }) => who !== 'administrator');

let office: ReservationOffice;
let booking: Booking;
let token: string;

beforeAll(async () => {
  office = await openReservationOffice();
  booking = await office.book({ reserveDate: '2026/12/01' });
  token = await tokenOfOwner(office.db, HOSPITAL, booking.number, NOW);
});
afterAll(() => office.service.close());

/** Both say the same, so that one mark is looked for. */
const keepMemo = async (ukno: number, text: string) => {
  for (const [call, form] of [
    ['SaveMemo', { stmm: text }],
    ['SaveNote', { mosk: text, isPrinted: '1' }],
  ] as const) {
    const { body } = await office.service.post(`/api/Desk/${call}`, { ukno, ...form }, office.token);
    expect(body).toMatchObject({ errorCode: 0 });
  }
};

/** Whatever a call asks for, as far as it is about this reservation. */
const formFor = ({ number, form }: Booking) => ({
  ...form,
  ...stepForm(form),
  param: 'demo',
  ukno: number,
  my_ukno: number,
  choiceUkno: number,
  inputAge: 46,
  calenderYear: 2026,
  calenderMonth: 12,
  zip: '2310000',
  version: '',
});

const make = async ({ path, method }: Call, form: Record<string, unknown>, by: string | undefined) => {
  if (method === 'POST') return (await office.service.post(path, form, by)).body;
  const { body } = await office.service.app.inject({
    method: 'GET',
    url: path,
    query: Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)])),
    headers: by ? { authorization: `Bearer ${by}` } : {},
  });
  return body;
};

const isRead = ({ effect }: Call) => effect === 'read';

test('no contract of theirs has a place for it, nor for what else is the staff’s', () => {
  const revealing = calls.filter(({ reply }) =>
    reply.meanings.some(({ code }) =>
      /(^|\.)(stmm|ismm|mosk|issn|isPrinted|noteVersion|noteName|noteDate|isSeveral|ykrt|rvst|rvtm)$/.test(code),
    ),
  );
  expect(revealing.map(({ path }) => path)).toEqual([]);
});

const withoutSequence = (answers: unknown) =>
  JSON.parse(JSON.stringify(answers, (code, value) => (code === 'icsSequence' ? undefined : value)));

test('what shows a reservation answers the same with a memo as without', async () => {
  const answers = async () => {
    const form = formFor(booking);
    const all: [string, unknown][] = [];
    for (const call of calls.filter(isRead)) all.push([call.path, await make(call, form, token)]);
    return Object.fromEntries(all);
  };
  const before = await answers();
  await keepMemo(booking.number, MARK);
  const after = await answers();
  // A calendar program takes the higher number for newer, whatever has moved it.
  expect(withoutSequence(after)).toEqual(withoutSequence(before));
  expect(JSON.stringify(after)).not.toContain(MARK);
  // They did show it.
  for (const path of ['CommonMyPage', 'CommonReserveDetail', 'CommonConfirmCancel', 'CommonConfirmReserveInfo']) {
    expect(after[`/api/${path}/FirstDisplay`], path).toMatchObject({ errorCode: 0 });
  }
  expect(JSON.stringify(after['/api/CommonMyPage/FirstDisplay'])).toContain(String(booking.number));
});

test('what does something answers and mails nothing of it: a change, which takes it along, a mail once more, a cancel', async () => {
  const { number } = await office.change(booking, { reserveDate: '2026/12/02' });
  expect((await office.row(number)).staff_memo).toBe(MARK);
  const form = formFor({ number, form: booking.form });
  const texts: string[] = [];
  const acting = calls.filter((call) => !isRead(call));
  // Ends what the others are about.
  const last = (call: Call) => (/CancelReserve|Logout/.test(call.path) ? 1 : 0);
  for (const call of acting.toSorted((one, other) => last(one) - last(other))) {
    for (const by of [token, undefined]) texts.push(`${call.path} ${JSON.stringify(await make(call, form, by))}`);
  }
  expect(texts.join('\n')).not.toContain(MARK);
  expect(texts.find((text) => text.startsWith('/api/CommonMyPage/SendConfirmMail'))).toContain('"errorCode":0');
});

test('no mail has it, by whomever it is written: bookings, staff, reminders and invitations', async () => {
  await sql`update clients set reminder_days = 7, promotion_months = 12`.execute(office.db);
  await sql`update institutions set exam_address1 = '汐見の丘1-2-3' where institution_code = ${HOSPITAL}`.execute(
    office.db,
  );
  const soon = await office.book({ reserveDate: '2026/11/22' });
  // Somebody else, who has nothing booked since.
  const lastYear = await office.book({ reserveDate: '2026/12/04', ryk2: 'ハルコ' });
  for (const { number } of [soon, lastYear]) {
    await keepMemo(number, MARK);
    await office.update(number, { statusCode: '23', isSendMail: '1', mailMessage: 'お待ちしております。' });
  }
  await sql`update reservations set visit_date = '2025-11-15' where reservation_number = ${lastYear.number}`.execute(
    office.db,
  );
  const { db, config, secret } = office.service.running;
  await runDaily({ db, config, secret, clock: () => NOW });
  const mails = await office.db.selectFrom('outbox_mails').selectAll().execute();
  expect(JSON.stringify(mails)).not.toContain(MARK);
  const kinds = new Set(mails.map(({ kind }) => kind));
  expect([...kinds]).toEqual(
    expect.arrayContaining(['booked', 'confirmed', 'changed_by_examinee', 'reminder', 'promotion']),
  );
});
