// A connection of its own for what goes through whole tables (backup, restore, verify): no watchdog, and no limit of DATABASE_URL's ends
// it in the middle.
import pg from 'pg';
import { applyLimits, type Connection, destroyConnection, LIMITS, openingOf } from './connection.ts';
import { requireSession } from './pooler-detection.ts';

/** As the files want every value, whatever the server, the database or the account is set to. */
const PLAIN_VALUES = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 3; set xmloption = 'content'`;

export async function withWholeSession<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { config } = openingOf(connection, LIMITS.wholeTables);
  const client = new pg.Client(config);
  // What is under way tells of it; without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  await client.connect();
  const end = () => destroyConnection(client);
  signal?.addEventListener('abort', end, { once: true });
  try {
    await requireSession(client, config);
    await applyLimits(client, LIMITS.wholeTables);
    await client.query(PLAIN_VALUES);
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', end);
    await client.end().catch(() => {});
  }
}

/** Statistics of all tables, which only their owner may make: without them the first hours would go by guesses about how many rows there are. */
export const analyze = (owner: Connection) => withWholeSession(owner, (client) => client.query('analyze'));

/** Everything that `work` reads is of one moment, and nothing can be written. */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin transaction isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    await client.query('rollback').catch(() => {});
  }
}
