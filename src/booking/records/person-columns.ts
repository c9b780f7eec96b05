// The fields of a person as columns, which accounts and reservations have alike: select lists and rows, from the one description.
import {
  type ColumnName,
  columnOf,
  type PersonData,
  type PersonName,
  RESERVATION_FIELDS,
} from '#domain/reservation/person.ts';

/** The same values under their columns' names. */
export type Columns<D> = { [N in keyof D & string as ColumnName<N>]: D[N] };

const COLUMNS: ReadonlyMap<PersonName, string> = new Map(RESERVATION_FIELDS.map((name) => [name, columnOf(name)]));

/** These fields of a table with its alias, for a select list that is put together once. */
export const selectPerson = (table: string, names: readonly PersonName[] = RESERVATION_FIELDS) =>
  names.map((name) => `${table}.${COLUMNS.get(name)} as "${name}"`).join(', ');

export function columnsOf<N extends PersonName>(person: Pick<PersonData, N>, names: readonly N[]) {
  // Every booking makes some: a loop, without an array for each field.
  const row: Record<string, unknown> = {};
  for (const name of names) row[COLUMNS.get(name) ?? name] = person[name];
  return row as Columns<Pick<PersonData, N>>;
}
