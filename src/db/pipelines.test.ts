// The shared connections: answers go to who asked, a slow statement holds up few, and a broken one is replaced.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { holdLock } from '#tests/kit/held-lock.ts';
import { LIMITS, openingOf } from './connection.ts';
import { type Db, openDatabase, runBigRead, writeForOwner } from './database.ts';
import { isOverload, Overloaded } from './errors.ts';
import { Generation, type Lease, TransactionPool } from './pool.ts';

// Not the template, which could not be copied meanwhile.
const server = () => ({ ...inject('database'), database: 'postgres' });
/** As an operator writes it. */
const urlOf = ({ host, port, user, database }: ReturnType<typeof server>, more: string) =>
  `postgres://${user}@/${database}?host=${host}&port=${port}&${more}`;

let db: Db;
beforeAll(() => {
  // Patient with the locks that the tests hold.
  db = openDatabase({ connectionString: urlOf(server(), 'lock_timeout=60000') }, 4);
});
afterAll(() => db.destroy());

const ask = async (value: number) =>
  (await sql<{ value: number }>`select ${value}::int as value`.execute(db)).rows[0]?.value;
const KEY = 7_310_001;
const waitForLock = sql`select pg_advisory_xact_lock_shared(${KEY})`;
const writeBehindLock = (owner: string) => writeForOwner(db, owner, 'select pg_advisory_xact_lock_shared($1)', [KEY]);
/** Longer than anything takes that is not held up. */
const HELD_UP_MS = 60;

test('many at once each get their own answer', async () => {
  const values = Array.from({ length: 300 }, (_, index) => index);
  expect(await Promise.all(values.map(ask))).toEqual(values);
});

test('an error is its own', async () => {
  const answers = await Promise.allSettled([ask(1), sql`select 1 / 0`.execute(db), ask(2)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('what comes after a slow statement does not wait for it', async () => {
  const lock = await holdLock(server(), KEY);
  const slow = waitForLock.execute(db);
  await lock.untilWaiting(1, HELD_UP_MS);
  // They would wait for as long as the lock is held.
  await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
  await lock.release();
  await slow;
});

test('a connection that broke is replaced', async () => {
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const broken = await pid();
  await db.transaction().execute((transaction) => sql`select pg_terminate_backend(${broken})`.execute(transaction));
  expect(await pid()).not.toBe(broken);
});

test('a parser that throws harms its own statement only', async () => {
  // Of a kind that nobody else reads.
  const KIND = pg.types.builtins.MACADDR;
  const before = pg.types.getTypeParser(KIND);
  pg.types.setTypeParser(KIND, () => {
    throw new RangeError('no such address');
  });
  try {
    const bad = () => sql`select '08:00:2b:01:02:03'::macaddr as it, n from generate_series(1, 3) n`.execute(db);
    const answers = await Promise.allSettled([ask(1), bad(), ask(2), bad(), ask(3)]);
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(bad()).rejects.toThrow('no such address');
    await expect(
      db.transaction().execute((own) => sql`select '08:00:2b:01:02:03'::macaddr as it`.execute(own)),
    ).rejects.toThrow('no such address');
  } finally {
    pg.types.setTypeParser(KIND, before);
  }
});

test('more values than a statement can take fail by themselves', async () => {
  const tooMany = sql`select ${sql.join(Array(70_000).fill(1))}`.execute(db);
  const [refused, ...others] = await Promise.allSettled([tooMany, ask(1), ask(2)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) });
  for (const { status } of others) expect(status).toBe('fulfilled');
});

describe('when the server gives out few connections', () => {
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  beforeAll(() => sql`create role ${sql.ref(role)} login`.execute(db));
  afterAll(() => sql`drop role ${sql.ref(role)}`.execute(db));

  const setLimit = (limit: number) => sql`alter role ${sql.ref(role)} connection limit ${sql.lit(limit)}`.execute(db);
  async function withLimit(limit: number, work: (few: Db) => Promise<void>) {
    await setLimit(limit);
    const few = openDatabase({ ...server(), user: role }, 4);
    await work(few).finally(() => few.destroy());
    // The next one starts when all of these are gone.
    const left = sql`select from pg_stat_activity where usename = ${role}`;
    await expect.poll(async () => (await left.execute(db)).rows.length).toBe(0);
  }

  test('those that are open have to do', () =>
    withLimit(1, async (few) => {
      const lock = await holdLock(server(), KEY);
      const slow = waitForLock.execute(few);
      await lock.untilWaiting(1, HELD_UP_MS);
      const connect = vi.spyOn(pg.Client.prototype, 'connect');
      const values = Array.from({ length: 30 }, (_, n) => n);
      const answers = Promise.all(values.map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(few)));
      // They ask for another connection, and that is refused.
      await expect.poll(() => connect.mock.settledResults.map(({ type }) => type)).toContain('rejected');
      connect.mockRestore();
      await lock.release();
      expect((await answers).map(({ rows }) => rows[0]?.n)).toEqual(values);
      await slow;
    }));

  test('and where none is, those who ask are told', () =>
    withLimit(0, async (few) => {
      const transaction = few.transaction().execute((own) => sql`select 1`.execute(own));
      const outcomes = await Promise.allSettled([
        sql`select 1`.execute(few),
        writeForOwner(few, 'a', 'select 1', []),
        transaction,
      ]);
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '53300' } });
        expect(isOverload((outcome as PromiseRejectedResult).reason)).toBe(true);
      }
      await setLimit(1);
      // The server counts those that it has refused until they are gone.
      const asked = () =>
        sql`select 1 as one`.execute(few).then(
          ({ rows }) => rows,
          (error) => error.code,
        );
      await expect.poll(asked).toEqual([{ one: 1 }]);
    }));

  test('transactions take turns', () =>
    withLimit(1, async (few) => {
      const sleep = () => few.transaction().execute((own) => sql`select pg_sleep(0.01)`.execute(own));
      await sleep();
      expect(await Promise.all(Array.from({ length: 6 }, sleep))).toHaveLength(6);
    }));
});

