// Proves that nothing of a removed institution stays, that it may be broken off, and that another keeps all that it has.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { dateForm, openReservationOffice } from '#tests/kit/reservation-office.ts';
import { putDownload } from '#tests/kit/reservations.ts';
import { beginRemoval, createInstitution, REMOVED_LAST, REMOVED_TABLES, removeInstitution } from './institutions.ts';

let office: Awaited<ReturnType<typeof openReservationOffice>>;
let db: Db;
const OTHER = '20000009';
/** User ids and what was removed are never given again; the access log goes by its own function. */
const KEPT = ['administrator_directory', 'removed_institutions'];

beforeAll(async () => {
  office = await openReservationOffice();
  db = office.service.db;
  await createInstitution(db, { institutionCode: OTHER, routeParam: 'other', name: '別院' });
}, 60_000);

afterAll(() => office.service.close());

async function tablesOfInstitutions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'institution_code' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
     order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function countRows(institutionCode: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOfInstitutions()) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where institution_code = ${institutionCode}`.execute(db);
    if (rows[0]?.count) counts[table] = rows[0].count;
  }
  return counts;
}

test('every table that belongs to institutions has its turn', async () => {
  const removed = [...REMOVED_TABLES, ...REMOVED_LAST, 'access_log', ...KEPT].sort();
  expect(await tablesOfInstitutions()).toEqual(removed);
});

test('a removal that is broken off goes on, leaves nothing of its institution, and all of another', async () => {
  const booking = await office.book();
  const { body } = await office.askChange(booking, dateForm('2026-12-03'));
  expect(body).toMatchObject({ errorCode: 0 });
  await putDownload(db, HOSPITAL, booking.number);
  const before = await countRows(HOSPITAL);
  expect(before).toMatchObject({ reservations: 2, administrators: 2, csv_download_rows: expect.any(Number) });
  const others = await countRows(OTHER);

  await beginRemoval(db, HOSPITAL, new Date());
  // Something that nobody expects stops it in the middle.
  await sql`create function stop() returns trigger language plpgsql as 'begin raise exception ''stopped''; end'`.execute(
    office.service.admin,
  );
  await sql`create trigger stop before delete on courses execute function stop()`.execute(office.service.admin);
  await expect(removeInstitution(db, HOSPITAL)).rejects.toThrow('stopped');
  expect(await countRows(HOSPITAL)).toMatchObject({ institutions: 1, courses: expect.any(Number) });
  expect(await countRows(HOSPITAL)).not.toHaveProperty('reservations');
  await sql`drop trigger stop on courses`.execute(office.service.admin);

  const counts = await removeInstitution(db, HOSPITAL);
  expect(counts).toMatchObject({ reservations: 2, administrators: 2, courses: before.courses });
  expect(await countRows(HOSPITAL)).toEqual({ administrator_directory: 2, removed_institutions: 1 });
  expect(await countRows(OTHER)).toEqual(others);
});
