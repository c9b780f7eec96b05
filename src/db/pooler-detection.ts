// Whether a connection is a session of its own. Behind a pool that lends connections by the transaction it is not: what one
// statement sets the next one does not find, and a stranger does.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { StartRefused } from './start-refused.ts';

const SENTENCE = [
  'DATABASE_URL leads to a pool that lends connections by the transaction, where time limits, locks and prepared statements',
  "get lost or become somebody else's. Have it lend them by the session (PgBouncer: pool_mode = session), or lead to PostgreSQL itself.",
].join(' ');

/** Pools differ in whom they give which connection: what one round does not show, another one does. */
const ROUNDS = 3;
/** By itself, since some hand out the one that has been idle for longest. */
const LOOKS = 2;

/** Throws where it is none. Asks once where nothing stands between; otherwise a second connection tells. */
export async function requireSession(client: pg.Client, config: pg.ClientConfig): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A pool makes up the number that it tells when a client connects.
  if (rows[0]?.pid === (client as unknown as { processID: number | null }).processID) return;
  const stranger = new pg.Client(config);
  stranger.on('error', () => {});
  await stranger.connect();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const mark = randomUUID();
      await client.query(`set biyori.session = '${mark}'`);
      for (let look = 0; look < LOOKS; look++) if ((await markOn(client)) !== mark) throw new StartRefused(SENTENCE);
      if ((await markOn(stranger)) === mark) throw new StartRefused(SENTENCE);
    }
  } finally {
    await stranger.end();
  }
}

async function markOn(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select current_setting('biyori.session', true) as mark`,
  );
  return rows[0]?.mark ?? null;
}