describe('queues are bounded', () => {
  /** While a lock is held that all of them want; returns what became of them when it is free again. */
  async function whileHeld(begin: () => Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
    const lock = await holdLock(server(), KEY);
    const begun = begin();
    // Those beyond the bounds do not wait for the lock.
    await expect(Promise.all(begun)).rejects.toThrow(Overloaded);
    await lock.release();
    return Promise.allSettled(begun);
  }
  const count = (outcomes: PromiseSettledResult<unknown>[]) => {
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Overloaded);
    return { refused: refused.length, done: outcomes.length - refused.length };
  };

  test('of statements that stand alone', async () => {
    const { refused, done } = count(
      await whileHeld(() => Array.from({ length: 3_000 }, () => waitForLock.execute(db))),
    );
    expect(refused).toBeGreaterThan(0);
    expect(done).toBeGreaterThan(1_000);
    expect(await ask(1)).toBe(1);
  });

  test('of writes', async () => {
    const { refused, done } = count(await whileHeld(() => Array.from({ length: 1_500 }, () => writeBehindLock('one'))));
    expect(refused).toBeGreaterThan(0);
    expect(done).toBeGreaterThanOrEqual(1_000);
  });

  test('of transactions', async () => {
    const transact = () => db.transaction().execute((own) => waitForLock.execute(own));
    const { refused, done } = count(await whileHeld(() => Array.from({ length: 300 }, transact)));
    expect(refused).toBeGreaterThan(0);
    expect(done).toBeGreaterThanOrEqual(200);
  });
});

test('a big read cannot write', async () => {
  await expect(runBigRead(db, 'a', (own) => sql`create table never (n int)`.execute(own))).rejects.toMatchObject({
    code: '25006',
  });
});

