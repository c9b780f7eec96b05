// Of two saves of one record, the later one that started from an older state is refused.
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, notFound } from '#wire/failure.ts';

type Versioned = { [T in keyof Tables]: 'version' extends keyof Tables[T] ? T : never }[keyof Tables] & string;

export const stale = () =>
  new Failure('Stale', ['ほかの利用者が先に更新しました。最新の内容を読み込み直してください。']);

/** Holds the record until the transaction ends, and reads of it what is to be decided on; null compares nothing. */
export async function lockRecord<T extends Versioned, C extends keyof Selectable<Tables[T]> & string = never>(
  db: Db,
  table: T,
  key: Readonly<Record<string, string | number>>,
  version: string | null,
  columns: readonly C[] = [],
): Promise<Pick<Selectable<Tables[T]>, C>> {
  const conditions = Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<{ version: number } & Pick<Selectable<Tables[T]>, C>>`
    select ${sql.join(['version', ...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
     where ${sql.join(conditions, sql` and `)} for update`.execute(db);
  const [record] = rows;
  if (!record) throw notFound();
  if (version !== null && version !== String(record.version)) throw stale();
  return record;
}

/** The same of a master's record, all of it; the access log tells by it which one it was, and what became of it. */
export async function lockMaster<T extends Versioned>(
  db: Db,
  who: Pick<Administrator, 'trace'>,
  table: T,
  key: Readonly<Record<string, string | number>>,
  version: string | null,
): Promise<Selectable<Tables[T]>> {
  const found = await readMaster<T>(db, table, key, sql`for update`);
  if (!found) throw notFound();
  if (version !== null && version !== String((found as { version: number }).version)) throw stale();
  who.trace.before = { table, key, row: found };
  return found;
}

export async function readMaster<T extends keyof Tables & string>(
  db: Db,
  table: T,
  key: Readonly<Record<string, string | number>>,
  lock = sql``,
): Promise<Selectable<Tables[T]> | undefined> {
  const conditions = Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  // As JSON, whose type stays the same when a newer server adds a column.
  const { rows } = await sql<{ record: Selectable<Tables[T]> }>`
    select to_jsonb(found) as record
      from (select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} ${lock}) as found`.execute(db);
  return rows[0]?.record;
}

/** What an update answers, so that a caller can go on from there. */
export const answerVersion = ({ version }: { version: number }) => ({ version: String(version) });
