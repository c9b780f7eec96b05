// Every invariant holds for what the service writes, and is missed as soon as one row is not as it must be.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '#app/demo/load-demo.ts';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL, violationsIn } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { findViolations, INVARIANTS, reportOn, violationsOf } from './verify.ts';

let service: TestService;
let number: number;

beforeAll(async () => {
  service = await startTestService();
  await service.db.transaction().execute((transaction) => loadDemo(transaction, new Date('2026-11-15T10:00:00+09:00')));
  await buildHospital(service.db);
  const form = guestForm(HOSPITAL, { requestId: 'verify-0123456789abcdef' });
  const { body } = await service.post('/api/Account/CommonGuestNewReserve', form);
  expect(body.errorCode).toBe(0);
  number = body.ukno;
});
afterAll(() => service?.close());

test('the demo and what is booked are as they must be', async () => {
  expect(await violationsOf(service.connection)).toEqual([]);
  expect(await violationsIn(service.db)).toEqual([]);
});

/** One row of each, put wrong past everything that guards it. `$` is a reservation of today. */
const BROKEN: Record<string, string> = {
  'used-places': `update frame_capacities set used = used + 1 where institution_code = '${HOSPITAL}' and used > 0`,
  'live-counts': `insert into live_count_moves values ('${HOSPITAL}', '2026-12-01', '0000', 'ZZ', 1)`,
  'held-places': 'update reservation_places set held = false where reservation_number = $',
  requests: `update answered_requests set answer = answer || '{"reservationNumber": 999999999}'`,
  history: 'delete from reservation_history where reservation_number = $',
  mails: 'delete from outbox_mails where reservation_number = $',
  totals: 'update reservations set total_amount = total_amount + 1 where reservation_number = $',
  'csv-pending': 'delete from csv_pending where reservation_number = $',
  accounts: `insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash)
    select '${HOSPITAL}', anonymous_examinee('${HOSPITAL}', now()), 'own', 'keyed', ''`,
  reservations: `insert into reception_marks values ('${HOSPITAL}', 999999999, '2026-12-01', 'arrived', now(), 'x')`,
  institutions: `insert into mail_wishes values ('99999999', 'a@example.jp', true, now(), 'link')`,
};

test('there is such a row for each of them', () => {
  expect(INVARIANTS.map(({ name }) => name).toSorted()).toEqual(Object.keys(BROKEN).toSorted());
});

test.each(Object.entries(BROKEN))('%s: one wrong row is found', async (name, statement) => {
  const undo = new Error('undo');
  const breaking = service.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql.raw(statement.replaceAll('$', String(number))).execute(db);
    const found = await findViolations(async (text) => (await sql.raw<object>(text).execute(db)).rows);
    const violation = found.find((each) => each.name === name);
    expect(violation?.count).toBeGreaterThan(0);
    expect(reportOn(found)).toContain(`WRONG ${name}`);
    expect(reportOn(found)).toContain(violation?.examples[0]);
    throw undo;
  });
  await expect(breaking).rejects.toBe(undo);
});
