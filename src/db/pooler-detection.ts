// Whether a connection is a session of its own. Behind a pool that lends connections by the transaction it is not: what one
// statement sets the next one does not find, and a stranger does.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { applyLimits, type Connection, destroyConnection, LIMITS, openingOf, withClient } from './connection.ts';
import { StartRefused } from './errors.ts';

const SENTENCE = [
  'DATABASE_URL leads to a pool that lends connections by the transaction, where time limits, locks and prepared statements',
  "get lost or become somebody else's. Have it lend them by the session (PgBouncer: pool_mode = session), or lead to PostgreSQL itself.",
].join(' ');

/** Pools differ in whom they give which connection: what one round does not show, another one does. */
const ROUNDS = 3;
/** By itself, since some hand out the one that has been idle for longest. */
const LOOKS = 2;

/** Throws where it is none. Asks once where nothing stands between; otherwise a second connection shows it. */
export async function requireSession(client: pg.Client, config: pg.ClientConfig): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A pool makes up the number that it gives when a client connects.
  if (rows[0]?.pid === (client as unknown as { processID: number | null }).processID) return;
  await withClient(config, async (stranger) => {
    for (let round = 0; round < ROUNDS; round++) {
      const mark = randomUUID();
      await client.query(`set biyori.session = '${mark}'`);
      for (let look = 0; look < LOOKS; look++) if ((await markOn(client)) !== mark) throw new StartRefused(SENTENCE);
      if ((await markOn(stranger)) === mark) throw new StartRefused(SENTENCE);
    }
  });
}

async function markOn(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select current_setting('biyori.session', true) as mark`,
  );
  return rows[0]?.mark ?? null;
}

/** As the files want every value, whatever the server, the database or the account is set to. */
const PLAIN_VALUES = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 3; set xmloption = 'content'`;

export function withWholeSession<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { config } = openingOf(connection, LIMITS.wholeTables);
  return withClient(config, async (client) => {
    const end = () => destroyConnection(client);
    signal?.addEventListener('abort', end, { once: true });
    try {
      await requireSession(client, config);
      await applyLimits(client, LIMITS.wholeTables);
      await client.query(PLAIN_VALUES);
      return await work(client);
    } finally {
      signal?.removeEventListener('abort', end);
    }
  });
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
