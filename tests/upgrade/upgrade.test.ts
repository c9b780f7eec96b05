// From every release's data to today's: a backup that its program made of the demo is restored, led on and looked through.

import { hash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { checkSchema, migrate } from '#db/migrate.ts';
import { openBackup } from '#server/backup/records.ts';
import { restoreBackup } from '#server/backup/restore.ts';

const HERE = new URL('./', import.meta.url).pathname;
const MIGRATIONS = new URL('../../migrations/', import.meta.url).pathname;
const TABLES = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
const BACKUPS = readdirSync(HERE).filter((name) => name.endsWith('.backup'));

let connection: { host: string; port: number; user: string; database: string };
let admin: pg.Client;
beforeEach(async () => {
  admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
  const database = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${database} template template0`);
  connection = { ...inject('database'), database };
});
afterEach(async () => {
  await admin.query(`drop database ${connection.database} with (force)`);
  await admin.end();
});

test('there is a release to come from', () => expect(BACKUPS).not.toEqual([]));

test('what made the tables of a release is never edited: a change of them is a new file', () => {
  const released = readFileSync(`${HERE}released.sha256`, 'utf8').trimEnd().split('\n');
  const asTheyAre = TABLES.map((name) => `${hash('sha256', readFileSync(MIGRATIONS + name))}  migrations/${name}`);
  expect(asTheyAre.slice(0, released.length)).toEqual(released);
});

test.each(BACKUPS)(
  'the data of %s come up to date, and are as they must be',
  async (name) => {
    const backup = await openBackup(HERE + name, () => Promise.reject(new Error('asked')));
    const restored = await restoreBackup(connection, backup);
    const before = new Set(backup.manifest.schema.map((file) => file.name));
    expect(restored.applied).toEqual(TABLES.filter((file) => !before.has(file)));
    expect(restored.violations).toEqual([]);
    await checkSchema(connection);
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query('select count(*)::int as reservations from reservations');
    await client.end();
    expect(rows[0].reservations).toBeGreaterThan(1000);
  },
  180_000,
);

test('of several servers that start at once on an empty database, one makes each table', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)));
  const tables = applied.flat().filter((name) => !name.startsWith('functions/'));
  expect(tables).toEqual(TABLES);
  await checkSchema(connection);
}, 60_000);
