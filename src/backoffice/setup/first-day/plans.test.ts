// How the guide's marks are found: by the institution's keys, and never in what grows with reservations.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { planOf, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { SETUP_STATE } from './read-setup-state.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
  // Others have much, and so has this one: three years of places, and a course for each of many societies.
  await sql`
    insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity)
    select ${HOSPITAL}, frame, date '2027-05-01' + n, slot, 1
      from generate_series(1, 1000) n, unnest(array['0001', '0002']) frame, unnest(array['09', '10']) slot`.execute(
    service.db,
  );
  await sql`
    insert into calendar_days select ${HOSPITAL}, date '2027-05-01' + n, 'closed' from generate_series(1, 1000) n`.execute(
    service.db,
  );
  await sql`
    insert into clients (institution_code, client_code, name, age_basis)
    select ${HOSPITAL}, (40000000 + n)::text, '団体', 'visit_day' from generate_series(1, 300) n`.execute(service.db);
  await sql`
    insert into courses (institution_code, client_code, fiscal_year, course_code, name, published, registration_from, registration_to)
    select ${HOSPITAL}, client_code, 2026, '0001', 'コース', true, '2026-04-01', '2027-03-31'
      from clients where client_code like '4%'`.execute(service.db);
  for (const [table, more] of [
    ['course_prices', '1'],
    ['course_frames', `'0001'`],
  ] as const) {
    await sql`
      insert into ${sql.table(table)}
      select institution_code, client_code, fiscal_year, course_code, '01', null, null, 0, 999, ${sql.raw(more)}
        from courses where client_code like '4%'`.execute(service.db);
  }
  await settle(service.admin);
});
afterAll(() => service.close());

test.each(['force_generic_plan', 'force_custom_plan'] as const)('the marks, %s', async (mode) => {
  const nodes = await planOf(service.db, mode, SETUP_STATE, [HOSPITAL, '2026-11-15', 2026, 'clinic01']);
  const read = new Set(nodes.flatMap((node) => node['Relation Name'] ?? []));
  for (const table of ['reservations', 'reservation_places', 'live_counts', 'examinees'])
    expect(read).not.toContain(table);
  const places = nodes.filter((node) => node['Relation Name'] === 'frame_capacities');
  expect(places.length).toBeGreaterThan(0);
  for (const node of places) {
    expect(node['Node Type']).toMatch(/^Index/);
    expect(node['Index Cond']).toMatch(/institution_code.*frame_code.*visit_date/);
  }
  for (const node of nodes.filter((one) => one['Relation Name'] === 'calendar_days' && one['Index Name'])) {
    expect(node['Index Cond']).toContain('institution_code');
  }
});
