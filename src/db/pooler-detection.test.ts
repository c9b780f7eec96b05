// Behind a pool of connections: one that lends them by the session will do, one that lends them by the transaction is refused at once.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openConnectionPool, type PoolMode } from '#tests/kit/connection-pool.ts';
import { openDatabase } from './database.ts';
import { checkSchema, lockSchema, migrate } from './migrate.ts';
import { withWholeSession } from './pooler-detection.ts';
import { query } from './query.ts';

let database: string;
let admin: pg.Client;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
  database = `pooled_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${database}`);
});
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
});

async function through(mode: PoolMode, next?: 'last' | 'first') {
  const pool = await openConnectionPool(inject('database'), mode, next);
  cleanUp.push(() => pool.close());
  return { ...inject('database'), ...pool.address, database };
}

async function direct(): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('database'), database });
  await client.connect();
  cleanUp.push(() => client.end());
  return client;
}

const REFUSAL = /^DATABASE_URL leads to a pool that lends connections by the transaction, .*pool_mode = session/;

test.each(['last', 'first'] as const)(
  'one that lends by the transaction is refused before anything is changed, if the %s idle one is given',
  async (next) => {
    const connection = await through('transaction', next);
    // So that there are several, as behind a pool that is in use.
    const clients = [1, 2, 3].map(() => new pg.Client(connection));
    for (const client of clients) await client.connect();
    for (const client of clients) await client.query('begin');
    for (const client of clients) await client.query('rollback');
    for (const client of clients) await client.end();
    await expect(migrate(connection)).rejects.toThrow(REFUSAL);
    await expect(checkSchema(connection)).rejects.toThrow(REFUSAL);
    await expect(withWholeSession(connection, async () => 'done')).rejects.toThrow(REFUSAL);
    const { rows } = await (await direct()).query(`select from pg_class where relnamespace = 'public'::regnamespace`);
    expect(rows).toEqual([]);
  },
);

test('also where it has a single connection', async () => {
  await expect(migrate(await through('transaction'))).rejects.toThrow(REFUSAL);
});

test('behind one that lends by the session all works, and the lock of migrations does not stay behind', async () => {
  const connection = await through('session');
  expect(await migrate(connection)).not.toEqual([]);
  const { rows } = await (await direct()).query(`
    select from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`);
  expect(rows).toEqual([]);
  expect(await migrate(await through('session'))).toEqual([]);
  const count = query<{ institutions: number }>('select count(*)::int as institutions from institutions');
  // The second finds what the first has prepared, under the same names.
  for (const _ of [1, 2]) {
    const db = openDatabase(connection, 2);
    const answers = await Promise.all([count(db), db.transaction().execute((inside) => count(inside))]);
    expect(answers).toEqual([[{ institutions: 0 }], [{ institutions: 0 }]]);
    await db.destroy();
  }
}, 120_000);

test('who has to wait for another who changes the schema says so, and goes on', async () => {
  const connection = { ...inject('database'), database };
  const letGo = await lockSchema(await direct());
  const lines: string[] = [];
  const waiting = migrate(connection, undefined, (line) => lines.push(line));
  await expect.poll(() => lines).toEqual([expect.stringContaining('waiting for it')]);
  await letGo();
  expect(await waiting).not.toEqual([]);
  expect(lines.at(-1)).toMatch(/^the schema is free after \d/);
});
