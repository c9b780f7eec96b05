// Statements that are put together once and not again for each call, as text with $1, $2 ... They are prepared; what is put together
// for a call is not, so this is not to be used within a function.
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';
import { declare } from './prepared.ts';

export function query<Row, Values extends unknown[] = unknown[]>(text: string) {
  declare(text);
  return async (db: Db, ...values: Values): Promise<Row[]> => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
    return rows;
  };
}
