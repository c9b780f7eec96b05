// Writes a text behind every text that people have written into one institution, past the service: into whatever column there is.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** What people write, as opposed to codes, addresses and keys, by how columns are named. */
const WRITTEN =
  '(name|kana|remarks|memo|notes?|title|body|street|city|message|text|terms|symbol|company|hours|address[12]|english|subject_line)$';
/** What is made of other columns, or names something of the service. */
const NOT_WRITTEN = '^(folded_|table_name|file_name|sender_name)';

const PEOPLES = ['reservations', 'examinees', 'outbox_mails', 'notice_recipients', 'reservation_history'];

interface Column {
  table: string;
  column: string;
}

export async function writtenColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
       and c.column_name ~ ${WRITTEN} and c.column_name !~ ${NOT_WRITTEN}
       and c.table_name not in ('sessions', 'access_log')
       and exists (select from information_schema.columns i
                    where i.table_schema = 'public' and i.table_name = c.table_name and i.column_name = 'institution_code')
     order by 1, 2`.execute(db);
  return rows;
}

export const isPeoples = ({ table }: Column) => PEOPLES.includes(table);

/** `where` narrows it, in terms of the table. A column that takes no such text (kana, most of them) is left as it is. */
export async function writeBehind(
  db: Db,
  columns: readonly Column[],
  institutionCode: string,
  mark: string,
  where = 'true',
): Promise<void> {
  for (const [table, all] of Map.groupBy(columns, (one) => one.table)) {
    const write = (some: readonly Column[]) => {
      const changes = some.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(column)} || ${mark}`);
      return sql`
        update ${sql.table(table)} set ${sql.join(changes)}
         where institution_code = ${institutionCode} and ${sql.raw(where)}`.execute(db);
    };
    // All at once: a big table is written once then.
    await write(all).catch(async () => {
      for (const one of all) await write([one]).catch(() => {});
    });
  }
}
