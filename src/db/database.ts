// Opens the database: Kysely over a pool that prepares each distinct statement once per connection.
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

const DATE = 1082;
const INT8 = 20;

// Dates have no time zone here, so they stay the text they are; our int8 values all fit a number.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === DATE) return (value: string) => value;
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

// The name must follow from the text alone: a connection keeps what was prepared under a name.
const names = new Map<string, string>();
export function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
  }
  return name;
}

export function openPool(connection: Connection, max = 20): pg.Pool {
  const pool = new pg.Pool({ ...connection, types, max, application_name: 'kenshin-biyori' });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        async connect() {
          const client = await pool.connect();
          return {
            query: (text: string, values: readonly unknown[]) =>
              client.query({ name: statementName(text), text, values: values as unknown[] }),
            release: () => client.release(),
            // biome-ignore lint/suspicious/noExplicitAny: Kysely's client type also covers cursors, which are not used
          } as any;
        },
        end: () => pool.end(),
        // biome-ignore lint/suspicious/noExplicitAny: the same
      } as any,
    }),
  });
}