test('a connection that is given back as unfit is not used again', async () => {
  const pool = new TransactionPool(openingOf(server(), LIMITS.transaction), new Generation(), 1);
  const pidOf = async ({ query }: Lease) =>
    (await query<{ pid: number }>('select pg_backend_pid() as pid', [])).rows[0]?.pid;
  try {
    const pids: unknown[] = [];
    for (const isUnfit of [false, true, false]) {
      const lease = await pool.lease();
      pids.push(await pidOf(lease));
      lease.release(isUnfit);
    }
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
  } finally {
    await pool.end();
  }
});

test('a transaction has a connection to itself', async () => {
  const pids = await db.transaction().execute(async (transaction) => {
    const inside = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    const outside = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return [inside.rows[0]?.pid, outside.rows[0]?.pid];
  });
  expect(pids[0]).not.toBe(pids[1]);
});

test('what writes waits for the same owner, and for nobody else', async () => {
  const done: string[] = [];
  const lock = await holdLock(server(), KEY);
  const first = writeBehindLock('a').then(() => done.push('first'));
  const second = writeForOwner(db, 'a', 'select 1', []).then(() => done.push('second'));
  await writeForOwner(db, 'b', 'select 1', []).then(() => done.push('other'));
  await lock.release();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('whoever is held up leaves room for others, however many are', async () => {
  const patient = openDatabase({ connectionString: urlOf(server(), 'lock_timeout=60000') });
  const lock = await holdLock(server(), KEY);
  const hold = (owner: string) => writeForOwner(patient, owner, 'select pg_advisory_xact_lock_shared($1)', [KEY]);
  let before = 0;
  const held: Promise<unknown>[] = [];
  // Of sixteen connections the first four owners take two each, the others one; the twelfth would take the last one.
  for (const taken of [2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15]) {
    const owner = `held ${taken}`;
    held.push(hold(owner));
    // Held up, so that the next ones want another connection.
    await lock.untilWaiting(before + 1, HELD_UP_MS);
    held.push(hold(owner), hold(owner), hold(owner));
    await lock.untilWaiting(taken);
    before = taken;
  }
  for (let n = 0; n < 10; n++)
    await Promise.all([writeForOwner(patient, 'x', 'select 1', []), writeForOwner(patient, 'y', 'select 1', [])]);
  await lock.release();
  await Promise.all(held);
  await patient.destroy();
});

describe('time limits of an address', () => {
  test('are kept by the database, and harm nobody else on a shared connection', async () => {
    const hasty = openDatabase({ connectionString: urlOf(server(), 'query_timeout=300') });
    try {
      const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(hasty)).rows[0]?.pid;
      const before = await pid();
      // All in one go, so that they are under way on one connection.
      const slow = sql`select pg_sleep(5)`.execute(hasty);
      const outcomes = await Promise.allSettled([pid(), slow, pid(), pid()]);
      expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
      for (const index of [0, 2, 3]) expect(outcomes[index]).toEqual({ status: 'fulfilled', value: before });
      expect(await pid()).toBe(before);
    } finally {
      await hasty.destroy();
    }
  });

  test('come before ours', async () => {
    const own = openDatabase({
      connectionString: urlOf(server(), 'statement_timeout=7000&query_timeout=1&lock_timeout=2000'),
    });
    const settings = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    try {
      expect((await settings.execute(own)).rows).toEqual([{ statement: '7s', lock: '2s' }]);
      expect((await own.transaction().execute((inside) => settings.execute(inside))).rows).toEqual([
        { statement: '7s', lock: '2s' },
      ]);
    } finally {
      await own.destroy();
    }
  });
});

test('what writes does not queue behind what is held up', async () => {
  const lock = await holdLock(server(), KEY);
  const heldUp = writeBehindLock('c');
  await lock.untilWaiting(1, HELD_UP_MS);
  await Promise.all([1, 2, 3].map(() => writeForOwner(db, 'c', 'select 1', [])));
  await lock.release();
  await heldUp;
});
