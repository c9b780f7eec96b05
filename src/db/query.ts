// Statements written out once, as text with $1, $2 ..., so that nothing is put together anew for each call.
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

export function query<Row>(text: string) {
  return async (db: Db, ...values: unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
    return rows;
  };
}
