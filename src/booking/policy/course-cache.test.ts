// Facts that are remembered: never told, and never booked on, once the masters have moved.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, countWritten, HOSPITAL, usedOn } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const CALENDAR = '/api/CommonSelectCalender/FirstDisplay';
let service: TestService;
let people = 0;
const book = (changes: object = {}) =>
  service.post(GUEST, guestForm(HOSPITAL, { email1: `k${++people}@example.jp`, ...changes }));
const setPrice = (amount: number) =>
  sql`update course_prices set amount = ${amount} where client_code = '00000000' and course_code = '0001'`.execute(
    service.db,
  );

beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
  expect((await book()).body.errorCode).toBe(0);
});
afterAll(() => service.close());

test('a new price holds from the next request on', async () => {
  await setPrice(12_000);
  const calendar = await service.post(CALENDAR, stepForm(guestForm(HOSPITAL)));
  expect(calendar.body).toMatchObject({ courseOptionGkgk: 12_000 });
  await setPrice(13_000);
  expect((await book({ sumGkgk: 12_000 })).body).toMatchObject({ errorCode: 13, redoStep: 'confirm' });
  expect((await book({ sumGkgk: 13_000 })).body).toMatchObject({ errorCode: 0 });
  await setPrice(10_000);
  // Refused on the strength of what is remembered, and right all the same after reading it again.
  expect((await book({ sumGkgk: 10_000, reserveTmzn: '10' })).body).toMatchObject({ errorCode: 0 });
});

test('a month without any place shows the new state as well', async () => {
  const may = { ...stepForm(guestForm(HOSPITAL)), reserveDate: '', calenderYear: 2027, calenderMonth: 5 };
  const path = '/api/CommonSelectCalender/ChangeCalender';
  expect((await service.post(path, may)).body).toMatchObject({ courseOptionGkgk: 10_000 });
  await setPrice(14_000);
  expect((await service.post(path, may)).body).toMatchObject({ courseOptionGkgk: 14_000 });
  await setPrice(10_000);
});

test('a calendar is drawn while masters keep changing', async () => {
  // Another version at every look; within one snapshot, and there only, it stays.
  await sql`alter table masters_versions rename to true_versions`.execute(service.admin);
  await sql`create view masters_versions as
    select institution_code, (extract(epoch from now()) * 1000000)::bigint as version from true_versions`.execute(
    service.admin,
  );
  const answers = [await service.post(CALENDAR, stepForm(guestForm(HOSPITAL))), await book()];
  await sql`drop view masters_versions`.execute(service.admin);
  await sql`alter table true_versions rename to masters_versions`.execute(service.admin);
  expect(answers[0]).toMatchObject({ status: 200, body: { errorCode: 0, courseOptionGkgk: 10_000 } });
  expect(answers[0]?.body.reserveData.length).toBeGreaterThan(0);
  // Nothing is booked on the strength of what may have changed.
  expect(answers[1]).toMatchObject({ status: 200, body: { errorCode: 13, redoStep: 'confirm' } });
});

test('a booking is made though masters are saved several times meanwhile', async () => {
  // Another version at each of the first looks, as where a booking waits for its turn while staff edit.
  await sql`create sequence looks`.execute(service.admin);
  await sql`alter table masters_versions rename to true_versions`.execute(service.admin);
  await sql`create view masters_versions as
    select institution_code, 1000000 + least(nextval('looks'), 7) as version from true_versions`.execute(service.admin);
  const answer = await book({ reserveDate: '2026/12/23' });
  await sql`drop view masters_versions`.execute(service.admin);
  await sql`alter table true_versions rename to masters_versions`.execute(service.admin);
  expect(answer.body).toMatchObject({ errorCode: 0 });
});

test('a frame that counts otherwise by now', async () => {
  const parts = { opbr: ['0002', '0002'], opcd: ['0004', '0005'], optionJkcd: ['04', '05'], sumGkgk: 19_900 };
  const count = (counted_as: 'parts' | 'persons') =>
    service.db.updateTable('frames').set({ counted_as }).where('frame_code', '=', '0003').execute();
  expect((await book({ ...parts, reserveDate: '2026/12/21' })).body).toMatchObject({ errorCode: 0 });
  await count('persons');
  expect((await book({ ...parts, reserveDate: '2026/12/22' })).body).toMatchObject({ errorCode: 0 });
  await count('parts');
  expect((await usedOn(service.db, '2026-12-21'))['0003/ZZ']).toBe(2);
  expect((await usedOn(service.db, '2026-12-22'))['0003/ZZ']).toBe(1);
});

test('the write refuses what was decided under another version, and writes nothing', async () => {
  const before = await countWritten(service.db);
  const none = { requests: [], accounts: [], subjects: [], follows: [] };
  const stale = { institution_code: HOSPITAL, version: 1, at: '2026-11-15', reservations: [{}], ...none };
  await expect(sql`select book_all(${JSON.stringify(stale)}::jsonb)`.execute(service.db)).rejects.toMatchObject({
    code: 'BK003',
  });
  expect(await countWritten(service.db)).toEqual(before);
});
