// Writes many rows in few statements: the rows travel as one JSON parameter, so their number has no limit.
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';

type Row<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;

const ROWS_AT_ONCE = 1000;

/** By table, in this order. All rows of a table name the same columns; the others take their default. */
export async function insertRows(
  db: Db,
  tables: { readonly [Table in keyof Tables]?: readonly Row<Table>[] },
): Promise<void> {
  for (const [table, rows] of Object.entries<readonly object[]>(tables)) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const part = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE));
      await sql`
        insert into ${sql.table(table)} (${columns})
        select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${part}::json)`.execute(db);
    }
  }
}
