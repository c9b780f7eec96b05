// Writes the table types from a migrated database, so that queries are checked against the schema as it is.
import type pg from 'pg';

const TYPES: Record<string, string> = {
  text: 'string',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  date: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'unknown',
  uuid: 'string',
  _int4: 'number[]',
  _text: 'string[]',
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  alwaysGenerated: boolean;
}

/** Columns that a CHECK closes to a set of words get that set as their type. */
async function closedSets(on: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await on.query(`
    select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'c' and cardinality(k.conkey) = 1 and k.connamespace = 'public'::regnamespace`);
  const sets = new Map<string, string>();
  for (const row of rows) {
    const array = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)( NOT VALID)?$/.exec(row.definition)?.[1];
    const words = array?.match(/'[^']*'/g);
    if (words) sets.set(`${row.table}.${row.column}`, words.join(' | '));
  }
  return sets;
}

export async function describeTables(on: pg.ClientBase): Promise<string> {
  const { rows } = await on.query<Column>(`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
           column_default is not null as "hasDefault", 'ALWAYS' in (identity_generation, is_generated) as "alwaysGenerated"
      from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> 'schema_migrations'
     order by table_name, ordinal_position`);
  const sets = await closedSets(on);
  const tables = Map.groupBy(rows, (row) => row.table);
  const described = [...tables].flatMap(([name, columns]) => [
    `  ${name}: {`,
    ...columns.map((column) => `    ${column.name}: ${columnType(column, sets)};`),
    '  };',
  ]);
  const lines = [
    '// Written by `npm run generate` from the migrated schema: do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    'export interface Tables {',
    ...described,
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function columnType(column: Column, sets: Map<string, string>): string {
  const base = sets.get(`${column.table}.${column.name}`) ?? TYPES[column.type];
  if (!base) throw new Error(`No type for ${column.table}.${column.name} (${column.type})`);
  const type = column.nullable ? `${base} | null` : base;
  if (column.alwaysGenerated) return `GeneratedAlways<${type}>`;
  if (column.type === 'jsonb')
    return `ColumnType<${type}, ${column.hasDefault ? 'string | undefined' : 'string'}, string>`;
  return column.hasDefault ? `Generated<${type}>` : type;
}
