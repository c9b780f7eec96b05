// How the hourly work finds what is due: along indexes that start with the institution, no further than a step is long.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '#db/query.ts';
import { EXPLAIN, type Explained, nodesOf, settle } from '#tests/kit/plans.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { COUNT_DUE } from './policies.ts';
import { DROP_FILE_ROWS, DROP_MAILS, EMPTY_MAILS, EMPTY_NOTICES, NEXT_VISITS } from './retention-tables.ts';

const HOME = '10000001';
const GROWING = ['reservations', 'outbox_mails', 'notices', 'csv_download_rows', 'access_log'];

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  for (const [code, userId] of [
    [HOME, 'clinic01'],
    ['10000002', 'clinic02'],
  ] as const) {
    await service.openInstitution(code, userId);
    await putReservation(service.db, code, { visitDate: '2016-01-01', slotCode: '01', startMinute: 540 });
  }
  await sql`
    insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display,
      prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, created_at,
      updated_at)
    select institution_code, examinee_id, 'confirmed', false, 2026, client_code, course_code, price_condition_code,
           visit_date + n, slot_code, client_name, course_name, 0, 0, tax_display, prices_shown, family_name, given_name,
           family_kana, given_kana, birth_date, age, sex, mail, true, created_at, updated_at
      from reservations, generate_series(1, 4000) as n`.execute(service.db);
  await sql`
    insert into outbox_mails (institution_code, mail_id, message_id, kind, reservation_number, sender, recipient, subject, body,
                              state, next_attempt_at, created_at)
    select institution_code, gen_random_uuid(), '<x>', 'booked', reservation_number, '', mail, '件名', '本文', 'sent',
           visit_date, visit_date from reservations`.execute(service.db);
  await sql`
    insert into csv_download_rows (institution_code, reservation_number, download_id, version)
    select institution_code, reservation_number, n, 1 from reservations, generate_series(1, 3) as n`.execute(
    service.db,
  );
  await sql`
    insert into notices (institution_code, notice_id, request_id, content_hash, at, administrator_id, title, told_title, body, source)
    select institution_code, gen_random_uuid(), reservation_number, '', visit_date, '', '件名', '件名',
           case when visit_date > '2026-10-01' then '本文' else '' end, '' from reservations`.execute(service.db);
  await sql`
    insert into access_log (institution_code, at, actor_kind, act)
    select institution_code, visit_date, 'service', '43' from reservations`.execute(service.db);
  await settle(service.admin);
});
afterAll(() => service.close());

const ZERO = '00000000-0000-0000-0000-000000000000';
const STATEMENTS = {
  visits: [NEXT_VISITS, [HOME, '2018-01-01', 0, '2021-11-15', 500], ['reservations_by_visit']],
  'texts of mails': [
    EMPTY_MAILS,
    [HOME, '2018-01-01', ZERO, '2026-08-01', 500],
    ['outbox_mails_by_age', 'outbox_mails_pkey'],
  ],
  mails: [DROP_MAILS, [HOME, '2018-01-01', 500], ['outbox_mails_by_age', 'outbox_mails_pkey']],
  'texts of notices': [EMPTY_NOTICES, [HOME, '2026-11-01', 500], ['notices_pkey', 'notices_with_text']],
  'rows of files': [DROP_FILE_ROWS, [HOME, 100000100, 0, 2, 500], ['csv_download_rows_pkey']],
} as const;

/** Planned for the values, or once for all, as the database sees fit. */
describe.each(['force_custom_plan', 'force_generic_plan'])('%s', (mode) => {
  test.each(Object.entries(STATEMENTS))('%s: by their index, from the place on', async (_, [text, values, indexes]) => {
    await service.db.transaction().execute(async (db) => {
      await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(db);
      const nodes = nodesOf(await query<Explained>(`${EXPLAIN} ${text}`)(db, ...values));
      const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
      expect(whole.filter((table) => GROWING.includes(table))).toEqual([]);
      const scans = nodes.filter((node) => node['Index Name'] !== undefined);
      for (const scan of scans) expect(scan['Index Cond']).toContain('institution_code');
      expect([...new Set(scans.map((scan) => scan['Index Name']))].sort()).toEqual(indexes);
    });
  });
});

test('what is due is counted from the place on that the work has come to', async () => {
  const nodes = nodesOf(
    await query<Explained>(`${EXPLAIN} ${COUNT_DUE}`)(service.db, HOME, '2017-01-01', '2016-03-01', '2016-03-01'),
  );
  const visits = nodes.find((node) => node['Index Name'] === 'reservations_by_visit');
  expect(visits?.['Index Cond']).toMatch(/visit_date < .*visit_date >= COALESCE/);
});
