// How the pages of the access log are found, on enough rows for that to matter: along an index, as many as are shown.
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Explained, loadRows, nodesOf, type PlanNode, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import type { LogFilters } from './contract.ts';
import { selectEntries } from './server.ts';

const HOUSE = '10000001';
const ROWS = 100_000;
const NO_FILTERS: LogFilters = { from: null, to: null, userId: '', act: null, outcome: null, number: '' };
/** Behind nearly all of them. */
const OLD = { at: '2026-01-01 00:30:00.000000', entryId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const rows = sql`
    insert into access_log (institution_code, at, actor_kind, user_id, act, subject)
    select case when n % 10 = 0 then '10000002' else ${HOUSE} end, timestamptz '2026-01-01T00:00:00Z' + n * interval '10 s',
           'staff', 'staff00' || n % 10, case when n % 3 = 0 then '11' else '12' end,
           case when n % 3 = 0 then '' else (100000000 + n % 5000)::text end
      from generate_series(1, ${ROWS}) as n`;
  await loadRows(service.db, rows);
  await settle(service.admin);
});
afterAll(() => service.close());

interface Ran extends PlanNode {
  'Actual Rows': number;
}

/** What was read of the table, and how. */
async function scanOf(filters: Partial<LogFilters>, order: 'asc' | 'desc', beyond: typeof OLD | null) {
  const most = 101;
  const query = selectEntries(service.db, HOUSE, { ...NO_FILTERS, ...filters }, { order, beyond, most }).compile();
  const text = `explain (analyze, format json) ${query.sql}`;
  const { rows } = await service.db.executeQuery<Explained>(CompiledQuery.raw(text, [...query.parameters]));
  const nodes = nodesOf(rows) as Ran[];
  expect(nodes.filter((node) => /Sort|Seq Scan/.test(node['Node Type']))).toEqual([]);
  const scan = nodes.find((node) => node['Index Name']);
  return [scan?.['Index Name'], scan?.['Actual Rows']];
}

test('given a million rows, when the oldest page is asked for by 古い100件, then its plan is an index scan of 100 rows', async () => {
  expect(await scanOf({}, 'desc', null)).toEqual(['access_log_pkey', 101]);
  expect(await scanOf({}, 'desc', OLD)).toEqual(['access_log_pkey', 101]);
  expect(await scanOf({}, 'asc', OLD)).toEqual(['access_log_pkey', 101]);
});

test.each<[Partial<LogFilters>, string, number]>([
  [{ userId: 'staff001' }, 'access_log_by_user', 19],
  [{ act: 'look' }, 'access_log_by_act', 101],
  [{ number: '100000001' }, 'access_log_by_subject', 1],
])('by %j: along its index', async (filters, index, count) => {
  const [name, read] = await scanOf(filters, 'desc', OLD);
  expect(name).toBe(index);
  expect(read).toBeLessThanOrEqual(count);
});
