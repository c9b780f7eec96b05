// Writes many rows in few statements: the rows travel as one JSON parameter, so their number has no limit.
import { type Selectable, sql } from 'kysely';
import type { Columns } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { columnOf } from '#domain/reservation/person.ts';

type Row<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;

const ROWS_AT_ONCE = 1000;

/** An institution's rows by table, in this order. All rows of a table name the same columns; the others take their default. */
export async function insertRows(
  db: Db,
  institutionCode: string,
  tables: { readonly [Table in keyof Tables]?: readonly Row<Table>[] },
): Promise<void> {
  for (const [table, rows] of Object.entries<readonly object[]>(tables)) {
    const names = ['institution_code', ...Object.keys(rows[0] ?? {})];
    const columns = sql.join(names.map((column) => sql.ref(column)));
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows
        .slice(start, start + ROWS_AT_ONCE)
        .map((row) => ({ institution_code: institutionCode, ...row }));
      await sql`
        insert into ${sql.table(table)} (${columns})
        select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(some)}::json)`.execute(
        db,
      );
    }
  }
}

/** A record as a row: the same values under the names of their columns. */
export const toRow = <D extends object>(record: D) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [columnOf(name), value])) as Columns<D>;
