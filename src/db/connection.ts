// How every connection to the database is opened: its address, and how long the database may be busy with what it asks.
import pg from 'pg';
import type { WireConnection } from './prepared.ts';

export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** The same database as two roles: the service works as the one, and its tables are the other's (decision 96). They may be the same. */
export interface Roles {
  connection: Connection;
  /** Changes the schema and restores. */
  owner: Connection;
}

/** Without an address of an owner, the tables are the service's. */
export function rolesAt(url: string, ownerUrl: string | null): Roles {
  const connection = { connectionString: url };
  return { connection, owner: ownerUrl === null ? connection : { connectionString: ownerUrl } };
}

/** In milliseconds, as the database keeps them: it ends what takes longer, and says so. */
interface Limits {
  statement: number;
  /** How long a statement waits for somebody who holds what it wants. */
  lock: number;
  /** How long a transaction may do nothing, as when its server has gone away with its locks. */
  idleInTransaction: number;
}

export const LIMITS = {
  /** Lists and other short questions, which share connections. */
  reading: { statement: 20_000, lock: 5_000, idleInTransaction: 60_000 },
  transaction: { statement: 30_000, lock: 5_000, idleInTransaction: 60_000 },
  /** A booking takes milliseconds; who waits longer had better try again. */
  booking: { statement: 10_000, lock: 3_000, idleInTransaction: 10_000 },
  /** What goes through a year's reservations. */
  bigRead: { statement: 300_000, lock: 5_000, idleInTransaction: 300_000 },
  /** Asks for nothing but a sign of life. */
  heartbeat: { statement: 3_000, lock: 3_000, idleInTransaction: 3_000 },
  /** A backfill takes its time; waiting for a lock makes everybody else wait behind it, so that is short. */
  migration: { statement: 3_600_000, lock: 300, idleInTransaction: 60_000 },
  /** Backups, restores and looking at everything: a whole table is one statement, and a slow disk behind it may take its time. */
  wholeTables: { statement: 43_200_000, lock: 10_000, idleInTransaction: 3_600_000 },
} as const satisfies Record<string, Limits>;

const CONNECT_TIMEOUT_MS = 5_000;

export interface Opening {
  config: pg.ClientConfig;
  limits: Limits;
}

export function openingOf(connection: Connection, standard: Limits): Opening {
  const { address, own } =
    'connectionString' in connection ? readUrl(connection.connectionString) : { address: connection, own: {} };
  const config = {
    ...address,
    application_name: 'kenshin-biyori',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  return { config, limits: { ...standard, ...own } };
}

/**
 * Time limits that an address names are the operator's and come before ours. They are taken out of it all the same: a
 * front server that pools connections may refuse them there, and pg's own `query_timeout` gives up on a statement that is still
 * under way, which on a shared connection breaks everybody's.
 */
function readUrl(connectionString: string): { address: pg.ClientConfig; own: Partial<Limits> } {
  const [base = '', ...search] = connectionString.split('?');
  const parameters = new URLSearchParams(search.join('?'));
  const take = (name: string) => {
    const value = Number.parseInt(parameters.get(name) ?? '', 10);
    parameters.delete(name);
    return Number.isNaN(value) ? undefined : value;
  };
  const query = take('query_timeout');
  const given = {
    statement: take('statement_timeout') ?? query,
    lock: take('lock_timeout'),
    idleInTransaction: take('idle_in_transaction_session_timeout'),
  };
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const rest = parameters.toString();
  return { address: { connectionString: rest ? `${base}?${rest}` : base }, own };
}

/**
 * Sets a new connection's limits: as statements, since front servers that pool connections refuse them while
 * connecting. The connection is ended if that is not answered in time.
 */
export async function applyLimits(client: pg.ClientBase, limits: Limits): Promise<void> {
  const { statement, lock, idleInTransaction } = limits;
  const timer = setTimeout(() => destroyConnection(client), CONNECT_TIMEOUT_MS);
  try {
    await client.query(`
      set statement_timeout = ${statement}; set lock_timeout = ${lock};
      set idle_in_transaction_session_timeout = ${idleInTransaction};
      set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`);
  } finally {
    clearTimeout(timer);
  }
}

/** pg hands its connection out, but its types do not say so. */
export const rawConnectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: WireConnection }).connection;

export const destroyConnection = (client: pg.ClientBase) => rawConnectionOf(client).stream.destroy();

const GRACE_MS = 3_000;
const ROUND_MS = 1_000;

/** Calls `look` every second with the moment before which nothing should have been left unanswered. */
export function watch(limits: Limits, look: (overdueSince: number) => void): { stop(): void } {
  const patience = limits.statement === 0 ? Number.POSITIVE_INFINITY : limits.statement + GRACE_MS;
  const timer = setInterval(() => look(performance.now() - patience), ROUND_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** A connection of its own for one errand, closed behind it. */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  // What is under way gets the error; without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
