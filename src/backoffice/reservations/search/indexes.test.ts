// Which index each condition of the extraction is answered by: every one begins with the institution.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPLAIN, type Explained, nodesOf, type PlanNode, settle } from '#tests/kit/plans.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { type Conditions, NO_CONDITIONS } from './contract.ts';
import { selectNumbers } from './server.ts';

const HOME = '50000001';
const AWAY = '50000002';
const EACH = 8_000;
const FRAMES = 20;
/** What no CSV file has yet; the others have never made one. */
const PENDING = 200;

let service: TestService;

/** Reservations of two institutions, spread over three years; a few columns matter here. */
beforeAll(async () => {
  service = await startTestService();
  for (const code of [HOME, AWAY]) {
    await service.openInstitution(code, code === HOME ? 'clerk001' : 'clerk002');
    const own = { institution_code: code };
    await service.db
      .insertInto('frames')
      .values(
        Array.from(
          { length: FRAMES },
          (_, n) =>
            ({
              ...own,
              frame_code: String(n + 1).padStart(4, '0'),
              name: '枠',
              managed_by: 'day',
              counted_as: 'persons',
            }) as const,
        ),
      )
      .execute();
    await putReservation(service.db, code, { visitDate: '2026-11-02', slotCode: '01', startMinute: 540 });
    await sql`
      insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
        price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
        tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
        patient_number, company_name, created_at, updated_at)
      select institution_code, examinee_id,
        case n % 100 when 0 then 'new' when 1 then 'replaced_confirmed' else 'confirmed' end, desired,
        2024 + n % 3, lpad((n % 50)::text, 8, '0'), course_code, price_condition_code,
        date '2024-04-01' + n % 1095, slot_code, start_minute, 'クライアント' || n % 50, course_name, 0, 0, tax_display, prices_shown,
        '姓' || n % 500, '名', 'セイ' || n % 500, 'メイ', birth_date, age, sex, mail, accepts_mail,
        case when n % 4 = 0 then 'P' || n else '' end, '会社' || n % 300,
        timestamptz '2024-03-01' + n % 1000 * interval '1 day', timestamptz '2024-03-01' + n % 1000 * interval '1 day'
        from reservations, generate_series(1, ${sql.lit(EACH)}) n where institution_code = ${code}`.execute(service.db);
    await sql`
      insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
      select institution_code, reservation_number, lpad((1 + reservation_number % ${sql.lit(FRAMES)})::text, 4, '0'), visit_date, 'ZZ', 1, false
        from reservations where institution_code = ${code}`.execute(service.db);
    await sql`
      insert into reservation_options (institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount)
      select institution_code, reservation_number, 1, '0001', lpad((1 + reservation_number % 40)::text, 4, '0'), '01', 'o', 0
        from reservations where institution_code = ${code}`.execute(service.db);
  }
  await sql`
    delete from csv_pending where institution_code = ${HOME} and reservation_number >= ${sql.lit(PENDING)} +
      (select min(reservation_number) from reservations where institution_code = ${HOME})`.execute(service.db);
  await settle(service.admin);
});
afterAll(() => service.close());

async function explain(given: Partial<Conditions>): Promise<PlanNode[]> {
  const { sql: text, parameters } = selectNumbers(service.db, HOME, { ...NO_CONDITIONS, ...given }, 100_000).compile();
  const values = parameters.map((value) =>
    typeof value === 'string' ? `'${value}'` : value instanceof Date ? `'${value.toISOString()}'` : value,
  );
  const filled = text.replaceAll(/\$(\d+)/g, (_, n) => String(values[Number(n) - 1]));
  const { rows } = await sql<Explained>`${sql.raw(`${EXPLAIN} ${filled}`)}`.execute(service.db);
  return nodesOf(rows);
}

test.each<[string, Partial<Conditions>, string | RegExp]>([
  ['visit days', { visitFrom: '2026-11-01', visitTo: '2026-11-30' }, 'reservations_by_visit'],
  [
    'days of registration',
    { registeredFrom: '2026-11-01', registeredTo: '2026-11-07' },
    'reservations_by_registration',
  ],
  ['days of change', { updatedFrom: '2026-11-01', updatedTo: '2026-11-07' }, 'reservations_by_update'],
  ['the number', { number: 100_000_005 }, /^reservations_(pkey|by_words)$/],
  ['the client', { clientCode: '00000007' }, 'reservations_by_client'],
  ['the client in a year', { clientCode: '00000007', fiscalYear: 2025 }, 'reservations_by_client'],
  ['the patient number', { patientNumber: 'P400' }, 'reservations_by_patient'],
  ['kana', { kana: 'イ49' }, 'reservations_by_words'],
  ['the name', { name: '姓49' }, 'reservations_by_words'],
  ['the company', { companyName: '社29' }, 'reservations_by_words'],
  ['the insurer', { insurerName: 'アント4' }, 'reservations_by_words'],
  ['the symbol', { cardSymbol: '12' }, 'reservations_by_words'],
  ['what is to be done', { statuses: ['new'] }, 'reservations_outstanding'],
  ['what was replaced', { statuses: ['replaced_unconfirmed', 'replaced_confirmed'] }, 'reservations_replaced'],
  ['what no file has yet', { downloadStatuses: ['new', 'changed'] }, 'csv_pending_pkey'],
  ['the frame', { frameCode: '0003' }, 'reservation_places_by_frame'],
  ['an option', { groupCode: '0001', optionCode: '0007' }, 'reservation_options_by_option'],
])('by %s', async (_what, given, index) => {
  const nodes = await explain(given);
  const used = nodes.flatMap((node) => node['Index Name'] ?? []);
  expect(used).toContainEqual(typeof index === 'string' ? index : expect.stringMatching(index));
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  for (const node of nodes.filter((each) => each['Index Name']))
    expect(node['Index Cond']).toContain('institution_code');
});

test('what no file has yet is read without touching the table that keeps it', async () => {
  const nodes = await explain({ downloadStatuses: ['new', 'changed'] });
  const pending = nodes.filter((node) => node['Relation Name'] === 'csv_pending');
  expect(pending.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
});

test('parts of words are found without touching the table', async () => {
  const nodes = await explain({ kana: 'イ49', companyName: '社' });
  expect(nodes.map((node) => node['Node Type'])).toContain('Index Only Scan');
});
