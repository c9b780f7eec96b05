// Prepared statements: those that are declared, and none that outlives a change of the schema.
import { execFileSync } from 'node:child_process';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/transaction.ts';
import { holdLock } from '#tests/kit/held-lock.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from '#tests/torture/bench.ts';
import { bookAnyone, openRaceGround } from '#tests/torture/races.ts';
import type { Db } from './database.ts';
import { nameFor } from './prepared.ts';
import { query } from './query.ts';

const KEY = 7_310_003;
/** What waits this long is passed by on another connection. */
const SLOW_MS = 10;

let service: TestService;
let db: Db;
beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T12:00:00+09:00' });
  db = service.db;
});
afterAll(() => service?.close());

const ROOT = new URL('../../', import.meta.url);
const NAME_ELSEWHERE = `
  const { declare, nameFor } = await import('#db/prepared.ts');
  for (const text of process.argv.slice(1).reverse()) declare('before ' + text), declare(text);
  for (const text of process.argv.slice(1)) console.log(nameFor(text));`;

const askOnce = async <R>(text: string) => (await db.executeQuery<R>(CompiledQuery.raw(text))).rows;
const ask = <R>(text: string, on = db) => query<R>(text)(on);
const isPrepared = async (text: string) => {
  const rows = await askOnce<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.some(({ statement }) => statement === text);
};

test('a declared text is prepared, on the connections that run it; one that is put together is not', async () => {
  const [declared, together] = ['select 1 as declared', 'select 1 as put_together'];
  const run = query(declared);
  expect(await isPrepared(declared)).toBe(false);
  await run(db);
  for (const _ of [1, 2, 3]) await askOnce(together);
  expect(await isPrepared(declared)).toBe(true);
  expect(await isPrepared(together)).toBe(false);
});

test('its name is its text alone, so nothing else is ever run under it; and the database does not cut it off', async () => {
  const texts = ['select 1 as one_of_two', 'select 1 as two_of_two'];
  for (const text of texts) await ask(text);
  const rows = await askOnce<{ name: string; statement: string }>('select name, statement from pg_prepared_statements');
  const nameOf = (text: string) => rows.find(({ statement }) => statement === text)?.name;
  expect(texts.map(nameOf)).toEqual(texts.map(nameFor));
  // As another process would name it, whatever it has declared before.
  const [, other] = execFileSync(process.execPath, ['--input-type=module', '-e', NAME_ELSEWHERE, ...texts], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n');
  expect(other).toBe(nameOf('select 1 as two_of_two'));
});

test('while many are under way at once, each gets its own answer', async () => {
  const values = Array.from({ length: 1500 }, (_, index) => (index * 7) % 500);
  const answers = await Promise.all(values.map((value) => askOnce<{ it: number }>(`select ${value} as it`)));
  expect(answers.map(([row]) => row?.it)).toEqual(values);
});

test('a statement that fails while it is prepared harms none that follow it', async () => {
  const text = 'select n from comes_later';
  const before = await Promise.allSettled(Array.from({ length: 20 }, () => ask(text)));
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await sql`create table comes_later (n int)`.execute(service.admin);
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(text)))).toEqual(Array(20).fill([]));
});

test('when a table changes under a prepared statement, it is asked again, on every kind of connection', async () => {
  await sql`create table changing (a int)`.execute(service.admin);
  await sql`insert into changing values (1)`.execute(db);
  const all = () => Promise.all(Array.from({ length: 40 }, () => ask('select * from changing')));
  const within = () => inTransaction(db, (transaction) => ask('select * from changing', transaction));
  const several = () => Promise.all(Array.from({ length: 8 }, within));
  // So that there are several connections, and each has prepared it.
  const lock = await holdLock(service.connection, KEY);
  const slow = sql`select pg_advisory_xact_lock_shared(${KEY})`.execute(db);
  await lock.untilWaiting(1, SLOW_MS);
  for (const _ of [1, 2, 3]) await Promise.all([all(), several()]);
  await lock.release();
  await slow;
  const pidsOf = async () => {
    const pid = async (on: Db) => (await ask<{ pid: number }>('select pg_backend_pid() as pid', on))[0]?.pid;
    return [await pid(db), await db.transaction().execute(pid)];
  };
  const before = await pidsOf();

  await sql`alter table changing add column b text default 'new'`.execute(service.admin);
  for (const rows of await all()) expect(rows).toEqual([{ a: 1, b: 'new' }]);
  for (const rows of await several()) expect(rows).toEqual([{ a: 1, b: 'new' }]);
  // One connection has found out, and all that were opened before are replaced.
  for (const pid of await pidsOf()) expect(before).not.toContain(pid);
});

test('statements that were thrown away behind our back are prepared again', async () => {
  const text = 'select 5 as thrown_away';
  for (const _ of [1, 2, 3]) await ask(text);
  await askOnce('deallocate all');
  expect(await Promise.all([ask(text), ask(text)])).toEqual([[{ thrown_away: 5 }], [{ thrown_away: 5 }]]);
});

test('a newer server adds a column to every table: this one goes on, bookings too', async () => {
  const token = await service.openInstitution('10000001', 'clerk001');
  const bench = await openBench(service.connection);
  try {
    await openRaceGround(bench, '60000001', 50);
    const everything = async () => {
      const answers = await Promise.all([
        bench.post('/api/MasterWWAKU/List', {}, token),
        bench.post('/api/MasterWWAKU/Register', { wknm: '枠', krkb: '1', ccd1: '1' }, token),
        bench.post('/api/MasterWJGYO/List', {}, token),
        bench.post('/api/MasterWIRKN/FirstDisplay', {}, token),
        bookAnyone(bench, '60000001', '2026-12-01'),
      ]);
      return answers.map(({ body }) => body.errorCode);
    };
    for (let turn = 0; turn < 12; turn++) expect(await everything()).toEqual([0, 0, 0, 0, 0]);
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
    for (const { name } of rows) {
      await sql`alter table ${sql.table(name)} add column of_a_newer_server text not null default 'x'`.execute(
        service.admin,
      );
    }
    for (let turn = 0; turn < 12; turn++) expect(await everything()).toEqual([0, 0, 0, 0, 0]);
    const due = await ask<{ mail_id: string }>(`
      select mail_id from take_mails_in_turn('2027-01-01', '2027-01-01', '2027-01-02', '2027-01-03', 1, '', '{}', true)`);
    expect(due).toHaveLength(1);
  } finally {
    await bench.close();
  }
});
