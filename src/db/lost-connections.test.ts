// The service lives through its database's bad days: connections that are ended under it, and a database that goes away.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { inTransaction } from '#server/transaction.ts';
import { openDatabaseProxy } from '#tests/kit/database-proxy.ts';
import { type Answered, startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from '#tests/torture/bench.ts';
import { bookAnyone, openRaceGround } from '#tests/torture/races.ts';
import { type Db, openDatabase, writeForOwner } from './database.ts';
import { ConnectionLost } from './errors.ts';

let service: TestService;
let admin: pg.Client;
let token: string;
const HOME = '50000001';

beforeAll(async () => {
  // The hour at which the bookings below are made.
  service = await startTestService({ now: '2026-11-15T12:00:00+09:00' });
  token = await service.openInstitution(HOME, 'clerk001');
  admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await service?.close();
});

const databaseOf = () => (service.connection as { database: string }).database;
const endConnections = (which = 'true') =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() and ${which}`,
    [databaseOf()],
  );
const sleepers = async (): Promise<number[]> => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = $1 and wait_event = 'PgSleep' and state = 'active'`,
    [databaseOf()],
  );
  return rows.map(({ pid }) => pid);
};
const isSleeping = async () => (await sleepers()).length > 0;
const registerFrame = (name: string) =>
  service.post('/api/MasterWWAKU/Register', { ircd: HOME, wknm: name, krkb: '1', ccd1: '1' }, token);
const listFrames = () => service.post('/api/MasterWWAKU/List', { ircd: HOME }, token);

test('sixteen clerks save masters while all their connections are ended again and again', async () => {
  const answers: { name: string; answer: Answered }[] = [];
  let isOver = false;
  const clerks = Array.from({ length: 16 }, async (_, clerk) => {
    for (let round = 0; !isOver; round++) {
      const name = `枠${clerk}の${round}`;
      answers.push({ name, answer: await registerFrame(name) });
    }
  });
  for (let round = 0; round < 20; round++) {
    await endConnections(`state <> 'idle'`);
    const before = answers.length;
    await expect.poll(() => answers.length, { interval: 10 }).toBeGreaterThan(before);
  }
  isOver = true;
  await Promise.all(clerks);

  const saved = answers.filter(({ answer }) => answer.body.errorCode === 0).map(({ name }) => name);
  expect(saved.length).toBeGreaterThan(0);
  const others = answers.filter(({ answer }) => answer.body.errorCode !== 0);
  for (const { answer } of others) expect(answer).toMatchObject({ status: 500, body: { errorCode: 11 } });
  // Everything works again at once, and what was told to be saved is there, once.
  const { status, body } = await listFrames();
  expect(status).toBe(200);
  const names: string[] = body.listWAKU.map((row: { WKNM: string }) => row.WKNM);
  for (const name of saved) expect(names.filter((each) => each === name)).toHaveLength(1);
});

test('three hundred people read while all connections are ended again and again, and nobody notices', async () => {
  const answers: Answered[] = [];
  let isOver = false;
  const people = Array.from({ length: 300 }, async () => {
    while (!isOver) answers.push(await listFrames());
  });
  for (let round = 0; round < 10; round++) {
    const before = answers.length;
    await expect.poll(() => answers.length, { interval: 10 }).toBeGreaterThan(before + 300);
    await endConnections();
  }
  isOver = true;
  await Promise.all(people);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.errorCode}`))).toEqual(new Set(['200 0']));
});

/** Ends what a reading sleeps on, as soon as it does, so many times one after the other. */
async function endSleeping(reading: Promise<unknown>, times: number): Promise<void> {
  const ended: number[] = [];
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  reading.then(settle, settle);
  while (ended.length < times && !isSettled) {
    // One that was ended may still be there for a moment.
    for (const pid of (await sleepers()).filter((each) => !ended.includes(each))) {
      await admin.query('select pg_terminate_backend($1)', [pid]);
      ended.push(pid);
    }
  }
}

test('what only reads is asked again when its connection breaks, a few times', async () => {
  const read = () => sql<{ value: number }>`select 7 as value, pg_sleep(0.5)`.execute(service.db);
  const slow = read();
  await endSleeping(slow, 3);
  expect((await slow).rows[0]?.value).toBe(7);

  const never = read();
  await endSleeping(never, 4);
  await expect(never).rejects.toThrow(ConnectionLost);
});

test('and on a connection that was opened since', async () => {
  const pidOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const transactions = Array.from({ length: 5 }, () =>
    service.db.transaction().execute(async (own) => {
      if (++begun === 5) all.resolve();
      await all.promise;
      return pidOf(own);
    }),
  );
  const pids = [...(await Promise.all(transactions)), await pidOf(service.db)];
  const slow = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.3)`.execute(service.db);
  await endSleeping(slow, 1);
  expect(pids).not.toContain((await slow).rows[0]?.pid);
});

