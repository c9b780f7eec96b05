// A backup of a living database, brought back into an empty one: the same rows, and nothing where anything is wrong.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadDemo } from '#app/demo/ensure-demo.ts';
import type { Connection } from '#db/connection.ts';
import { violationsOf } from '#server/verify/verify.ts';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { putMail } from '#tests/kit/outbox.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { makeEnvelope, seal } from './envelope.ts';
import { openBackup, writeRecord } from './records.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write-backup.ts';

const PASSPHRASE = 'a passphrase for tests';
const SECRET = Buffer.from('a key for tests, of 32 characters');
const PICTURE = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 7919) % 256));

let folder: string;
let service: TestService;
const opened: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'biyori-backup-'));
  service = await startTestService();
  const { db } = service;
  await db.transaction().execute((transaction) => loadDemo(transaction, new Date('2026-11-15T10:00:00+09:00')));
  await buildHospital(db);
  const picture = { file_name: 'a.png', media_type: 'image/png' as const, sha256: 'x', content: PICTURE };
  await db
    .insertInto('institution_images')
    .values({ institution_code: HOSPITAL, ...picture })
    .execute();
  // What COPY's text has to write with care.
  const message = 'a\tb\\c\nd\r\\N\\.\n\\.\n"§"';
  await db.updateTable('institutions').set({ message }).where('institution_code', '=', HOSPITAL).execute();
  await putMail(db, { institution: HOSPITAL });
  await service.openInstitution('20000009', 'backup01');
}, 180_000);

