// How a person is found by name: through the index that has the names, and the table only for those that fit.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#db/query.ts';
import { EXPLAIN, type Explained, nodesOf } from '#tests/kit/plans.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { BY_NAME } from './server-find.ts';

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
    insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
      price_condition_code, visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display,
      prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, created_at,
      updated_at)
    select institution_code, examinee_id, 'confirmed', false, 2026, client_code, course_code, price_condition_code,
           visit_date + n, slot_code, client_name, course_name, 0, 0, tax_display, prices_shown, family_name, given_name,
           family_kana, 'ハナコ' || n % 900, birth_date, age, sex, mail, true, created_at, updated_at
      from reservations, generate_series(1, 4000) as n`.execute(service.db);
  await sql`vacuum analyze`.execute(service.db);
});
afterAll(() => service.close());

test.each(['force_custom_plan', 'force_generic_plan'])('%s: no table is gone through', async (mode) => {
  await service.db.transaction().execute(async (db) => {
    await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(db);
    const nodes = nodesOf(await query<Explained>(`${EXPLAIN} ${BY_NAME}`)(db, HOME, 'ケンシンハナコ7', '1980-01-01'));
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    const byWords = nodes.find((node) => node['Index Name'] === 'reservations_by_words');
    expect(byWords).toMatchObject({ 'Node Type': 'Index Only Scan' });
    expect(byWords?.['Index Cond']).toContain('institution_code');
  });
});
