// Nobody of the staff is shown a person without an entry, by an answer or by a refusal.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatLogDetails } from '#domain/staff/acts.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';

let office: ReservationOffice;
let number: number;
let before: number;
beforeAll(async () => {
  office = await openReservationOffice();
  ({ number } = await office.book({ email1: 'shown@example.jp', reserveDate: '2026/11/26' }));
});
beforeEach(async () => {
  before = (await office.service.readLog()).length;
});
afterAll(() => office.service.close());

/** Entries since the test began: act, subject, reservations beside it, the line on the screen, and how it ended. */
async function entries(): Promise<string[]> {
  const rows = (await office.service.readLog()).slice(before);
  return rows.map(({ act, subject, numbers, details, outcome }) =>
    [act, subject, numbers?.join(' ') ?? '', formatLogDetails(details as object), outcome].join('|'),
  );
}
const post = async (name: string, form: Record<string, unknown>) =>
  (await office.service.post(`/api/Desk/${name}`, form, office.token)).body;

test.each(['ukno', 'choiceUkno'])('a phone booking that opens with a person, by %s', async (code) => {
  const shown = await post('BookingFirstDisplay', { ukno: 0, choiceUkno: 0, [code]: number });
  expect(shown).toMatchObject({ errorCode: 0, nam1: '健診' });
  expect(await entries()).toEqual([`12|${number}||電話予約|ok`]);
});

test('a phone booking that opens empty, or of nobody’s number, shows nobody', async () => {
  await post('BookingFirstDisplay', { ukno: 0, choiceUkno: 0 });
  await post('BookingFirstDisplay', { ukno: 999_999_999, choiceUkno: 0 });
  expect(await entries()).toEqual([]);
});

test('whose a mail address is', async () => {
  const caller = { ryk1: 'サトウ', ryk2: 'ハナコ', btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };
  expect(await post('MailOwner', { ...caller, email1: 'nobody@example.jp' })).toMatchObject({ owner: 'none' });
  expect(await entries()).toEqual([]);
  expect(await post('MailOwner', { ...caller, email1: 'shown@example.jp' })).toMatchObject({ name: '健診　花子' });
  expect(await entries()).toEqual([`12|受診者 ${await office.ownerOf(number)}||メールアドレスの持ち主|ok`]);
});

test('a code that is read at the reception on another day, and a mark that comes too early', async () => {
  const scanned = await post('ReceptionScan', { receptDate: '2026/11/15', ukno: number });
  expect(scanned).toMatchObject({ errorCode: 14, name: '健診　花子' });
  const marked = await post('ReceptionMark', { ukno: number, rvst: '1', beforeRvst: '0' });
  expect(marked).toMatchObject({ errorCode: 14, name: '健診　花子' });
  expect(await entries()).toEqual([`12|${number}|||refused`, `12|${number}|||refused`]);
});

test('nobody came, asked on a past day with nobody left to mark, shows the day', async () => {
  await sql`update reservations set visit_date = '2026-11-10' where reservation_number = ${number}`.execute(office.db);
  await post('ReceptionMark', { ukno: number, rvst: '1', beforeRvst: '0' });
  before = (await office.service.readLog()).length;
  const day = await post('ReceptionRest', { receptDate: '2026/11/10', uknos: [] });
  expect(day).toMatchObject({ errorCode: 0, updateCount: 0, reserveList: [{ ukno: number, name: '健診　花子' }] });
  expect(await entries()).toEqual([`11||${number}|当日受付　受診日　1件|ok`]);
});
