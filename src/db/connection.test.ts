// What every connection is told when it is opened, and that nobody waits for one that does not open.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { LIMITS, openingOf } from './connection.ts';
import { type Db, openDatabase, runBigRead, writeForOwner } from './database.ts';
import { startHeartbeat } from './heartbeat.ts';
import { migrate } from './migrate.ts';

const server = () => ({ ...inject('database'), database: 'postgres' });
const OWN = `limits_${process.pid}`;

let db: Db;
let admin: pg.Client;
beforeAll(async () => {
  db = openDatabase(server(), 1);
  admin = new pg.Client(server());
  await admin.connect();
  await admin.query(`create database ${OWN}`);
});
afterAll(async () => {
  await db.destroy();
  await admin.query(`drop database ${OWN} with (force)`);
  await admin.end();
});

/** In milliseconds; the last is whether it watches over a network that is gone, which no socket of a machine's own needs. */
const SETTINGS = `
  select max(setting) filter (where name = 'statement_timeout')::int as statement,
         max(setting) filter (where name = 'lock_timeout')::int as lock,
         max(setting) filter (where name = 'idle_in_transaction_session_timeout')::int as "idleInTransaction",
         bool_and(source = 'session') filter (where name like 'tcp_keepalives%') as "keepsAlive"
    from pg_settings`;
const ask = async (on: Db) => (await sql.raw(SETTINGS).execute(on)).rows[0];

async function askInMigration(): Promise<unknown> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-migrations-'));
  writeFileSync(path.join(folder, '0001_told.sql'), `create table told as ${SETTINGS}`);
  const connection = { ...server(), database: OWN };
  await migrate(connection, pathToFileURL(`${folder}/`)).finally(() => rmSync(folder, { recursive: true }));
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query('select statement, lock, "idleInTransaction", "keepsAlive" from told');
  await client.end();
  return rows[0];
}

test.each<[keyof typeof LIMITS, () => Promise<unknown>]>([
  ['reading', () => ask(db)],
  ['transaction', () => db.transaction().execute(ask)],
  ['booking', async () => (await writeForOwner(db, 'a', SETTINGS, []))[0]],
  ['bigRead', () => runBigRead(db, 'a', ask)],
  ['migration', askInMigration],
])('the database keeps the limits of a %s', async (use, readLimits) => {
  expect(await readLimits()).toEqual({ ...LIMITS[use], keepsAlive: true });
});

test('and those of the heartbeat', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const heartbeat = startHeartbeat(server());
  try {
    await expect
      .poll(() => String(sent.mock.calls[0]))
      .toContain('set statement_timeout = 3000; set lock_timeout = 3000;');
  } finally {
    heartbeat.stop();
    sent.mockRestore();
  }
});

test('our side watches over a network that is gone, too', () => {
  expect(openingOf(server(), LIMITS.reading).config).toMatchObject({ keepAlive: true });
});

/** Takes connections and says nothing; tells what it hears. */
async function openSilent(): Promise<{ url: string; heard: () => string; silent: Server; sockets: Set<Socket> }> {
  let heard = '';
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard += data.toString('latin1');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  return { url: `postgres://biyori@127.0.0.1:${port}/biyori`, heard: () => heard, silent, sockets };
}

function closeSilent({ silent, sockets }: Awaited<ReturnType<typeof openSilent>>): void {
  for (const socket of sockets) socket.destroy();
  silent.close();
}

test('whoever takes connections and says nothing is given up', async () => {
  const nobody = await openSilent();
  const waiting = openDatabase({ connectionString: nobody.url }, 1);
  try {
    const outcomes = await Promise.allSettled([
      ask(waiting),
      waiting.transaction().execute(ask),
      writeForOwner(waiting, 'a', 'select 1', []),
      runBigRead(waiting, 'a', ask),
    ]);
    for (const { status } of outcomes) expect(status).toBe('rejected');
  } finally {
    await waiting.destroy();
    closeSilent(nobody);
  }
});

test('limits that an address names are no part of the greeting, which front servers would refuse', async () => {
  const nobody = await openSilent();
  const limits = 'statement_timeout=7000&lock_timeout=2000&idle_in_transaction_session_timeout=9000&query_timeout=8000';
  const connection = { connectionString: `${nobody.url}?${limits}` };
  const waiting = openDatabase(connection, 1);
  const heartbeat = startHeartbeat(connection);
  try {
    ask(waiting).catch(() => {});
    waiting
      .transaction()
      .execute(ask)
      .catch(() => {});
    await expect.poll(() => nobody.sockets.size).toBe(3);
    await expect.poll(() => nobody.heard().match(/user\0biyori/g)?.length).toBe(3);
    expect(nobody.heard()).not.toContain('timeout');
  } finally {
    heartbeat.stop();
    closeSilent(nobody);
    await waiting.destroy();
  }
});