afterAll(async () => {
  for (const name of opened) await onServer(`drop database ${name} with (force)`);
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function onServer(statement: string): Promise<void> {
  await ask({ ...inject('database'), database: 'postgres' }, statement);
}

async function ask<Row extends object>(connection: Connection, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase() {
  const database = `r_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${database} template template0`);
  opened.push(database);
  return { ...inject('database'), database };
}

let files = 0;
const newFile = () => join(folder, `${++files}.backup`);

async function back(file: string, passphrase = PASSPHRASE) {
  const connection = await emptyDatabase();
  const restored = await restoreBackup(connection, await openBackup(file, async () => passphrase));
  return { connection, restored };
}

/** A hash of all rows of each table, in whatever order they lie. */
async function hashesOf(connection: Connection): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    connection,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('sessions', 'schema_migrations') order by 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await ask<{ hash: string }>(
      connection,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash
         from ${name === 'outbox_mails' ? `(select institution_code, mail_id, body, state from outbox_mails)` : name} as t`,
    );
    hashes[name] = row?.hash ?? '';
  }
  return hashes;
}

/** Everything that the schema is made of, by name. */
const SCHEMA = `
  select 'index ' || indexdef as what from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || proname from pg_proc where pronamespace = 'public'::regnamespace
  union all select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable from information_schema.columns where table_schema = 'public'
  union all select schema.name || ' ' || schema.checksum from schema_migrations schema
  order by 1`;

test('what comes back is what was there: rows, schema, sequences, and the key in an encrypted one', async () => {
  const file = newFile();
  const written = await writeBackup(service.connection, { file, passphrase: PASSPHRASE, secrets: [SECRET] });
  expect(written).toMatchObject({ isEncrypted: true, hasSecret: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
  const bytes = await readFile(file);
  expect([bytes.includes('健診'), bytes.includes(SECRET)]).toEqual([false, false]);

  const { connection, restored } = await back(file);
  expect(restored).toMatchObject({ rows: written.rows, tables: written.tables, violations: [], applied: [] });
  expect(await hashesOf(connection)).toEqual(await hashesOf(service.connection));
  expect(await ask(connection, SCHEMA)).toEqual(await ask(service.connection, SCHEMA));
  const next = `select nextval('reservation_numbers') as number, nextval('examinees_examinee_id_seq') as examinee`;
  expect(await ask(connection, next)).toEqual(await ask(service.connection, next));
  expect((await openBackup(file, async () => PASSPHRASE)).manifest.secret).toBe(String(SECRET));
}, 120_000);

test('mails that waited are held, and nobody is logged in', async () => {
  const file = newFile();
  await writeBackup(service.connection, { file, passphrase: null, secrets: [SECRET] });
  const { connection, restored } = await back(file);
  expect(restored.held).toBeGreaterThan(0);
  const waiting = `select count(*)::integer as count from outbox_mails where state = 'waiting' and next_attempt_at < 'infinity'`;
  expect(await ask(connection, waiting)).toEqual([{ count: 0 }]);
  expect(await ask(connection, 'select from sessions')).toEqual([]);
  expect(await ask(service.connection, 'select from sessions')).not.toEqual([]);
}, 120_000);

test('a plain one needs no passphrase, and holds no key', async () => {
  const file = newFile();
  const written = await writeBackup(service.connection, { file, passphrase: null, secrets: [SECRET] });
  expect(written).toMatchObject({ isEncrypted: false, hasSecret: false });
  const { manifest } = await openBackup(file, () => Promise.reject(new Error('asked')));
  expect(manifest.secret).toBeUndefined();
  expect(manifest.secretMark).toMatch(/^[0-9a-f]{32}$/);
});

test('a wrong passphrase, a changed byte and a missing end are reported before anything is touched', async () => {
  const file = newFile();
  await writeBackup(service.connection, { file, passphrase: PASSPHRASE, secrets: [] });
  await expect(openBackup(file, async () => 'another passphrase')).rejects.toThrow('passphrase');
  const bytes = await readFile(file);
  const bent = newFile();
  for (const at of [70, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const copy = Buffer.from(bytes);
    copy.writeUInt8((copy[at] ?? 0) ^ 0x10, at);
    writeFileSync(bent, copy);
    await expect(
      openBackup(bent, async () => PASSPHRASE),
      `byte ${at}`,
    ).rejects.toThrow('damaged');
  }
  writeFileSync(bent, bytes.subarray(0, bytes.length - 1000));
  await expect(openBackup(bent, async () => PASSPHRASE)).rejects.toThrow('end is missing');
  writeFileSync(bent, 'no backup at all');
  await expect(openBackup(bent, async () => PASSPHRASE)).rejects.toThrow('no backup');
}, 120_000);

test('what is wrong inside undoes the whole load, and the same database can be tried again', async () => {
  const file = newFile();
  await writeBackup(service.connection, { file, passphrase: null, secrets: [] });
  const { manifest } = await openBackup(file, async () => '');
  const connection = await emptyDatabase();
  const rows = Buffer.from('route-a\t10000001\n');
  const start = { table: 'institution_routes', columns: ['route_param', 'institution_code'] };
  const lies = [
    [...writeRecord('rows', rows), ...writeRecord('tableEnd', { rows: 1, sha256: 'another' })],
    [...writeRecord('rows', Buffer.from('no such columns\n')), ...writeRecord('tableEnd', { rows: 1, sha256: '' })],
    [...writeRecord('rows', rows)],
  ];
  for (const lie of lies) {
    const inside = zstdCompressSync(
      Buffer.concat([...writeRecord('manifest', manifest), ...writeRecord('table', start), ...lie]),
    );
    const parts: Buffer[] = [];
    for await (const part of seal(await makeEnvelope(null), one(inside))) parts.push(part);
    const forged = newFile();
    writeFileSync(forged, Buffer.concat(parts));
    await expect(restoreBackup(connection, await openBackup(forged, async () => ''))).rejects.toThrow();
    expect(await ask(connection, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
  }
  expect(await restoreBackup(connection, await openBackup(file, async () => ''))).toMatchObject({ violations: [] });
}, 120_000);

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

test('a database that is not empty is left alone', async () => {
  const file = newFile();
  await writeBackup(service.connection, { file, passphrase: null, secrets: [] });
  const before = await hashesOf(service.connection);
  const backup = await openBackup(file, async () => '');
  await expect(restoreBackup(service.connection, backup)).rejects.toThrow('not empty');
  expect(await hashesOf(service.connection)).toEqual(before);
});

test('tables of other files than this program has are refused', async () => {
  const file = newFile();
  await writeBackup(service.connection, { file, passphrase: null, secrets: [] });
  const backup = await openBackup(file, async () => '');
  const [first, ...others] = backup.manifest.schema;
  backup.manifest.schema = [{ name: first?.name ?? '', checksum: 'another' }, ...others];
  const connection = await emptyDatabase();
  await expect(restoreBackup(connection, backup)).rejects.toThrow('take the program that made the backup');
  backup.manifest.schema = [first!, ...others, { name: '9999_later.sql', checksum: 'x' }];
  await expect(restoreBackup(connection, backup)).rejects.toThrow('take the program that made the backup');
});

test('no file is written over, and what is interrupted leaves none', async () => {
  const file = newFile();
  writeFileSync(file, 'mine');
  const wish = { file, passphrase: null, secrets: [] };
  await expect(writeBackup(service.connection, wish)).rejects.toThrow('is there already');
  expect(await readFile(file, 'utf8')).toBe('mine');
  const interrupted = new AbortController();
  const other = newFile();
  const writing = writeBackup(service.connection, { ...wish, file: other, signal: interrupted.signal });
  await expect.poll(() => readdirSync(folder).some((name) => name.includes('.part-'))).toBe(true);
  interrupted.abort(new Error('stop'));
  await expect(writing).rejects.toThrow('stop');
  expect(readdirSync(folder).filter((name) => join(folder, name) === other || name.includes('.part-'))).toEqual([]);
});

test('while bookings go on, a backup holds whole bookings only, and all that were answered before it', async () => {
  let isOver = false;
  const answered: number[] = [];
  const days = Array.from({ length: 20 }, (_, day) => `2026/12/${String(day + 1).padStart(2, '0')}`);
  const guest = async (name: number) => {
    for (let count = 0; !isOver; count++) {
      const form = guestForm(HOSPITAL, { email1: `b${name}-${count}@example.jp`, reserveDate: days[count % 20] });
      const { body } = await service.post('/api/Account/CommonGuestNewReserve', form);
      if (body.errorCode === 0) answered.push(body.ukno);
    }
  };
  const guests = [1, 2, 3].map(guest);
  await expect.poll(() => answered.length).toBeGreaterThan(2);
  const before = [...answered];
  const file = newFile();
  await writeBackup(service.connection, { file, passphrase: null, secrets: [] });
  isOver = true;
  await Promise.all(guests);
  const { connection, restored } = await back(file);
  expect(restored.violations).toEqual([]);
  const rows = `select reservation_number, md5(r::text) from reservations r where reservation_number = any($1) order by 1`;
  const there = await ask(connection, rows, [before]);
  expect(there).toHaveLength(before.length);
  expect(there).toEqual(await ask(service.connection, rows, [before]));
  expect(await violationsOf(service.connection)).toEqual([]);
}, 90_000);
