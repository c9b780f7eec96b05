// Statements that are put together once and not again for each call: written out as text with $1, $2 ..., or built. They are
// prepared; what is put together for a call is not, so neither of them is to be used within a function.
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';
import { declare } from './prepared.ts';

export function query<Row>(text: string) {
  declare(text);
  return async (db: Db, ...values: unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
    return rows;
  };
}

/** Stands for a value that only a call knows. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Gives a slot for every name that it is asked for. */
const SLOTS = new Proxy({}, { get: (_, name) => new Slot(String(name)) });

/**
 * A statement that is built once, from parameters that have names. They may be compared and stored in it, but not looked
 * at: what they are is only known to each call.
 */
export function compiled<Given extends object, Row>(
  build: (db: Db, given: Given) => { compile(): CompiledQuery<Row> },
) {
  let known: CompiledQuery<Row> | undefined;
  return async (db: Db, given: Given): Promise<Row[]> => {
    if (!known) {
      known = build(db, SLOTS as Given).compile();
      declare(known.sql);
    }
    const fill = (value: unknown) => (value instanceof Slot ? given[value.name as keyof Given] : value);
    const { rows } = await db.executeQuery<Row>({ ...known, parameters: known.parameters.map(fill) });
    return rows;
  };
}
