// How the lists and the tile find what is due, on enough rows for that to matter: along the visits and the days of sending.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { planOf, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { TILE_COUNTS } from '../status/read-counts.ts';
import { CHIPS, DUE, ROWS } from './server-list.ts';

const GROWING = ['reservations', 'reservation_options', 'sendings'];
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
  await sql`update institutions set sending_days = 14`.execute(service.db);
  await sql`update courses set sends = true where course_code = '0001'`.execute(service.db);
  await sql`update option_items set sends = true where option_code = '0006'`.execute(service.db);
  await sql`
    insert into reservations (institution_code, reservation_number, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
      tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
      created_at, updated_at)
    select ${HOSPITAL}, 200000000 + n, 'confirmed', false, 2026, '00000000', '0001', '01', date '2027-01-14' - n / 30,
           '09', 540, '個人', 'コース', 0, 0, 'included', true, '健診', '太郎', 'ケンシン' || n % 6000, 'タロウ',
           '1970-01-01', 50, 'male', 'old@example.jp', true, now(), now()
      from generate_series(0, 9999) as n`.execute(service.db);
  await sql`
    insert into reservation_options (institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount)
    select institution_code, reservation_number, 1, '0002', '0006', '01', 'オプション', 0 from reservations`.execute(
    service.db,
  );
  await sql`
    insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, at)
    select institution_code, reservation_number, visit_date - 14, visit_date, '{course}', 'x', now() from reservations
     where visit_date - 14 <= '2026-11-16'`.execute(service.db);
  await settle(service.admin);
});
afterAll(() => service.close());

test.each([
  ['the tile', TILE_COUNTS, ['2026-11-18', true], 'reservations_by_visit'],
  ['what is due', DUE, ['2026-11-18', '2026-12-02'], 'sendings_by_visit'],
  ['what was moved or cancelled', CHIPS, ['2026-11-18'], 'sendings_outdated'],
  ['the lists', CHIPS, ['2026-11-18'], 'sendings_by_day'],
  ['the rows', ROWS, [[200001500, 200001501]], 'sendings_pkey'],
])('%s: by indexes, each of which begins with the institution', async (_, text, values, index) => {
  const nodes = await planOf(service.db, 'force_generic_plan', text, [HOSPITAL, ...values]);
  const ofGrowing = nodes.filter((node) => GROWING.includes(node['Relation Name'] ?? ''));
  expect(ofGrowing.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
  for (const node of nodes.filter((one) => one['Index Cond'])) expect(node['Index Cond']).toContain('institution_code');
});
