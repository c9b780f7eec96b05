// How a person is found: through the indexes of names, numbers and addresses, and the table only for those that fit.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PlanMode, planOf, settle } from '#tests/kit/plans.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { ACCESSES } from './server.ts';
import { BY_MAIL, BY_NAME, BY_NUMBER, WITHOUT_ACCOUNT } from './server-person.ts';

const HOME = '10000001';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(HOME, 'clinic01');
  await service.openInstitution('10000002', 'clinic02');
  for (const code of [HOME, '10000002']) {
    await putReservation(service.db, code, { visitDate: '2016-01-01', slotCode: '01', startMinute: 540 });
  }
  await sql`
    insert into examinees (institution_code, mail)
    select code, 'hanako' || n || '@example.jp'
      from unnest(array[${HOME}, '10000002']) as code, generate_series(1, 4000) as n`.execute(service.db);
  await sql`
    insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display,
      prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, patient_number,
      created_at, updated_at)
    select r.institution_code, case when n % 3 > 0 then e.examinee_id end, 'confirmed', false, 2026, r.client_code, course_code, price_condition_code,
           visit_date + n, slot_code, client_name, course_name, 0, 0, tax_display, prices_shown, r.family_name, r.given_name,
           r.family_kana, 'ハナコ' || n % 900, r.birth_date, age, r.sex, e.mail, true,
           case when n % 4 > 0 then 'K-' || n % 900 else '' end, r.created_at, r.updated_at
      from reservations r, generate_series(1, 4000) as n
      join examinees e on e.mail = 'hanako' || n || '@example.jp'
     where e.institution_code = r.institution_code`.execute(service.db);
  await sql`
    insert into access_log (institution_code, at, actor_kind, act, subject, numbers)
    select ${HOME}, timestamptz '2026-01-01' + n * interval '1 minute', 'staff', '11',
           case when n % 2 = 0 then (100000000 + n % 3000)::text else '' end,
           case when n % 2 = 1 then array(select 100000000 + (n * 7 + k) % 6000 from generate_series(1, 20) as k) end
      from generate_series(1, 40000) as n`.execute(service.db);
  // How large an institution is, the database can't tell for whatever may be asked.
  await sql`
    insert into reservations (institution_code, status, desired, fiscal_year, client_code, course_code, price_condition_code,
      visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display, prices_shown, family_name,
      given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, created_at, updated_at)
    select (51000000 + n)::text, status, desired, fiscal_year, client_code, course_code, price_condition_code, visit_date,
           slot_code, client_name, course_name, 0, 0, tax_display, prices_shown, family_name, given_name, family_kana,
           given_kana, birth_date, age, sex, mail, true, created_at, updated_at
      from (select * from reservations where institution_code = ${HOME} limit 40) as r, generate_series(1, 200) as n`.execute(
    service.db,
  );
  await settle(service.admin);
});
afterAll(() => service.close());

const WAYS: readonly [string, string, readonly unknown[], readonly string[]][] = [
  ['by name', BY_NAME, ['ケンシンハナコ7', '1980-01-01'], ['reservations_by_person']],
  ['by number', BY_NUMBER, [100_000_007], ['reservations_by_person', 'reservations_pkey']],
  [
    'by mail',
    BY_MAIL,
    ['hanako7@example.jp'],
    ['reservations_by_examinee', 'reservations_by_mail', 'reservations_by_person'],
  ],
  ['what has no account', WITHOUT_ACCOUNT, ['ケンシンハナコ7', '1980-01-01'], ['reservations_by_person']],
];

const MODES: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];

describe.each(MODES)('%s', (mode) => {
  test.each(WAYS)('%s: no table is gone through', async (_what, text, values, indexes) => {
    const nodes = await planOf(service.db, mode, text, [HOME, ...values]);
    const scans = nodes.filter((node) => node['Index Name']?.startsWith('reservations_'));
    const read = new Set(scans.map((node) => node['Index Name']));
    // There are two indexes by number.
    read.delete('reservations_by_words') && read.add('reservations_pkey');
    expect([...read].sort()).toEqual(indexes);
    for (const { 'Index Cond': condition } of scans) expect(condition).toMatch(/institution_code = .* = /);
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'reservations');
    expect(whole).toEqual([]);
  });

  test('who has seen a person is found by key, in the lists too', async () => {
    const nodes = await planOf(service.db, mode, ACCESSES, [HOME, [100_000_007], ['100000007'], null, null]);
    const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
    expect([...indexes].sort()).toEqual(['access_log_by_number', 'access_log_by_subject']);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });
});
