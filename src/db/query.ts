// Statements that are put together once and not anew for each call: written out as text with $1, $2 ..., or built.
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

export function query<Row>(text: string) {
  return async (db: Db, ...values: unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
    return rows;
  };
}

/** Stands for a value that only a call knows. */
class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A statement built from what is given to each call. It is built once, so what is given may only be compared and stored
 * in it, never looked at.
 */
export function compiled<Given extends unknown[], Row>(
  build: (db: Db, ...given: Given) => { compile(): CompiledQuery<Row> },
) {
  let known: CompiledQuery<Row> | undefined;
  return async (db: Db, ...given: Given): Promise<Row[]> => {
    known ??= build(
      db,
      ...(Array.from({ length: build.length - 1 }, (_, index) => new Slot(index)) as Given),
    ).compile();
    const parameters = known.parameters.map((value) => (value instanceof Slot ? given[value.index] : value));
    const { rows } = await db.executeQuery<Row>({ ...known, parameters });
    return rows;
  };
}
