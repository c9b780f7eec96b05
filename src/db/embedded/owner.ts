// Whose a running server is: the living service holds a lock in it, on a connection of its own.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MAY_PASS, StartRefused } from '#db/errors.ts';
import type { Place } from './account.ts';
import { DATABASE, rolesAt, SUPERUSER, settleRoles } from './cluster.ts';
import { allowWrites } from './disk-reserve.ts';
import { PORT, runningServer, SERVER_PATIENCE, stopServer } from './server-process.ts';

/** Held by the living service on database "postgres": a server without a holder has lost its service. */
const OWNER_LOCK = 7_224_905;
/** A dead client's backend needs a moment to go, and its lock with it. */
export const OWNER_PATIENCE = 3_000;
const RETAKE_MS = 250;
const FAREWELL_MS = 1_000;

export class AlreadyRunning extends StartRefused {
  constructor(dataDir: string) {
    super(
      `The service is already running on the data folder ${dataDir}: stop it first, or choose another folder.`,
      MAY_PASS,
    );
    this.name = 'AlreadyRunning';
  }
}

/** Stops a server whose service was killed; refuses when the service lives. */
export async function endOrphan(home: Place): Promise<void> {
  const since = Date.now();
  for (;;) {
    const server = runningServer(home.cluster);
    if (!server) return;
    let trouble: unknown;
    const owner = await connectAsOwner(server.sockets).catch((error: unknown) => {
      trouble = error;
      return null;
    });
    if (owner) {
      await stopServer(home.cluster, server.pid);
      await owner.end();
      return;
    }
    // One that is starting up or going down answers nobody yet, whoever owns it.
    if (Date.now() - since > (server.ready ? OWNER_PATIENCE : SERVER_PATIENCE)) {
      const unreachable = trouble && ['ENOENT', 'ECONNREFUSED'].includes((trouble as NodeJS.ErrnoException).code ?? '');
      if (!unreachable) throw new AlreadyRunning(home.data);
      // Nobody can be asked whether it is an orphan, and ending a living service's database would be worse.
      const advice = `if no service uses it, end it with: kill -INT ${server.pid}`;
      throw new StartRefused(
        `PostgreSQL (process ${server.pid}) runs on ${home.cluster} without its socket in ${server.sockets}: ${advice}`,
        MAY_PASS,
      );
    }
    await sleep(50);
  }
}

/** A connection that holds the owner's lock, or null when another has it. */
async function connectAsOwner(sockets: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    host: sockets,
    port: PORT,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    application_name: 'kenshin-biyori owner',
    connectionTimeoutMillis: 5_000,
  });
  // The server may die at any time; that must not take the process along.
  client.on('error', () => {});
  let got = false;
  try {
    await client.connect();
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [OWNER_LOCK]);
    got = rows[0]?.got ?? false;
  } finally {
    if (!got) await client.end().catch(() => {});
  }
  return got ? client : null;
}

interface Owner {
  /** no longer takes the lock back when it is lost */
  resign(): void;
  leave(): Promise<void>;
}

export async function becomeOwner(home: Place, pid: number, sockets: string): Promise<Owner> {
  let client: pg.Client | null = null;
  try {
    client = await connectAsOwner(sockets);
    if (!client) throw new AlreadyRunning(home.data);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    await allowWrites(client);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    await settleRoles(rolesAt(sockets));
  } catch (error) {
    await client?.end().catch(() => {});
    // A rival took the new server for an orphan in the moment before the lock was held.
    const server = runningServer(home.cluster);
    if (server?.pid !== pid || !server.ready) throw new AlreadyRunning(home.data);
    if (!(error instanceof AlreadyRunning)) await stopServer(home.cluster, pid);
    throw error;
  }

  let resigned = false;
  const watch = (held: pg.Client) => held.once('end', retake);
  const retake = async () => {
    // A backend that crashes takes all connections with it, and the server goes on or is started again: without its
    // lock it would pass for an orphan.
    while (!resigned) {
      client = await connectAsOwner(sockets).catch(() => null);
      if (client) break;
      await sleep(RETAKE_MS, undefined, { ref: false });
    }
    if (client && resigned) await client.end();
    else if (client) watch(client);
  };
  watch(client);
  return {
    resign: () => {
      resigned = true;
    },
    leave: async () => {
      // A server that could not be stopped does not answer a farewell either.
      await Promise.race([client?.end().catch(() => {}), sleep(FAREWELL_MS, undefined, { ref: false })]);
    },
  };
}
