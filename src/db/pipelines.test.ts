// The shared connections: answers go to who asked, a slow statement holds up few, and a broken one is replaced.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Db, openDatabase, writeFor } from './database.ts';

let db: Db;
beforeAll(() => {
  // Not the template, which could not be copied meanwhile.
  db = openDatabase({ ...inject('database'), database: 'postgres' }, 4);
});
afterAll(() => db.destroy());

const ask = async (value: number) =>
  (await sql<{ value: number }>`select ${value}::int as value`.execute(db)).rows[0]?.value;
const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);

test('many at once each get their own answer', async () => {
  const values = Array.from({ length: 300 }, (_, index) => index);
  expect(await Promise.all(values.map(ask))).toEqual(values);
});

test('an error is its own', async () => {
  const answers = await Promise.allSettled([ask(1), sql`select 1 / 0`.execute(db), ask(2)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('what comes after a slow statement does not wait for it', async () => {
  let slowIsDone = false;
  const slow = sleep(1).then(() => {
    slowIsDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
  expect(slowIsDone).toBe(false);
  await slow;
});

test('a connection that broke is replaced', async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  await db
    .transaction()
    .execute((transaction) => sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(transaction));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await ask(7)).toBe(7);
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
  const write = async (owner: string, what: string, seconds: number) => {
    await writeFor(db, owner, 'select pg_sleep($1)', [seconds]);
    done.push(what);
  };
  await Promise.all([write('a', 'first', 0.3), write('a', 'second', 0), write('b', 'other', 0)]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('what writes does not queue behind what is held up', async () => {
  let isHeldUp = true;
  const heldUp = writeFor(db, 'c', 'select pg_sleep(1)', []).then(() => {
    isHeldUp = false;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await Promise.all([1, 2, 3].map(() => writeFor(db, 'c', 'select 1', [])));
  expect(isHeldUp).toBe(true);
  await heldUp;
});
