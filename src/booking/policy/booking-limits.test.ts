// How many bookings one account may make, and how many may go to an address that is not its own.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const CHANGE = '/api/Account/CommonLoginedChangeReserve';
const SENTENCE =
  '同じアカウントまたはメールアドレスでのご予約が続いているため、受け付けできません。お手数ですが、お電話でご連絡ください。';
const REFUSED = { errorCode: 13, errorMessage: SENTENCE };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: {
      GUEST_RESERVATIONS_PER_MINUTE: '0',
      BOOKINGS_PER_ACCOUNT_PER_DAY: '4',
      LIVE_BOOKINGS_PER_ACCOUNT: '6',
      BOOKINGS_PER_RECIPIENT_PER_DAY: '2',
    },
  });
  await buildHospital(service.db);
  await sql`update frame_capacities set capacity = 999`.execute(service.db);
});
afterAll(() => service.close());

let people = 0;
const form = (changes: Form = {}) => guestForm(HOSPITAL, { reserveDate: '2026/12/01', ...changes });
/** Somebody logged in, who has booked once on that day. */
async function person(now = '2026-11-15T10:00:00+09:00') {
  service.setNow(now);
  const mail = `limit${++people}@example.jp`;
  const { body } = await service.post(GUEST, form({ email1: mail }));
  expect(body).toMatchObject({ errorCode: 0 });
  let token = await service.logIn(body.userId, body.firstPassword);
  return {
    mail,
    first: body.ukno as number,
    book: async (changes: Form = {}) => (await service.post(LOGGED_IN, form({ email1: mail, ...changes }), token)).body,
    change: async (choiceUkno: number, changes: Form = {}) =>
      (await service.post(CHANGE, form({ email1: mail, choiceUkno, ...changes }), token)).body,
    /** On another day, with another session. */
    async goTo(later: string) {
      service.setNow(later);
      token = await service.logIn(body.userId, body.firstPassword);
    },
  };
}

test('so many on a day, changes included, and as many again on the next', async () => {
  const { first, book, change, goTo } = await person('2026-11-15T23:50:00+09:00');
  expect(await book()).toMatchObject({ errorCode: 0 });
  const changed = await change(first, { reserveDate: '2026/12/02' });
  expect(changed).toMatchObject({ errorCode: 0 });
  expect(await book()).toMatchObject({ errorCode: 0 });
  expect(await book()).toMatchObject({ ...REFUSED, redoStep: 'my-page' });
  expect(await change(changed.ukno, { reserveDate: '2026/12/03' })).toMatchObject(REFUSED);
  await goTo('2026-11-16T00:05:00+09:00');
  expect(await book()).toMatchObject({ errorCode: 0 });
});

test('so many that are live from today on: a change adds none, what was cancelled or is over counts no more', async () => {
  const { first, book, change, goTo } = await person();
  for (let count = 0; count < 3; count++) expect(await book()).toMatchObject({ errorCode: 0 });
  await goTo('2026-11-16T10:00:00+09:00');
  for (let count = 0; count < 2; count++) expect(await book()).toMatchObject({ errorCode: 0 });
  expect(await book()).toMatchObject(REFUSED);
  expect(await change(first, { reserveDate: '2026/12/02' })).toMatchObject({ errorCode: 0 });
  await goTo('2026-11-17T10:00:00+09:00');
  expect(await book()).toMatchObject(REFUSED);
  await sql`
    update reservations set status = 'cancelled'
     where reservation_number = (select max(reservation_number) from reservations where status = 'new')`.execute(
    service.db,
  );
  expect(await book()).toMatchObject({ errorCode: 0 });
  expect(await book()).toMatchObject(REFUSED);
  await sql`
    update reservations set visit_date = '2026-11-16'
     where reservation_number = (select max(reservation_number) from reservations where status = 'new')`.execute(
    service.db,
  );
  expect(await book()).toMatchObject({ errorCode: 0 });
});

test('so many to another’s address within a day, whoever books; the own one counts for nothing', async () => {
  const [one, other] = [await person(), await person()];
  const victim = { email1: 'Victim@example.jp' };
  expect(await one.book(victim)).toMatchObject({ errorCode: 0 });
  expect(await other.book(victim)).toMatchObject({ errorCode: 0 });
  expect(await one.book(victim)).toMatchObject(REFUSED);
  expect(await other.book({ email1: 'victim@example.jp' })).toMatchObject(REFUSED);
  expect(await one.book({ email1: one.mail.toUpperCase() })).toMatchObject({ errorCode: 0 });
  // What was refused is not counted: a day after the first it is over.
  await one.goTo('2026-11-16T10:00:01+09:00');
  expect(await one.book(victim)).toMatchObject({ errorCode: 0 });
});

test('what staff book neither counts nor is stopped, for the account and for an address', async () => {
  const { mail, book } = await person();
  const clerk = await openClerk(service.db, { institutionCode: HOSPITAL, userId: 'clerk001' }, service.running.clock());
  const atDesk = async (email1: string, changes: Form = {}) =>
    (await service.post('/api/Desk/Reserve', deskForm({ email1, reserveDate: '2026/12/04', ...changes }), clerk)).body;
  for (let count = 0; count < 5; count++) expect(await atDesk(mail)).toMatchObject({ errorCode: 0 });
  for (let count = 0; count < 3; count++) expect(await book()).toMatchObject({ errorCode: 0 });
  expect(await book()).toMatchObject(REFUSED);
  expect(await atDesk(mail)).toMatchObject({ errorCode: 0 });
  const [one, silent] = [await person(), { isSendMail: '0' }];
  for (let count = 0; count < 3; count++)
    expect(await atDesk('Called@example.jp', silent)).toMatchObject({ errorCode: 0 });
  for (let count = 0; count < 2; count++)
    expect(await one.book({ email1: 'called@example.jp' })).toMatchObject({ errorCode: 0 });
  expect(await one.book({ email1: 'called@example.jp' })).toMatchObject(REFUSED);
  expect(await atDesk('called@example.jp', silent)).toMatchObject({ errorCode: 0 });
});

test('many at once gain nothing', async () => {
  const { book } = await person();
  const answers = await Promise.all(Array.from({ length: 8 }, () => book()));
  expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 0, 0, 13, 13, 13, 13, 13]);
});

test('a refusal keeps nobody else from booking, and the same request gets its answer again', async () => {
  const [busy, calm] = [await person(), await person()];
  for (let count = 0; count < 3; count++) await busy.book();
  const requestId = 'request-limit-0123456789abcdef';
  const [first, refused, kept] = await Promise.all([calm.book(), busy.book(), calm.book({ requestId })]);
  expect([first?.errorCode, refused?.errorCode, kept?.errorCode]).toEqual([0, 13, 0]);
  await calm.book();
  expect(await calm.book({ requestId })).toEqual(kept);
});

test('no statement more than the session’s and the booking’s', async () => {
  const { book } = await person();
  const statements = await watchStatements(() => book());
  expect(statements.length).toBe(2);
});
