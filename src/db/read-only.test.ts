// A database that answers and takes no writes (a standby, a primary that was just demoted) counts as away.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { buildHttpServer } from '#server/http/http-server.ts';
import { inTransaction } from '#server/transaction.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { encodeForm } from '#wire/form.ts';
import { runBigRead, usageOf, writeForOwner } from './database.ts';
import { startHeartbeat } from './heartbeat.ts';

const HOME = '50000001';
const ALIVE = ['/api/AdminLogin/GetAliveServer', '/api/CommonTop/CommonTopGetAliveServer'];
const LONG = { timeout: 60_000 };

let service: TestService;
let admin: pg.Client;
let database: string;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution(HOME, 'clerk001');
  await sql`create table written (n int)`.execute(service.admin);
  database = (service.connection as { database: string }).database;
  admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
});
afterEach(() => allowWrites());
afterAll(async () => {
  await admin?.end();
  await service?.close();
});

/** As after a demotion: connections are ended, and new ones take no writes. */
async function forbidWrites(which = 'true') {
  await admin.query(`alter database ${database} set default_transaction_read_only = on`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and ${which}`, [
    database,
  ]);
}
const allowWrites = () => admin.query(`alter database ${database} reset default_transaction_read_only`);

const save = (name: string) =>
  service.post('/api/MasterWWAKU/Register', { ircd: HOME, wknm: name, krkb: '1', ccd1: '1' }, token);
const aliveStatuses = () =>
  Promise.all(ALIVE.map(async (url) => (await service.app.inject({ method: 'GET', url })).statusCode));

test('the alive calls say so, and that it takes writes again, by themselves', async () => {
  expect(await aliveStatuses()).toEqual([200, 200]);
  await forbidWrites();
  await expect.poll(aliveStatuses, LONG).toEqual([500, 500]);
  const answer = await service.app.inject({ method: 'GET', url: ALIVE[0] ?? '' });
  expect(answer.json()).toMatchObject({ errorCode: 11, errorId: service.running.heartbeat?.outage?.id });
  expect(await save('だめな枠')).toMatchObject({ status: 500, body: { errorCode: 11 } });
  // What was opened meanwhile would refuse for ever: nobody ends those connections.
  await allowWrites();
  await expect.poll(aliveStatuses, LONG).toEqual([200, 200]);
  expect(await save('よい枠')).toMatchObject({ status: 200, body: { errorCode: 0 } });
});

test('whoever asks nothing but the heartbeat’s question is told too, for as long as it lasts', async () => {
  await forbidWrites();
  let tries = 0;
  const heartbeat = startHeartbeat(service.connection, { onGone: () => tries++ });
  try {
    await expect.poll(() => heartbeat.outage, LONG).not.toBeNull();
    const outage = heartbeat.outage;
    const beats = async () => (await admin.query(BEATS, [database])).rows[0].beats;
    const before = await beats();
    await expect.poll(beats, LONG).toBeGreaterThan(before + 3);
    expect(heartbeat.outage).toBe(outage);
    await allowWrites();
    await expect.poll(() => heartbeat.outage, LONG).toBeNull();
    expect(tries).toBe(1);
  } finally {
    heartbeat.stop();
  }
});

/** Connections that were opened so far. */
const BEATS = 'select sessions::int as beats from pg_stat_database where datname = $1';

test('the log has one line when it begins and one when it is over, however many calls fail meanwhile', async () => {
  const lines: string[] = [];
  const heartbeat = startHeartbeat(service.connection, {
    db: service.db,
    onGone: (_outage, { message }) => lines.push(`gone: ${message}`),
    onBack: () => lines.push('back'),
  });
  const log = { error: ({ err }: { err: Error }) => lines.push(`fault: ${err.message}`) };
  const app = await buildHttpServer({ ...service.running, heartbeat }, handlers, log as never);
  const saveHere = () =>
    app.inject({
      method: 'POST',
      url: '/api/MasterWWAKU/Register',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
      payload: encodeForm({ ircd: HOME, wknm: '枠', krkb: '1', ccd1: '1' }).toString(),
    });
  try {
    expect((await saveHere()).json()).toMatchObject({ errorCode: 0 });
    // The heartbeat's own session goes on taking writes: nobody but the calls can notice.
    await forbidWrites("application_name not like '%heartbeat'");
    await expect.poll(() => usageOf(service.db).map(([, { open }]) => open), LONG).toEqual([0, 0, 0, 0]);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, saveHere));
      for (const answer of answers) expect(answer.statusCode).toBe(500);
      const ids = new Set(answers.map((answer) => answer.json().errorId));
      expect(ids).toEqual(new Set([heartbeat.outage?.id]));
    }
    expect(lines).toEqual(['gone: the database takes no writes']);
    await allowWrites();
    await expect.poll(() => heartbeat.outage, LONG).toBeNull();
    expect((await saveHere()).json()).toMatchObject({ errorCode: 0 });
    expect(lines).toEqual(['gone: the database takes no writes', 'back']);
  } finally {
    heartbeat.stop();
    await app.close();
  }
});

const READ_ONLY = 'set session characteristics as transaction read only';

/** What is open on this side, as it is after the primary behind it was demoted. */
async function turnReadOnly() {
  await sql.raw(READ_ONLY).execute(service.db);
  await service.db.transaction().execute((own) => sql.raw(READ_ONLY).execute(own));
  await writeForOwner(service.db, 'a', READ_ONLY, []);
}

const WRITE = 'insert into written values (1)';

test.each([
  ['a statement', () => sql.raw(WRITE).execute(service.db)],
  ['a transaction', () => inTransaction(service.db, (own) => sql.raw(WRITE).execute(own))],
  ['a booking', () => writeForOwner(service.db, 'a', WRITE, [])],
])('%s on a connection that leads to a demoted primary is done again on a new one', async (_what, write) => {
  // A second after the last one was retired they may be again.
  await expect
    .poll(async () => {
      await turnReadOnly();
      return write().then(
        () => 'written',
        (error) => error.name,
      );
    }, LONG)
    .toBe('written');
  await expect.poll(aliveStatuses, LONG).toEqual([200, 200]);
});

test('whoever has asked for a transaction that only reads, and writes, has found no outage', async () => {
  const writing = runBigRead(service.db, HOME, (reading) => sql.raw(WRITE).execute(reading));
  await expect(writing).rejects.toMatchObject({ code: '25006' });
  expect(await aliveStatuses()).toEqual([200, 200]);
});

test('a database whose disk is full counts as away, and is asked for room until it has some', async () => {
  const gone: string[] = [];
  const heartbeat = startHeartbeat(service.connection, {
    db: service.db,
    onGone: (_outage, error) => gone.push(error.message),
  });
  const fill = () => sql`do $$ begin raise exception using errcode = '53100'; end $$`.execute(service.db);
  try {
    await expect(fill()).rejects.toMatchObject({ name: 'DiskFull' });
    expect(heartbeat.outage).not.toBeNull();
    await expect(
      inTransaction(service.db, (db) => sql`do $$ begin raise exception using errcode = '53100'; end $$`.execute(db)),
    ).rejects.toMatchObject({ name: 'DiskFull' });
    await expect.poll(() => heartbeat.outage, LONG).toBeNull();
    expect(gone).toEqual(['the disk of the database is full']);
  } finally {
    heartbeat.stop();
  }
});
