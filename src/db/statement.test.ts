// Statements as they cross to the database and back, on a shared connection and within a transaction.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';

let db: Db;
beforeAll(() => {
  // Not the template, which could not be copied meanwhile.
  db = openDatabase({ ...inject('database'), database: 'postgres' }, 2);
});
afterAll(() => db.destroy());

const ODD = ['', 'a"b\\c', '{1,2}', 'NULL', '髙﨑①～🩺', "it's", ' \t\n'];

test('values of every kind come back as they went', async () => {
  const bytes = Buffer.from([0, 1, 92, 120, 255]);
  const at = new Date('2026-11-15T01:02:03.456Z');
  const ask = (on: Db) =>
    sql`select ${'a'}::text as text, ${7}::int as int, ${2 ** 40}::bigint as bigint, ${true}::boolean as flag, ${null}::text as nothing,
      ${at}::timestamptz as at, ${'2026-11-15'}::date as day, ${bytes}::bytea as bytes, ${ODD}::text[] as texts,
      ${[1, null, 3]}::int[] as numbers, ${[bytes]}::bytea[] as blobs, ${{ a: ['"', null] }}::jsonb as document`.execute(
      on,
    );
  const expected = {
    text: 'a',
    int: 7,
    bigint: 2 ** 40,
    flag: true,
    nothing: null,
    at,
    day: '2026-11-15',
    bytes,
    texts: ODD,
    numbers: [1, null, 3],
    blobs: [bytes],
    document: { a: ['"', null] },
  };
  // The second run of each knows the columns already.
  for (const _ of [1, 2]) {
    expect((await ask(db)).rows).toEqual([expected]);
    expect((await db.transaction().execute(ask)).rows).toEqual([expected]);
  }
});

test('a value that cannot be written fails by itself and leaves the connection as it was', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  await expect(sql`select ${circular}::jsonb`.execute(db)).rejects.toThrow(/circular/i);
  await expect(sql`select ${'x'}::int as one`.execute(db)).rejects.toMatchObject({ code: '22P02' });
  expect((await sql<{ one: number }>`select ${'1'}::int as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('what was changed is counted', async () => {
  await db.transaction().execute(async (transaction) => {
    await sql`create temporary table counted (n int) on commit drop`.execute(transaction);
    const added = await sql`insert into counted select generate_series(1, 5)`.execute(transaction);
    const gone = await sql`delete from counted where n > 3 returning n`.execute(transaction);
    expect([added.numAffectedRows, gone.numAffectedRows, gone.rows.length]).toEqual([5n, 2n, 2]);
  });
});
