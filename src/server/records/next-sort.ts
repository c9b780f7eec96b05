// The number by which the next record is sorted behind all others: a suggestion, since equal numbers are allowed.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';

type Sorted = { [T in keyof Tables]: 'sort' extends keyof Tables[T] ? T : never }[keyof Tables] & string;

const LAST = 99;

/** Among the records with these columns: the highest and one, 99 at the most, 1 where there is none. */
export async function nextSort(db: Db, table: Sorted, where: Readonly<Record<string, string>>): Promise<number> {
  const conditions = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<{ next: number }>`
    select least(coalesce(max(sort), 0) + 1, ${LAST})::integer as next from ${sql.table(table)}
     where ${sql.join(conditions, sql` and `)}`.execute(db);
  return rows[0]?.next ?? 1;
}
