// How the status page finds what it counts: by indexes that start with the institution, on enough rows for that to matter.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ranges } from '#backoffice/shared/contract-ranges.ts';
import { runBigRead } from '#db/database.ts';
import { query } from '#db/query.ts';
import { foldLiveCounts } from '#server/jobs.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { EXPLAIN, type Explained, nodesOf, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import {
  ALL_LIVE,
  CELLS,
  LIVE_BY_VISIT,
  OUTSTANDING_COUNTS,
  runSearch,
  searchStatement,
  TILE_COUNTS,
} from './read-counts.ts';

const RESERVATIONS = 10_000;
/** Three years of visits, registered 60 days before. */
const DAYS = 1_000;
const GROWING = [
  'reservations',
  'reservation_places',
  'live_counts',
  'frame_capacities',
  'csv_pending',
  'reception_marks',
];
/** What no CSV file has; others have as much. */
const PENDING = 2_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
  await sql`
    insert into examinees (institution_code, mail) values (${HOSPITAL}, 'old@example.jp')`.execute(service.db);
  await sql`
    insert into reservations (institution_code, reservation_number, examinee_id, status, desired, fiscal_year, client_code,
      course_code, price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount,
      total_amount, tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail,
      accepts_mail, created_at, updated_at)
    select ${HOSPITAL}, 200000000 + n, examinee_id, case when n % 100 = 0 then 'new' else 'confirmed' end, false, 2025,
           '00000000', '0001', '01', date '2026-11-15' - n % ${DAYS}, '09', 540, '個人', 'コース', 0, 0, 'included', true,
           '健診', '太郎', 'ケンシン', 'タロウ', '1970-01-01', 50, 'male', 'old@example.jp', true, day, day
      from generate_series(1, ${RESERVATIONS}) as n, examinees,
           lateral (select (date '2026-09-15' - n % ${DAYS})::timestamptz as day)`.execute(service.db);
  await sql`
    insert into reservation_places (institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held)
    select institution_code, reservation_number, frame, visit_date, slot_code, 1, false
      from reservations, unnest(array['0001', '0002']) as frame`.execute(service.db);
  await sql`
    delete from csv_pending where reservation_number > 200000000 + ${PENDING}::integer`.execute(service.db);
  await sql`
    insert into csv_pending select '79999999', reservation_number, 1 from reservations`.execute(service.db);
  await sql`
    insert into reception_marks
    select institution_code, reservation_number, visit_date, 'arrived', now(), 'clerk' from reservations
     where visit_date < '2026-11-15'`.execute(service.db);
  await foldLiveCounts(service.db);
  await settle(service.admin);
});
afterAll(() => service.close());

/** The indexes by which a statement reads the tables that grow with reservations; complains of whatever it reads otherwise. */
function indexesIn(rows: Explained[]): string[] {
  const nodes = nodesOf(rows);
  const whole = nodes.filter(
    (node) => node['Node Type'] === 'Seq Scan' && GROWING.includes(node['Relation Name'] ?? ''),
  );
  expect(whole.map((node) => node['Relation Name'])).toEqual([]);
  const scans = nodes.filter((node) => node['Index Name'] && !/^(frames|live_count_moves)/.test(node['Index Name']));
  for (const scan of scans) expect(scan['Index Cond']).toContain('institution_code');
  return [...new Set(scans.map((scan) => scan['Index Name'] ?? ''))].sort();
}

const indexesOf = async (text: string, ...values: unknown[]) =>
  indexesIn(await query<Explained>(`${EXPLAIN} ${text}`)(service.db, ...values));

const NO_RANGES: Ranges = {
  registeredFrom: null,
  registeredTo: null,
  updatedFrom: null,
  updatedTo: null,
  visitFrom: null,
  visitTo: null,
};
const searching = async (ranges: Partial<Ranges>) => {
  const explain = sql<Explained>`${sql.raw(EXPLAIN)} ${searchStatement(HOSPITAL, { ...NO_RANGES, ...ranges })}`;
  return indexesIn(await runBigRead(service.db, HOSPITAL, (db) => runSearch(db, explain)));
};

test('every index of these begins with the institution', async () => {
  const { rows } = await sql<{ name: string; first: string }>`
    select i.indexrelid::regclass::text as name, a.attname as first
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indrelid::regclass::text in (${sql.join([...GROWING, 'live_count_moves'])})`.execute(service.db);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ first }) => first !== 'institution_code')).toEqual([]);
});

test('the month: kept counts of its days, and each frame’s places', async () => {
  expect(await indexesOf(CELLS, HOSPITAL, '2026-11-01', '2026-11-30')).toEqual([
    'frame_capacities_pkey',
    'live_counts_pkey',
  ]);
});

test('what is outstanding: an index that holds nothing else', async () => {
  expect(await indexesOf(OUTSTANDING_COUNTS, HOSPITAL)).toEqual(['reservations_outstanding']);
});

test('the tiles: what is pending by its own key and without the reservations, who has come by the day', async () => {
  const rows = await query<Explained>(`${EXPLAIN} ${TILE_COUNTS}`)(service.db, HOSPITAL, '2026-11-14', true);
  expect(indexesIn(rows)).toEqual([
    'csv_pending_pkey',
    'reception_marks_pkey',
    'reservations_by_visit',
    'reservations_pkey',
  ]);
  const pending = nodesOf(rows).filter((node) => node['Relation Name'] === 'csv_pending');
  expect(pending.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
});

test('all live ones, and those of a range of visits: kept counts, none of the reservations', async () => {
  expect(await indexesOf(ALL_LIVE, HOSPITAL)).toEqual(['live_counts_pkey']);
  expect(await indexesOf(LIVE_BY_VISIT, HOSPITAL, '2026-10-01', '2026-10-31')).toEqual(['live_counts_pkey']);
});

test.each([
  [{ registeredFrom: '2026-07-01', registeredTo: '2026-07-07' }, 'reservations_by_registration'],
  [{ updatedFrom: '2026-07-01', updatedTo: '2026-07-07' }, 'reservations_by_update'],
  [{ registeredFrom: '2020-01-01', visitFrom: '2026-07-01', visitTo: '2026-07-01' }, 'reservations_by_visit'],
])('those in %j: the index of its narrowest days', async (ranges, index) => {
  expect(await searching(ranges)).toEqual(['reservation_places_pkey', index]);
});

test('those in a range that holds nearly all: the institution’s rows, but no whole table', async () => {
  expect(await searching({ registeredFrom: '2020-01-01' })).toHaveLength(2);
  expect(await searching({ updatedTo: '2030-01-01', visitFrom: '2020-01-01' })).toHaveLength(2);
});
