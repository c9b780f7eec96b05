// Where staff can move a reservation, through the HTTP server: real room from today on, its own places free.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { expectTokenNeededFor } from '#tests/kit/guards.ts';
import {
  BY_DAY,
  dateForm,
  openReservationOffice,
  type ReservationOffice,
  WISH,
} from '#tests/kit/reservation-office.ts';

const FIRST = '/api/MasterWIGA1DetailCalender/FirstDisplay';
const MONTH = '/api/MasterWIGA1DetailCalender/ChangeCalender';

let office: ReservationOffice;
let foreignToken: string;
beforeAll(async () => {
  office = await openReservationOffice();
  foreignToken = await office.service.openInstitution('20000002', 'foreign1');
});
afterAll(() => office.service.close());

const open = async (number: number) => (await office.service.post(FIRST, { my_ukno: number }, office.token)).body;
const turn = async (number: number, year: number, month: number) =>
  (await office.service.post(MONTH, { my_ukno: number, calenderYear: year, calenderMonth: month }, office.token)).body;

type Place = { date: string; tmzn: string };
const placesOn = (body: { reserveData: Place[] }, date: string) =>
  body.reserveData.filter((place) => place.date === date).map(({ tmzn }) => tmzn);

test('the visit’s month: its shape, its days, its free slots; its own place counts as free', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/01' });
  await office.leaveRoom('0001', '2026-12-01', '09', 0);
  await office.leaveRoom('0001', '2026-12-02', '09', 0);
  const body = await open(number);
  expect(body).toMatchObject({
    errorCode: 0,
    krkb: '2',
    calenderYear: 2026,
    calenderMonth: 12,
    currentDateTime: { YYYY: '2026', MM: '11', DD: '15', hh: '10', mm: '00' },
    calenderData: { monthLastDate: 31, firstDayOfWeek: 3, lastDayOfWeek: 5 },
  });
  expect(body.reserveData[0]).toEqual({ date: '2026/12/01', tmzn: '09', sthm: '9:00' });
  expect(placesOn(body, '2026/12/01')).toEqual(['09', '10']);
  expect(placesOn(body, '2026/12/02')).toEqual(['10']);
  expect(placesOn(body, '2026/12/13')).toEqual([]);
  const kindOf = (date: string) => body.calmData.find((day: Place) => day.date === date);
  expect(body.calmData).toHaveLength(35);
  expect(kindOf('2026/12/13')).toMatchObject({ ckbn: '1', state: 'closed' });
  expect(kindOf('2026/12/02')).toMatchObject({ ckbn: '9', state: 'open' });
  expect(kindOf('2026/11/30')).toMatchObject({ ckbn: '0', state: 'outside' });
});

test('by day: one record for each, only where there is real room, also for a wish', async () => {
  await office.book({ ...BY_DAY, reserveDate: '2026/12/08' });
  const { number } = await office.book({ ...BY_DAY, ...WISH, kscd: '0002', reserveDate: '2026/12/08' });
  await office.leaveRoom('0004', '2026-12-08', 'ZZ', 0);
  const body = await open(number);
  expect(body.krkb).toBe('1');
  expect(placesOn(body, '2026/12/08')).toEqual([]);
  expect(body.calmData.find((day: Place) => day.date === '2026/12/08')).toMatchObject({ ckbn: '9', state: 'full' });
  expect(body.reserveData.find((place: Place) => place.date === '2026/12/09')).toEqual({
    date: '2026/12/09',
    tmzn: 'ZZ',
    sthm: '',
  });
});

test('all its parts need room', async () => {
  const parts = { opbr: ['0001', '0002', '0002'], opcd: ['0002', '0004', '0005'], optionJkcd: ['02', '04', '05'] };
  const { number } = await office.book({ ...parts, sumGkgk: 25_400, reserveDate: '2026/12/15' });
  await office.leaveRoom('0002', '2026-12-16', '09', 0);
  await office.leaveRoom('0003', '2026-12-17', 'ZZ', 1);
  const body = await open(number);
  expect(placesOn(body, '2026/12/16')).toEqual(['10']);
  expect(placesOn(body, '2026/12/17')).toEqual([]);
  expect(placesOn(body, '2026/12/18')).toEqual(['09', '10']);
});

test('today with what has begun, nothing before, and beyond the window and the year of examinees', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/22' });
  await sql`update institutions set bookable_to_days = 30 where institution_code = ${HOSPITAL}`.execute(office.db);
  office.service.setNow('2026-11-15T10:30:00+09:00');
  await sql`
    insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity)
    values (${HOSPITAL}, '0001', '2026-11-14', '09', 5)`.execute(office.db);
  const november = await turn(number, 2026, 11);
  expect(placesOn(november, '2026/11/15')).toEqual(['09', '10']);
  expect(placesOn(november, '2026/11/14')).toEqual([]);
  office.service.setNow('2027-03-15T10:00:00+09:00');
  const token = await office.service.logIn('clerk001');
  const form = { my_ukno: number, calenderYear: 2027, calenderMonth: 4 };
  const april = (await office.service.post(MONTH, form, token)).body;
  office.service.setNow('2026-11-15T10:00:00+09:00');
  await sql`update institutions set bookable_to_days = 180 where institution_code = ${HOSPITAL}`.execute(office.db);
  expect(placesOn(april, '2027/04/20')).toEqual(['09', '10']);
});

test('three months either way, and it opens at this month where the visit is farther off', async () => {
  const { number } = await office.book({ reserveDate: '2027/03/02' });
  expect(await open(number)).toMatchObject({ errorCode: 0, calenderYear: 2026, calenderMonth: 11 });
  expect(await turn(number, 2026, 8)).toMatchObject({ errorCode: 0, calenderMonth: 8 });
  expect(await turn(number, 2027, 2)).toMatchObject({ errorCode: 0, calenderMonth: 2 });
  for (const [year, month] of [
    [2026, 7],
    [2027, 3],
  ] as const) {
    expect(await turn(number, year, month)).toMatchObject({
      errorCode: 12,
      errorMessagesList: ['表示できる期間を超えています。'],
    });
  }
});

test('what it offers can be taken, and what it does not cannot', async () => {
  const { number } = await office.book({ reserveDate: '2026/12/23' });
  await office.leaveRoom('0001', '2026-12-24', '09', 0);
  const body = await open(number);
  for (const slot of ['09', '10']) {
    const isOffered = placesOn(body, '2026/12/24').includes(slot);
    const { errorCode } = (await office.update(number, { ...dateForm('2026-12-24'), reserveTmzn: slot })).body;
    expect(errorCode, slot).toBe(isOffered ? 0 : 14);
  }
});

test('a replaced one has nothing to choose; strangers find nothing', async () => {
  const first = await office.book({ reserveDate: '2026/12/25' });
  await office.change(first, { reserveDate: '2026/12/26' });
  expect(await open(first.number)).toMatchObject({ errorCode: 14 });
  await expectTokenNeededFor(office.service, 'MasterWIGA1DetailCalender', ['FirstDisplay', 'ChangeCalender']);
  const foreign = await office.service.post(FIRST, { my_ukno: first.number }, foreignToken);
  expect(foreign).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await office.service.post(FIRST, { my_ukno: 999_999_999 }, foreignToken)).toEqual(foreign);
  expect((await office.service.post(FIRST, { my_ukno: 'x' }, office.token)).body).toMatchObject({ errorCode: 12 });
});
