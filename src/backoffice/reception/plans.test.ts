// How a day of the reception is read: one statement along the visits of the day, on enough rows for that to matter.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#db/query.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { EXPLAIN, type Explained, nodesOf, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { DAY, readStored } from './server-day.ts';

const [DAYS, A_DAY] = [30, 300];
const GROWING = ['reservations', 'reception_marks', 'reservation_options', 'csv_download_rows'];

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
  await sql`
    insert into reservations (institution_code, reservation_number, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
      tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
      created_at, updated_at)
    select ${HOSPITAL}, 200000000 + n, 'confirmed', false, 2026, '00000000', '0001', '01', date '2026-11-15' - n / ${A_DAY},
           '09', 540, '個人', 'コース', 0, 0, 'included', true, '健診', '太郎', 'ケンシン' || n % 6000, 'タロウ',
           '1970-01-01', 50, 'male', 'old@example.jp', true, now(), now()
      from generate_series(0, ${DAYS * A_DAY - 1}) as n`.execute(service.db);
  await sql`
    insert into reservation_options (institution_code, reservation_number, position, group_code, option_code, condition_code,
                                     name, amount)
    select institution_code, reservation_number, 1, '0001', '0001', '01', 'オプション', 0 from reservations`.execute(
    service.db,
  );
  await sql`
    insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
    select institution_code, reservation_number, visit_date, 'arrived', now(), 'clerk001' from reservations
     where reservation_number % 2 = 0`.execute(service.db);
  await sql`
    insert into csv_download_rows (institution_code, reservation_number, download_id, version)
    select institution_code, reservation_number, 1, 1 from reservations`.execute(service.db);
  await settle(service.db);
});
afterAll(() => service.close());

test('everything that grows is read by indexes, the day itself along its visits', async () => {
  const nodes = nodesOf(await query<Explained>(`${EXPLAIN} ${DAY}`)(service.db, HOSPITAL, '2026-11-10', null));
  const whole = nodes.filter(
    (node) => node['Node Type'] === 'Seq Scan' && GROWING.includes(node['Relation Name'] ?? ''),
  );
  expect(whole.map((node) => node['Relation Name'])).toEqual([]);
  const byVisit = nodes.filter((node) => node['Index Name'] === 'reservations_by_visit');
  // Once for the version, and once for the rows.
  expect(byVisit.length).toBe(2);
  for (const node of byVisit) expect(node['Index Cond']).toContain('visit_date');
  const named = new Set(nodes.map((node) => node['Index Name']).filter(Boolean));
  expect(named).toContain('reservations_by_person');
});

test('300 rows come quickly, and what a desk has already more quickly still', async () => {
  const time = async (version: string | null) => {
    const times: number[] = [];
    for (let round = 0; round < 12; round++) {
      const start = performance.now();
      await readStored(service.db, HOSPITAL, '2026-11-10', version);
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[3] ?? 0;
  };
  const day = await readStored(service.db, HOSPITAL, '2026-11-10');
  expect(day?.rows).toHaveLength(A_DAY);
  const [list, same] = [await time(null), await time(day?.version ?? '')];
  expect(same).toBeLessThan(list);
});