/** The process hears of nothing meanwhile, so that what it sends next goes to a connection that has gone. */
function endUnheard(pid: number | undefined): void {
  void admin.query('select pg_terminate_backend($1)', [pid]);
  const isThere = () => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  while (isThere());
}

test('what writes is done again too, once, where its connection had gone before it was sent', async () => {
  await sql`create table sent (n int)`.execute(service.admin);
  await sql`grant all on sent to public`.execute(service.admin);
  const insert = (n: number) => writeForOwner(service.db, 'a', 'insert into sent values ($1)', [n]);
  const [own] = await writeForOwner<{ pid: number }>(service.db, 'a', 'select pg_backend_pid() as pid', []);
  endUnheard(own?.pid);
  await insert(1);

  let tries = 0;
  await inTransaction(service.db, async (transaction) => {
    const { rows } = await sql<{ pid: number }>`insert into sent values (2) returning pg_backend_pid() as pid`.execute(
      transaction,
    );
    // Its commit is sent next.
    if (++tries === 1) endUnheard(rows[0]?.pid);
  });
  expect(tries).toBe(2);
  expect((await sql`select n from sent order by n`.execute(service.db)).rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test('what writes is not: whether it was carried out is for its caller to find out', async () => {
  await sql`create table written (n int)`.execute(service.admin);
  const slow = sql`with w as (insert into written values (1) returning n) select n, pg_sleep(0.3) from w`.execute(
    service.db,
  );
  slow.catch(() => {});
  await expect.poll(isSleeping).toBe(true);
  await endConnections(`wait_event = 'PgSleep'`);
  await expect(slow).rejects.toThrow(ConnectionLost);
  expect((await sql`select n from written`.execute(service.db)).rows).toEqual([]);
});

test('a transaction whose connection breaks is done again, unless its commit was under way', async () => {
  let tries = 0;
  const write = inTransaction(service.db, async (transaction) => {
    tries++;
    await sql`insert into written values (2)`.execute(transaction);
    if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
  });
  await write;
  expect(tries).toBe(2);
  expect((await sql`select n from written`.execute(service.db)).rows).toEqual([{ n: 2 }]);

  // A check at commit that takes its time, and loses its connection meanwhile.
  await sql`create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return null; end $$`.execute(service.admin);
  await sql`create constraint trigger lingers after insert on written deferrable initially deferred
    for each row execute function linger()`.execute(service.admin);
  tries = 0;
  const commit = inTransaction(service.db, async (transaction) => {
    tries++;
    await sql`insert into written values (3)`.execute(transaction);
  });
  commit.catch(() => {});
  await expect.poll(isSleeping).toBe(true);
  await endConnections(`wait_event = 'PgSleep'`);
  await expect(commit).rejects.toThrow(ConnectionLost);
  expect(tries).toBe(1);
});

test('a database that goes away is reported as 11, and everything works as soon as it is back', async () => {
  const proxy = await openDatabaseProxy(inject('database'));
  const bench = await openBench({ ...inject('database'), ...proxy.address, database: databaseOf() });
  try {
    await openRaceGround(bench, '60000001', 50);
    const list = () => bench.post('/api/MasterWWAKU/List', { ircd: HOME }, token);
    const save = () => bench.post('/api/MasterWWAKU/Register', { ircd: HOME, wknm: '枠', krkb: '1', ccd1: '1' }, token);
    const book = () => bookAnyone(bench, '60000001', '2026-12-01');
    const everything = async () => {
      const answers = await Promise.all([list(), save(), book(), list(), save(), book()]);
      return new Set(answers.map(({ body }) => body.errorCode));
    };
    // Each of the bench's servers takes its turn.
    for (let turn = 0; turn < 4; turn++) expect(await everything()).toEqual(new Set([0]));
    for (const _ of [1, 2]) {
      const underWay = everything();
      await proxy.cut();
      for (const code of await underWay) expect([0, 11]).toContain(code);
      for (let turn = 0; turn < 4; turn++) expect(await everything()).toEqual(new Set([11]));
      await proxy.restore();
      for (let turn = 0; turn < 4; turn++) expect(await everything()).toEqual(new Set([0]));
    }
  } finally {
    await bench.close();
    await proxy.close();
  }
});

test('an answer that never comes is given up some time after the database would have', async () => {
  const proxy = await openDatabaseProxy(inject('database'));
  const { user } = inject('database');
  const { host, port } = proxy.address;
  const db = openDatabase({ connectionString: `postgres://${user}@${host}:${port}/postgres?statement_timeout=500` }, 1);
  const ask = () =>
    Promise.allSettled([
      writeForOwner(db, 'a', 'select 1 as one', []),
      db.transaction().execute((own) => sql`select 1 as one`.execute(own)),
    ]);
  try {
    expect((await ask()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    proxy.freeze();
    for (const outcome of await ask()) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ConnectionLost) });
    }
    // A new connection gets through.
    expect((await ask()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  } finally {
    await db.destroy();
    await proxy.close();
  }
});
