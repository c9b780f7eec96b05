// What no CSV file has yet: what the staff's home counts of it, what the extraction finds, and what becomes of it.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RESERVATION_COLUMNS } from '#booking/records/reservation-columns.ts';
import type { Role } from '#domain/staff/roles.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { DETAIL, dateForm, openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';
import { putDownload, putReservation } from '#tests/kit/reservations.ts';
import { openClerk } from '#tests/kit/staff.ts';

const HOME = '/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay';
const SEARCH = '/api/MasterWIGA1/Search';
const DOWNLOAD = '/api/MasterWIGA1/CsvDownload';
const PENDING = { csst: ['01', '02'] };

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
  const own = { institution_code: HOSPITAL, pattern_code: '001' };
  await office.db
    .insertInto('csv_patterns')
    .values({ ...own, name: '取込用' })
    .execute();
  await office.db
    .insertInto('csv_pattern_items')
    .values({ ...own, position: 1, attribute: 'reservation_number' })
    .execute();
});
afterAll(() => office.service.close());

const tile = async (by = office.token) => (await office.service.post(HOME, {}, by)).body.csvCount;
const listed = async (more: object = {}) => {
  const { body } = await office.service.post(SEARCH, { ...PENDING, ...more }, office.token);
  return (body.searchList as { ukno: number }[]).map(({ ukno }) => ukno);
};
const download = (uknos: readonly number[]) =>
  office.service.post(DOWNLOAD, { ptcd: '001', uknos }, office.token).then(({ body }) => body.errorCode);
const put = (visitDate = '2026-12-01') =>
  putReservation(office.db, HOSPITAL, { visitDate, slotCode: '09', startMinute: 540 });
const inFile = (number: number) => putDownload(office.db, HOSPITAL, number);
const isPending = async (number: number) => (await listed()).includes(number);

/** The screen's form with something else in it. */
async function correct(ukno: number, changes: object): Promise<number> {
  const { service, token } = office;
  const { body: now } = await service.post(DETAIL, { ukno }, token);
  const { version, nam1, nam2, ryk1, ryk2, tel1, adr1, adr2, adr3 } = now;
  const [zip1, zip2] = now.zip.split('-');
  const born = { inputBtdyYear: now.btdyYear, inputBtdyMonth: now.btdyMonth, inputBtdyDate: now.btdyDate };
  const names = { ukno, version, nam1, nam2, ryk1, ryk2, inputSex: now.sex, email1: now.emal };
  const form = { ...names, ...born, tel1, zip1, zip2, adr1, adr2, adr3, ...changes };
  return (await service.post('/api/Desk/CorrectPerson', form, token)).body.errorCode;
}

