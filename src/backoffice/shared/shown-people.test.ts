// Whoever is shown a person, by an answer or by a refusal that names somebody, stands in the access log.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { openClerk } from '#tests/kit/staff.ts';

let office: ReservationOffice;
let number: number;
let clerk: string;
let viewer: string;

beforeAll(async () => {
  office = await openReservationOffice();
  ({ number } = await office.book({ email1: 'owner@example.jp', reserveDate: '2026/12/01' }));
  const now = new Date('2026-11-15T10:00:00+09:00');
  clerk = await openClerk(office.db, { institutionCode: HOSPITAL, userId: 'recep001', role: 'reception' }, now);
  viewer = await openClerk(office.db, { institutionCode: HOSPITAL, userId: 'viewer01', role: 'viewer' }, now);
});
afterAll(() => office.service.close());

/** What the call leaves, as "act subject outcome". */
async function entriesOf(path: string, form: Form, token = clerk): Promise<{ body: Form; entries: string[] }> {
  const before = (await office.service.readLog()).length;
  const { body } = await office.service.post(`/api/${path}`, form, token);
  const entries = (await office.service.readLog()).slice(before);
  return { body, entries: entries.map(({ act, subject, outcome }) => `${act} ${subject} ${outcome}`) };
}

test('a person on the page of phone bookings is a reading; an empty page, or one of nobody’s number, is none', async () => {
  for (const code of ['ukno', 'choiceUkno']) {
    const shown = await entriesOf('Desk/BookingFirstDisplay', { [code]: number });
    expect(shown.body).toMatchObject({ errorCode: 0, email1: 'owner@example.jp' });
    expect(shown.entries).toEqual([`12 ${number} ok`]);
  }
  for (const empty of [{}, { ukno: 999_999_999 }]) {
    expect((await entriesOf('Desk/BookingFirstDisplay', empty)).entries).toEqual([]);
  }
});

test('whose a mail address is, is a reading of that account; of an unknown address there is none', async () => {
  const born = { ryk1: 'ホカ', ryk2: 'ヒト', inputBtdyYear: 1990, inputBtdyMonth: 1, inputBtdyDate: 1 };
  const owner = await office.ownerOf(number);
  const shown = await entriesOf('Desk/MailOwner', { email1: 'owner@example.jp', ...born });
  expect(shown.body).toMatchObject({ errorCode: 0, owner: 'other' });
  expect(shown.entries).toEqual([`12 受診者 ${owner} ok`]);
  expect((await entriesOf('Desk/MailOwner', { email1: 'nobody@example.jp', ...born })).entries).toEqual([]);
});

test('a scan and a mark that are refused with a name are readings, refused', async () => {
  const scanned = await entriesOf('Desk/ReceptionScan', { receptDate: '2026/11/15', ukno: number });
  expect(scanned.body).toMatchObject({ errorCode: 14, name: expect.stringContaining('健診') });
  expect(scanned.entries).toEqual([`12 ${number} refused`]);
  const marked = await entriesOf('Desk/ReceptionMark', { ukno: number, rvst: '1', beforeRvst: '0' });
  expect(marked.entries).toEqual([`12 ${number} refused`]);
});

test('a day of the past on which nobody is left to be marked is a reading of its list', async () => {
  const { number: past } = await office.book({ reserveDate: '2026/12/01' });
  await sql`update reservations set visit_date = '2026-11-10' where reservation_number = ${past}`.execute(office.db);
  const form = { receptDate: '2026/11/10', uknos: [] };
  expect((await entriesOf('Desk/ReceptionRest', form)).entries).toEqual(['11  ok']);
  expect((await office.service.readLog()).at(-1)?.numbers).toEqual([past]);
});

test('TOP’s list of mails that did not arrive is a reading, as long as it holds somebody', async () => {
  const top = 'AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay';
  expect((await entriesOf(top, {})).entries).toEqual([]);
  await sql`update outbox_mails set state = 'failed' where mail_id in (select mail_id from outbox_mails limit 1)`.execute(
    office.db,
  );
  expect((await entriesOf(top, {})).entries).toEqual(['11  ok']);
});

test('what a role may not do leaves an entry, also of a call that states none', async () => {
  const { body, entries } = await entriesOf('Staff/List', {}, viewer);
  expect(body).toMatchObject({ errorCode: 13 });
  expect(entries).toEqual(['71  refused']);
});

test('lists tell whose reservations they have shown; the entry of one person names it once', async () => {
  const { number: other } = await office.book({ reserveDate: '2026/12/01', nam1: '別人' });
  const numbersOf = async (path: string, form: Form, token = office.token) => {
    const before = (await office.service.readLog()).length;
    expect((await office.service.post(`/api/${path}`, form, token)).body).toMatchObject({ errorCode: 0 });
    return (await office.service.readLog()).slice(before).map(({ numbers }) => numbers);
  };
  const both = [[number, other]].map((list) => expect.arrayContaining(list));
  const december = { examStartYear: 2026, examStartMonth: 12, examStartDate: 1 };
  expect(await numbersOf('MasterWIGA1/Search', december)).toEqual(both);
  expect(await numbersOf('Desk/Slips', { uknos: [number, other] })).toEqual(both);
  expect(await numbersOf('Desk/ReceptionList', { receptDate: '2026/12/01' })).toEqual(both);
  expect(await numbersOf('Desk/Find', { find: String(number) })).toEqual([expect.arrayContaining([number])]);
  expect(await numbersOf('MasterWIGA1Detail/FirstDisplay', { ukno: number })).toEqual([null]);
});
