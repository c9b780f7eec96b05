// A raise and its booking are written together: whoever dies in between leaves neither.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWritten, HOSPITAL, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { holdLock } from '#tests/kit/held-lock.ts';
import { openReservationOffice, type ReservationOffice } from '#tests/kit/reservation-office.ts';

const KEY = 77_001;
let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(() => office.service.close());

const cell = sql`institution_code = ${HOSPITAL} and frame_code = '0001' and visit_date = '2026-12-01' and slot_code = '09'`;
async function capacity() {
  const { rows } = await sql<object>`select capacity, used from frame_capacities where ${cell}`.execute(office.db);
  return rows[0];
}

test('given a full slot, when 管理者 raises it 3 → 4 and the server dies before the end, then neither the place nor the booking is there', async () => {
  for (let n = 0; n < 3; n++) await office.book();
  expect(await capacity()).toEqual({ capacity: 3, used: 3 });
  const before = await countWritten(office.db);
  // The frame is raised by then, and the place is about to be taken.
  await sql`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${sql.lit(KEY)});
      return new;
    end $$`.execute(office.service.admin);
  await sql`create trigger waits before insert on reservation_places for each row execute function wait_for_test()`.execute(
    office.service.admin,
  );
  const raised = deskForm({
    raise: '1',
    raiseWaku: ['0001'],
    raiseTmzn: ['09'],
    raiseCnt1: [3],
    requestId: 'raise-dies-0123456789abcdef',
  });
  const lock = await holdLock(office.service.connection, KEY);
  try {
    const answer = office.service.post('/api/Desk/Reserve', raised, office.token);
    await lock.untilWaiting();
    await sql`
      select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and objid = ${KEY} and not granted`.execute(office.db);
    expect((await answer).body.errorCode).toBe(11);
  } finally {
    await lock.release();
  }
  expect(await capacity()).toEqual({ capacity: 3, used: 3 });
  expect(await countWritten(office.db)).toEqual(before);
  // Sent again, both are there, once.
  const { body } = await office.service.post('/api/Desk/Reserve', raised, office.token);
  expect(body).toMatchObject({ errorCode: 0 });
  expect(await capacity()).toEqual({ capacity: 4, used: 4 });
  expect(await wrongCounters(office.db)).toEqual([]);
});
