// What a start does to a database that it finds, and what it leaves alone.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';

/** Those that grow with reservations. */
const BIG = [
  'access_log',
  'csv_downloads',
  'examinee_credentials',
  'examinees',
  'notice_recipients',
  'outbox_mails',
  'reservation_history',
  'reservation_options',
  'reservation_places',
  'reservations',
];
const OWN = `migrate_${process.pid}`;
const connection = () => ({ ...inject('database'), database: OWN });

let folder: string;
let admin: pg.Client;
let client: pg.Client;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-migrations-'));
  mkdirSync(path.join(folder, 'functions'));
  admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${OWN}`);
  client = new pg.Client(connection());
  await client.connect();
  write('0001_visits.sql', 'create table visits (n integer)');
  write('functions/visits.sql', functionTelling(1));
});

afterEach(async () => {
  await client.end();
  await admin.query(`drop database ${OWN} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
const functionTelling = (n: number) =>
  `create or replace function tell() returns integer language sql as 'select ${n}'`;
const start = () => migrate(connection(), pathToFileURL(`${folder}/`));
const readVersion = async () => (await client.query('select tell() as n')).rows[0].n;
const journal = async () => (await client.query('select * from schema_migrations order by name')).rows;

test('applies what is new, and nothing twice, however many servers start at once', async () => {
  const applied = await Promise.all([start(), start(), start(), start()]);
  expect(applied.flat()).toEqual(['0001_visits.sql', 'functions/visits.sql']);
  write('0002_more.sql', 'create table more (n integer)');
  expect(await start()).toEqual(['0002_more.sql']);
});

test('creates functions again when their text has changed', async () => {
  await start();
  write('functions/visits.sql', functionTelling(2));
  write('functions/other.sql', 'create or replace function other() returns void language sql as $$ $$');
  expect(await start()).toEqual(['functions/other.sql', 'functions/visits.sql']);
  expect(await readVersion()).toBe(2);
  expect(await start()).toEqual([]);
});

test('all functions or none', async () => {
  await start();
  const before = await journal();
  write('functions/visits.sql', functionTelling(2));
  write('functions/wrong.sql', 'create function of nothing');
  await expect(start()).rejects.toThrow(/functions\/wrong\.sql failed: syntax error/);
  expect([await readVersion(), await journal()]).toEqual([1, before]);
});

test('a server of the version before that starts again leaves the functions of the later one', async () => {
  await start();
  await client.query(
    `update schema_migrations set program = '99.10.0', checksum = 'of the later one' where name like 'f%'`,
  );
  await expect(start()).rejects.toThrow('newer than this program: it has version 99.10.0');
  await client.query(`update schema_migrations set program = '0.0.9' where name like 'f%'`);
  expect(await start()).toEqual(['functions/visits.sql']);
});

const SENTENCE = /earlier state of the program .* nothing in it was changed\. Export what matters .* empty/;

test('tables that were made by another text are refused and not touched', async () => {
  await start();
  const before = await journal();
  write('0001_visits.sql', 'create table visits (n integer, day date)');
  write('functions/visits.sql', functionTelling(2));
  await expect(start()).rejects.toThrow(SENTENCE);
  expect([await readVersion(), await journal()]).toEqual([1, before]);
});

test('so is the journal of migrations that no longer exist', async () => {
  await client.query('create table schema_migrations (name text primary key, checksum text, applied_at timestamptz)');
  await client.query(
    `insert into schema_migrations values ('0001_before.sql', 'x', now()), ('0026_last.sql', 'x', now())`,
  );
  const before = await journal();
  await expect(start()).rejects.toThrow(SENTENCE);
  const { rows } = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(['schema_migrations', 'schema_migrations_pkey']);
  expect(await journal()).toEqual(before);
});

test('a database that has all of it and more is newer', async () => {
  await start();
  await client.query(`insert into schema_migrations (name, checksum) values ('0009_later.sql', 'x')`);
  await expect(start()).rejects.toThrow('newer than this program: it has 0009_later.sql');
});

test('an index of a table at work is built beside those who write, and once more where that was broken off', async () => {
  await start();
  await client.query('insert into visits values (1), (1)');
  // What a build that fails leaves behind.
  const name = 'visits_by_n';
  await expect(client.query(`create unique index concurrently ${name} on visits (n)`)).rejects.toThrow(
    'could not create unique index',
  );
  write('0002_index.sql', `-- no transaction\ncreate index concurrently ${name} on visits (n);`);
  // Somebody who has written and goes on is waited for, and others write meanwhile.
  await client.query('begin');
  await client.query('insert into visits values (2)');
  const starting = start();
  const waits = `select count(*)::int as n from pg_stat_activity
    where datname = $1 and wait_event_type = 'Lock' and query like '%index concurrently%'`;
  await expect.poll(async () => (await admin.query(waits, [OWN])).rows[0].n, { timeout: 20_000 }).toBe(1);
  const other = new pg.Client(connection());
  await other.connect();
  await other.query('set lock_timeout = 1000; insert into visits values (3)');
  await other.end();
  await client.query('commit');
  expect(await starting).toEqual(['0002_index.sql']);
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = $1::regclass', [name]);
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a backfill commits after each batch, and goes on where it was broken off', async () => {
  await start();
  await client.query('insert into visits select generate_series(1, 10)');
  const upTo = (last: number, then: string) => `-- no transaction
    do $$ begin for i in 1..${last} loop update visits set n = -n where n = i; commit; end loop; ${then} end $$`;
  write('0002_backfill.sql', upTo(4, `raise exception 'broken off';`));
  await expect(start()).rejects.toThrow('0002_backfill.sql failed: broken off');
  expect((await client.query('select count(*)::int as n from visits where n < 0')).rows).toEqual([{ n: 4 }]);
  write('0002_backfill.sql', upTo(10, ''));
  expect(await start()).toEqual(['0002_backfill.sql']);
  expect((await client.query('select count(*)::int as n from visits where n < 0')).rows).toEqual([{ n: 10 }]);
});

test('since 1.0.0 an index of a table that may be big is built concurrently, and nothing goes through one in a transaction', () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const sinceRelease = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > '0011');
  const blocking = sinceRelease.flatMap((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll(/--.*$/gm, '');
    const created = [...sql.matchAll(/create table (\w+)/g)].map(([, table]) => table);
    const isBig = (table = '') => BIG.includes(table) && !created.includes(table);
    const found = [
      ...sql.matchAll(/create (?:unique )?index (?!concurrently)\w+ on (\w+)/g),
      ...(sql.includes('commit;') ? [] : sql.matchAll(/(?:update|delete from) (\w+)/g)),
    ];
    return found.filter(([, table]) => isBig(table)).map(([text]) => `${name}: ${text}`);
  });
  expect(sinceRelease.length).toBeGreaterThan(5);
  expect(blocking).toEqual([]);
});
