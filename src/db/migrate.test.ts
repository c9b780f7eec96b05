// What a start does to a database that it finds, and what it leaves alone.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';

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
const told = async () => (await client.query('select tell() as n')).rows[0].n;
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
  expect(await told()).toBe(2);
  expect(await start()).toEqual([]);
});

test('all functions or none', async () => {
  await start();
  const before = await journal();
  write('functions/visits.sql', functionTelling(2));
  write('functions/wrong.sql', 'create function of nothing');
  await expect(start()).rejects.toThrow(/functions\/wrong\.sql failed: syntax error/);
  expect([await told(), await journal()]).toEqual([1, before]);
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
  expect([await told(), await journal()]).toEqual([1, before]);
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
