// Nobody sees or changes what is another's: marks in all that one institution has written, and everybody else sent through every
// call with the right codes of it.

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { loadDemo } from '#app/demo/ensure-demo.ts';
import { INSTITUTION as VICTIM } from '#app/demo/institution.ts';
import { buildHospital, HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { readTenantTables } from '#tests/statements/tenant-scans.ts';
import { randomOf } from '#tests/torture/random.ts';
import type { Call } from '#wire/call.ts';
import { type Caller, mayMake, openCallers, openStrangers } from './callers.ts';
import { readBody } from './judge.ts';
import { isPeoples, writeBehind, writtenColumns } from './marks.ts';
import { Known, RequestMaker } from './requests.ts';

const NOW = '2026-11-15T10:00:00+09:00';
/** Behind what the institution has written, and behind what is about people other than the one who attacks. */
const [HOUSE, PERSON] = ['甲印', '乙印'];
/** Requests of one caller to one call. */
const EACH = 2;

const calls = handlers.map(({ call }) => call);
const known = new Known();
const maker = new RequestMaker(randomOf(1), known);
let service: TestService;
let client: pg.Client;
let own: Caller[];
let others: Caller[];
let strangers: Caller[];
let attacker: Caller;
let attackerId: number;

beforeAll(async () => {
  service = await startTestService({ now: NOW, env: { REISSUE_ANSWER_MS: '0', LOGIN_FIRST_WAIT_MS: '0' } });
  const { db } = service;
  const now = () => new Date(NOW);
  await loadDemo(db, now());
  await buildHospital(db);
  const people = await db
    .selectFrom('reservations')
    .select(({ fn }) => ['examinee_id', fn.countAll().as('count')])
    .where('examinee_id', 'is not', null)
    .groupBy('examinee_id')
    .orderBy('count', 'desc')
    .limit(2)
    .execute();
  const ids = people.map(({ examinee_id }) => examinee_id ?? 0);
  attackerId = ids[1] ?? 0;
  const columns = await writtenColumns(db);
  await writeBehind(
    db,
    columns.filter((one) => !isPeoples(one)),
    VICTIM,
    HOUSE,
  );
  const about = ['reservations', 'examinees'];
  const persons = columns.filter((one) => isPeoples(one) && about.includes(one.table));
  await writeBehind(db, persons, VICTIM, PERSON, `examinee_id is distinct from ${attackerId}`);
  strangers = await openStrangers(db, VICTIM, now);
  own = await openCallers(db, { institutionCode: VICTIM, examineeIds: ids }, now);
  others = await openCallers(db, { institutionCode: HOSPITAL, examineeIds: [], clientCode: SOCIETY }, now);
  attacker = own.findLast(({ kind }) => kind === 'examinee')!;
  client = new pg.Client(service.connection);
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await service?.close();
});

async function send(call: Call, { token }: Caller, form: string): Promise<string> {
  const isInAddress = call.method === 'GET' || call.fromOutside;
  const response = await service.app.inject({
    method: call.method,
    url: isInAddress ? `${call.path}?${form}` : call.path,
    headers: {
      ...(isInAddress ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: isInAddress ? undefined : form,
  });
  return response.body;
}

/** Calls in which somebody saw one of the marks. */
async function whereSeen(
  callers: readonly Caller[],
  of: readonly Call[],
  marks: (call: Call) => string[],
  ircd?: string,
) {
  const seen = new Set<string>();
  for (const call of of) {
    for (const caller of callers) {
      for (let n = 0; n < EACH; n++) {
        const text = await send(call, caller, maker.right(call, ircd));
        if (marks(call).some((mark) => text.includes(mark))) seen.add(`${call.path} by ${caller.name}`);
        if (caller.institutionCode === VICTIM) known.learn(readBody(text));
        if (caller.open) caller.token = text.includes('"errorCode":15') ? await caller.open() : caller.token;
      }
    }
  }
  return [...seen];
}

/** Every row of the institution, table by table, as text. */
async function rowsOf(tables: Iterable<string>): Promise<Set<string>> {
  // The access log is written a little later than what it tells of.
  await service.readLog();
  const rows = new Set<string>();
  for (const table of tables) {
    const { rows: found } = await client.query<{ row: string }>(
      `select md5(t::text) as row from ${table} t where institution_code = $1`,
      [VICTIM],
    );
    for (const { row } of found) rows.add(`${table} ${row}`);
  }
  return rows;
}

/** What takes long by design is held to the HTTP server by the table of all calls. */
const isQuick = ({ effect }: Call) => effect !== 'attempts';

test('the institution itself sees its marks nearly everywhere: the requests are such as are answered', async () => {
  const reads = calls.filter((call) => (call.effect === 'read' || call.effect === 'bigRead') && isQuick(call));
  const staff = own.filter(({ role, isRestricted }) => role === 'manager' && !isRestricted);
  for (let round = 0; round < 2; round++) {
    const seen = await whereSeen([...staff, own.find(({ kind }) => kind === 'examinee')!], reads, () => [
      HOUSE,
      PERSON,
    ]);
    if (round > 0) expect(seen.length).toBeGreaterThan(40);
  }
});

test('nobody of another institution sees or changes anything of it, with the right codes of all of it', async () => {
  const tables = await readTenantTables(client);
  const before = await rowsOf(tables);
  // What is for anyone is told to anyone; what is about people is not.
  const marks = ({ who }: Call) => (who === 'anyone' ? [PERSON] : [HOUSE, PERSON]);
  const staff = others.filter(
    ({ role, kind, isRestricted }) => kind === 'handover' || (role === 'manager' && !isRestricted),
  );
  expect(await whereSeen(staff, calls.filter(isQuick), marks)).toEqual([]);
  expect(await whereSeen(staff, calls.filter(isQuick), marks, VICTIM)).toEqual([]);
  const after = await rowsOf(tables);
  expect([...before].filter((row) => !after.has(row))).toEqual([]);
  expect([...after].filter((row) => !before.has(row))).toEqual([]);
});

test("nobody sees or changes another person's reservations, logged in or not, with their right numbers", async () => {
  const persons = async () => {
    const { rows } = await sql<{ row: string }>`
      select r::text as row from reservations r where institution_code = ${VICTIM} and examinee_id is distinct from ${attackerId}
      union all select e::text from examinees e where institution_code = ${VICTIM} and examinee_id <> ${attackerId}
      union all select c::text from examinee_credentials c where institution_code = ${VICTIM} and examinee_id <> ${attackerId}`.execute(
      service.db,
    );
    return new Set(rows.map(({ row }) => row));
  };
  const before = await persons();
  const callers = [attacker, strangers[0]!];
  const open = calls.filter((call) => isQuick(call) && callers.some((caller) => mayMake(call, caller)));
  expect(await whereSeen(callers, open, () => [PERSON], VICTIM)).toEqual([]);
  const after = await persons();
  expect([...before].filter((row) => !after.has(row))).toEqual([]);
});