/** What each reservation says of itself, beside what is kept at hand. */
async function expectWhatHolds(): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select r.reservation_number as number
      from reservations r full join csv_pending p using (institution_code, reservation_number)
     where (p.reservation_number is not null) is distinct from
           (r.status not in ('replaced_unconfirmed', 'replaced_confirmed')
            and ${sql.raw(RESERVATION_COLUMNS.downloadStatus.sql)} <> 'done')`.execute(office.db);
  expect(rows).toEqual([]);
}

/** Everything is in a file before. */
beforeEach(async () => {
  const all = await listed();
  if (all.length > 0) expect(await download(all)).toBe(0);
  expect(await listed()).toEqual([]);
});

test('given 38 pending of three years, the tile says 38, one press lists 38, and after the CSV it says none', async () => {
  const days = ['2025-05-01', '2026-11-15', '2027-04-02'];
  const numbers: number[] = [];
  for (let n = 0; n < 38; n++) numbers.push(await put(days[n % days.length]));
  await inFile(await put());
  expect(await tile()).toBe(38);
  expect(await listed()).toEqual(numbers);

  expect(await download(numbers.toReversed())).toBe(0);
  expect(await tile()).toBe(0);
  expect((await office.service.post(SEARCH, PENDING, office.token)).body).toMatchObject({ errorCode: 13 });
  await expectWhatHolds();
});

test('given a move during the download, that one is pending again afterwards', async () => {
  const [still, moved] = [(await office.book()).number, (await office.book()).number];
  let answer: Promise<number> | undefined;
  await office.db.transaction().execute(async (holding) => {
    // Nothing can be recorded meanwhile.
    await sql`lock table csv_downloads in share mode`.execute(holding);
    answer = download([still, moved]);
    await untilWaiting(1);
    expect((await office.update(moved, dateForm('2026-12-08'))).body.errorCode).toBe(0);
  });
  expect(await answer).toBe(0);
  expect(await listed()).toEqual([moved]);
  await expectWhatHolds();
});

test('news that are being written while the file is recorded stay', async () => {
  const number = (await office.book()).number;
  let answer: Promise<number> | undefined;
  await office.db.transaction().execute(async (moving) => {
    await sql`
      update reservations set version = version + 1, news_version = version + 1, download_status = 'changed'
       where institution_code = ${HOSPITAL} and reservation_number = ${number}`.execute(moving);
    answer = download([number]);
    await untilWaiting(1);
  });
  expect(await answer).toBe(0);
  expect(await listed()).toEqual([number]);
  await expectWhatHolds();
});

test('given a reservation in a file, when it is confirmed it is not pending; moved, cancelled or corrected it is', async () => {
  const { number } = await office.book();
  await inFile(number);
  for (const quiet of [{ statusCode: '23' }, { trno: 'P-7' }]) {
    expect((await office.update(number, quiet)).body.errorCode).toBe(0);
    expect(await isPending(number)).toBe(false);
  }
  for (const news of [dateForm('2026-12-09'), { statusCode: '91' }]) {
    expect((await office.update(number, news)).body.errorCode).toBe(0);
    expect(await isPending(number)).toBe(true);
    await inFile(number);
    expect(await isPending(number)).toBe(false);
  }
  expect(await correct(number, { tel1: '045-000-9999' })).toBe(0);
  expect(await isPending(number)).toBe(true);
  await expectWhatHolds();
});

test('what a change has replaced is gone, and the new number is pending instead', async () => {
  const old = await office.book();
  const next = await office.change(old, { reserveDate: '2026/12/16' });
  expect(await listed()).toEqual([next.number]);
  // By name it is found as ever.
  expect(await listed({ ykst: ['31', '32'] })).toContain(old.number);
  await expectWhatHolds();
});

test('what is made anonymous has nothing to tell any more', async () => {
  const numbers = [await put(), await put()];
  await sql`select anonymise_reservations(${HOSPITAL}, ${numbers}::integer[], now())`.execute(office.db);
  expect(await tile()).toBe(0);
  await expectWhatHolds();
});

test('two files of the same rows, in opposite orders and at once', async () => {
  const numbers = await Promise.all(Array.from({ length: 40 }, () => put()));
  const files = [numbers, numbers.toReversed(), numbers, numbers.toReversed()].map(download);
  expect(await Promise.all(files)).toEqual([0, 0, 0, 0]);
  expect(await tile()).toBe(0);
});

test('bookings that are written together are pending, each once', async () => {
  const booked = await Promise.all(
    ['10', '11', '14', '15'].map((day) => office.book({ reserveDate: `2026/12/${day}` })),
  );
  expect(await listed()).toEqual(booked.map(({ number }) => number).sort((a, b) => a - b));
  await expectWhatHolds();
});

test('who makes no files is told of none, nor is anybody where there is no pattern', async () => {
  const { db, service } = office;
  await put();
  const now = new Date('2026-11-15T01:00:00Z');
  const clerk = (userId: string, role: Role) => openClerk(db, { institutionCode: HOSPITAL, userId, role }, now);
  expect(await tile(await clerk('reception', 'reception'))).toBe(1);
  expect(await tile(await clerk('viewer', 'viewer'))).toBeUndefined();
  expect(await tile(await service.openInstitution('10000002', 'clerk003'))).toBeUndefined();
});

test('ten thousand are counted, and no more', async () => {
  await sql`
    insert into csv_pending select ${HOSPITAL}, 900000000 + n, 1 from generate_series(1, 10050) n`.execute(office.db);
  expect(await tile()).toBe(10_000);
  await sql`delete from csv_pending where reservation_number > 900000000`.execute(office.db);
});

/** So many statements wait for a lock that somebody else has. */
const untilWaiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          office.db,
        );
      expect(rows.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 60_000, interval: 10 },
  );
