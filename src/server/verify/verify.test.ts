// Every invariant holds for what the service writes, and is missed as soon as one row is not as it must be.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '#app/demo/ensure-demo.ts';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL, violationsIn } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { findViolations, INVARIANTS, reportOn, violationsOf } from './verify.ts';

/** To a reservation that nobody has written to. */
const NOTICE = `
  insert into notices (institution_code, notice_id, request_id, content_hash, at, administrator_id, title, told_title, body, source)
  values ('${HOSPITAL}', '00000000-0000-4000-8000-000000000000', 'r', '', now(), 'x', 't', 't', 'b', 's');
  insert into notice_recipients (institution_code, notice_id, reservation_number, channel, visit_date, slot_code, subject, mail_id, mail_state)
  values ('${HOSPITAL}', '00000000-0000-4000-8000-000000000000', $, 'mail', '2026-12-01', '09', 't', gen_random_uuid(), 'waiting')`;

/** With this kana, without a patient number. */
const noteOf = (kana: string) => `
  insert into person_notes (institution_code, folded_kana, birth_date, body, updated_at, updated_by)
  select institution_code, ${kana}, birth_date, 'x', now(), 'x' from reservations where reservation_number = $`;

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
  const other = guestForm(HOSPITAL, { email1: 'taro@example.jp' });
  expect((await service.post('/api/Account/CommonGuestNewReserve', other)).body.errorCode).toBe(0);
});
afterAll(() => service?.close());

test('the demo and what is booked are as they must be', async () => {
  expect(await violationsOf(service.connection)).toEqual([]);
  expect(await violationsIn(service.db)).toEqual([]);
});

/** One row, put wrong past everything that guards it: by invariant, what is said of it then. `$` is a reservation of today. */
const BROKEN: readonly [name: string, example: string, statement: string][] = [
  [
    'used-places',
    '3 used of 3, 2 held',
    `update frame_capacities set used = used + 1 where institution_code = '${HOSPITAL}' and used > 0`,
  ],
  [
    'used-places',
    '2 used of 0, 2 held',
    `alter table frame_capacities drop constraint never_oversold;
     update frame_capacities set capacity = 0 where institution_code = '${HOSPITAL}' and used > 0`,
  ],
  [
    'used-places',
    'none used of none',
    `delete from frame_capacities where institution_code = '${HOSPITAL}' and used > 0`,
  ],
  ['live-counts', '0 counted', `insert into live_count_moves values ('${HOSPITAL}', '2027-12-01', '0000', 'ZZ', 1)`],
  ['held-places', 'is new', 'update reservation_places set held = false where reservation_number = $'],
  ['held-places', 'is cancelled', `update reservations set status = 'cancelled' where reservation_number = $`],
  ['requests', 'not there', `update answered_requests set answer = answer || '{"reservationNumber": 999999999}'`],
  [
    'requests',
    'are of one request',
    `insert into answered_requests
     select institution_code, 'reserve', person_key, request_id, content_hash, answer || jsonb_build_object('reservationNumber', (
              select r.reservation_number from reservations r
               where r.institution_code = a.institution_code and r.status = 'new' and r.reservation_number <> $ limit 1)), answered_at
       from answered_requests a where a.answer ->> 'reservationNumber' = '$'`,
  ],
  [
    'requests',
    'is of 2 requests',
    `insert into answered_requests select institution_code, act, person_key, 'another', content_hash, answer, answered_at
       from answered_requests where answer ->> 'reservationNumber' = '$'`,
  ],
  ['history', 'no entry that says so', 'delete from reservation_history where reservation_number = $'],
  [
    'history',
    'is confirmed and has no entry',
    `update reservations set status = 'confirmed' where reservation_number = $`,
  ],
  ['history', 'is deleted and has no entry', `update reservations set status = 'deleted' where reservation_number = $`],
  ['history', 'none replaces it', `update reservations set status = 'replaced_confirmed' where reservation_number = $`],
  [
    'history',
    'is marked as arrived',
    `insert into reception_marks values ('${HOSPITAL}', $, '2026-12-01', 'arrived', now(), 'x')`,
  ],
  ['history', 'has a notice by mail', NOTICE],
  ['mails', 'was booked, and no mail', 'delete from outbox_mails where reservation_number = $'],
  ['mails', 'there is no such mail', NOTICE],
  ['totals', 'in all', 'update reservations set total_amount = total_amount + 1 where reservation_number = $'],
  ['csv-pending', 'known as none', 'delete from csv_pending where reservation_number = $'],
  [
    'accounts',
    'has a password',
    `insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash)
    select '${HOSPITAL}', anonymous_examinee('${HOSPITAL}', now()), 'own', 'keyed', ''`,
  ],
  [
    'accounts',
    '2 accounts share an address',
    `drop index examinees_by_mail;
     insert into examinees (institution_code, mail) select institution_code, upper(mail) from examinees
      where institution_code = '${HOSPITAL}' and mail = 'hanako@example.jp'`,
  ],
  [
    'accounts',
    'reservations of account',
    `update reservations set examinee_id = (select examinee_id from examinees where institution_code <> '${HOSPITAL}' limit 1)
      where reservation_number = $`,
  ],
  ['numbers', 'numbers are given out from', 'alter sequence reservation_numbers restart with 100000001'],
  [
    'reservations',
    'a sending of reservation 999999999',
    `insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, at)
     values ('${HOSPITAL}', 999999999, '2026-11-18', '2026-12-01', '{course}', 'x', now())`,
  ],
  [
    'reservations',
    'a mark of the reception of reservation 999999999',
    `insert into reception_marks values ('${HOSPITAL}', 999999999, '2026-12-01', 'arrived', now(), 'x')`,
  ],
  [
    'reservations',
    'a place of reservation $',
    `update reservation_places set institution_code = (select institution_code from institutions where is_demo)
      where reservation_number = $`,
  ],
  ['notes', 'is of an anonymous person', noteOf(`''`)],
  [
    'notes',
    'has no patient number',
    `update reservations set patient_number = 'K-1' where reservation_number = $; ${noteOf('folded_kana')}`,
  ],
  [
    'sendings',
    'is not outdated',
    `insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, at)
     values ('${HOSPITAL}', $, '2026-11-18', '2030-12-01', '{course}', 'x', now())`,
  ],
  [
    'institutions',
    'mail wishes of',
    `insert into mail_wishes values ('99999999', 'a@example.jp', true, now(), 'link')`,
  ],
  ['institutions', 'its route is missing', `delete from institution_routes where institution_code = '${HOSPITAL}'`],
];

test('there is such a row for each of them', () => {
  expect(INVARIANTS.map(({ name }) => name).toSorted()).toEqual([...new Set(BROKEN.map(([name]) => name))].toSorted());
});

test.each(BROKEN)('%s: one wrong row is found and reported (%s)', async (name, example, statement) => {
  const undo = new Error('undo');
  const fill = (text: string) => text.replaceAll('$', String(number));
  const breaking = service.admin.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    for (const each of fill(statement).split(';')) await sql.raw(each).execute(db);
    const found = await findViolations(async (text) => (await sql.raw<object>(text).execute(db)).rows, [name]);
    const violation = found.find((each) => each.name === name);
    expect(violation?.count).toBeGreaterThan(0);
    expect(violation?.examples.join('\n')).toContain(fill(example));
    expect(reportOn(found)).toContain(`WRONG ${name}`);
    expect(reportOn(found)).toContain(violation?.examples[0]);
    throw undo;
  });
  await expect(breaking).rejects.toBe(undo);
});
