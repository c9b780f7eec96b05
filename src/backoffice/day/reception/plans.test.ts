// How a day of the reception is read: along the visits of the day, on enough rows for that to matter.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { type PlanNode, planOf, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { ROWS, readRowsOf, readState, readVersion, STATE, VERSION } from './server-stored.ts';

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
  await settle(service.admin);
});
afterAll(() => service.close());

const whole = (nodes: readonly PlanNode[]) =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && GROWING.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name']);

test.each([
  ['the version', VERSION, []],
  ['what it is made of', STATE, []],
  ['the rows of everybody', ROWS, [null]],
  ['the rows of those who have moved', ROWS, [[200001500, 200001501]]],
])('%s: all that grows is read by indexes, the day itself along its visits', async (_, text, more) => {
  const nodes = await planOf(service.db, 'force_generic_plan', text, [HOSPITAL, '2026-11-10', ...more]);
  expect(whole(nodes)).toEqual([]);
  const byVisit = nodes.filter((node) => node['Index Name'] === 'reservations_by_visit');
  expect(byVisit.length).toBe(1);
  for (const node of byVisit) expect(node['Index Cond']).toContain('visit_date');
});

test('who has been here before is looked up by name', async () => {
  const nodes = await planOf(service.db, 'force_generic_plan', ROWS, [HOSPITAL, '2026-11-10', null]);
  expect(nodes.map((node) => node['Index Name'])).toContain('reservations_by_person');
});

test('300 rows come quickly, what moves them far more quickly, and whether anything has more quickly still', async () => {
  const time = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < 20; round++) {
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const { db } = service;
  const rows = await readRowsOf(db, HOSPITAL, '2026-11-10', null);
  expect(rows).toHaveLength(A_DAY);
  const [list, state, version] = [
    await time(() => readRowsOf(db, HOSPITAL, '2026-11-10', null)),
    await time(() => readState(db, HOSPITAL, '2026-11-10')),
    await time(() => readVersion(db, HOSPITAL, '2026-11-10')),
  ];
  expect(state).toBeLessThan(list / 2);
  expect(version).toBeLessThan(state);
});
