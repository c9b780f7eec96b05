// Starts and stops the PostgreSQL that comes with the service, on one data folder and for one process at a time.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  childOptions,
  findHome,
  type Home,
  isAlive,
  makeCluster,
  makeSocketFolder,
  SUPERUSER,
} from './embedded-account.ts';

const DATABASE = 'biyori';
/** Only names the socket file: no TCP port is ever opened. */
const PORT = 5432;
/** Held by the living service on database "postgres": a server without a holder has lost its service. */
const OWNER_LOCK = 7_224_905;
const LOG_LIMIT = 10 * 1024 * 1024;
/** A dead client's backend needs a moment to go, and its lock with it. */
const OWNER_PATIENCE = 3_000;
/** Replaying the log after a power cut, or a last checkpoint, takes a slow disk this long at worst. */
const SERVER_PATIENCE = 120_000;

export interface EmbeddedDatabase {
  /** options for pg's Pool: host is the socket directory */
  connection: { host: string; port: number; user: string; database: string };
  /** where the cluster lies when it could not be put into the data folder; null otherwise */
  elsewhere: string | null;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** false switches syncing off: for tests only, a power cut ruins the cluster */
  durable?: boolean;
  settings?: Record<string, string>;
}

export class AlreadyRunning extends Error {
  constructor(dataDir: string) {
    super(`The service is already running on the data folder ${dataDir}: stop it first, or choose another folder.`);
    this.name = 'AlreadyRunning';
  }
}

const inThisProcess = new Set<string>();

export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const home = findHome(dataDir);
  if (inThisProcess.has(home.cluster)) throw new AlreadyRunning(home.data);
  inThisProcess.add(home.cluster);
  try {
    await makeCluster(home, options.durable ?? true);
    const { pid, sockets } = await launch(home, options);
    const owner = await becomeOwner(home, pid, sockets);
    const stopOnce = async () => {
      // The lock is kept until the server is down, so that a rival start cannot mistake it for an orphan.
      owner.resign();
      await stopServer(home.cluster, pid);
      await owner.leave();
      removeIfEmpty(sockets);
      inThisProcess.delete(home.cluster);
    };
    let stopping: Promise<void> | undefined;
    return {
      connection: { host: sockets, port: PORT, user: SUPERUSER, database: DATABASE },
      elsewhere: home.elsewhere,
      stop: () => {
        stopping ??= stopOnce();
        return stopping;
      },
    };
  } catch (error) {
    inThisProcess.delete(home.cluster);
    throw error;
  }
}

/** For a command beside the service: how to reach the database of this folder while it runs, null when it does not. */
export function connectRunning(dataDir: string): EmbeddedDatabase['connection'] | null {
  const server = runningServer(findHome(dataDir).cluster);
  return server?.ready ? { host: server.sockets, port: PORT, user: SUPERUSER, database: DATABASE } : null;
}

async function launch(home: Home, options: EmbeddedOptions): Promise<{ pid: number; sockets: string }> {
  const deadline = Date.now() + OWNER_PATIENCE;
  for (;;) {
    await endOrphan(home);
    const sockets = makeSocketFolder(home);
    removeStaleLock(join(home.cluster, 'postmaster.pid'), home.cluster);
    removeStaleLock(join(sockets, `.s.PGSQL.${PORT}.lock`), home.cluster);
    const outcome = await spawnServer(home, sockets, options);
    if (typeof outcome === 'number') return { pid: outcome, sockets };
    if (runningServer(home.cluster)) throw new AlreadyRunning(home.data);
    // Both pass by themselves: a rival's lock file half written, and the last children of a killed server.
    const passing = /lock file|still in use/.test(outcome);
    if (!passing || Date.now() > deadline) {
      removeIfEmpty(sockets);
      throw new Error(`PostgreSQL could not be started on ${home.cluster}:\n${outcome}`);
    }
    await sleep(100);
  }
}

/** Gives the pid of a server that is ready, or what the log says about its failure. */
async function spawnServer(home: Home, sockets: string, options: EmbeddedOptions): Promise<number | string> {
  const logPath = join(home.folder, 'postgres.log');
  const log = openSync(logPath, 'a', 0o600);
  if (fstatSync(log).size > LOG_LIMIT) ftruncateSync(log);
  const before = fstatSync(log).size;
  if (process.getuid?.() === 0) fchownSync(log, home.account.uid, home.account.gid);
  // Not pg_ctl start: it goes through a shell, which trips over a quote or a dollar sign in the path, and waits in steps of 100 ms.
  const child = spawn(join(home.bin, 'postgres'), ['-D', home.cluster, ...serverArguments(sockets, options)], {
    ...childOptions(home),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  let ended: string | undefined;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`;
  });
  for (const deadline = Date.now() + SERVER_PATIENCE; ended === undefined; await sleep(10)) {
    const server = runningServer(home.cluster);
    if (server && server.pid === child.pid && server.ready) return server.pid;
    if (Date.now() > deadline) {
      child.kill('SIGINT');
      ended = `it was not ready after ${SERVER_PATIENCE / 1000} s`;
    }
  }
  const said = readFileSync(logPath).subarray(before).toString().trim();
  if (!said) return ended;
  return [ended, `${logPath} ends with:`, ...said.split('\n').slice(-6)].join('\n');
}

function serverArguments(sockets: string, { durable = true, settings = {} }: EmbeddedOptions): string[] {
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${sockets}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),
    shared_buffers: '128MB',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Stops a server whose service was killed; refuses when the service lives. */
async function endOrphan(home: Home): Promise<void> {
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
      throw new Error(
        `PostgreSQL (process ${server.pid}) runs on ${home.cluster} without its socket in ${server.sockets}: ${advice}`,
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

async function becomeOwner(home: Home, pid: number, sockets: string): Promise<Owner> {
  let client: pg.Client | null = null;
  try {
    client = await connectAsOwner(sockets);
    if (!client) throw new AlreadyRunning(home.data);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
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
    // A backend that crashes takes all connections with it, and the server goes on: without its lock it would pass for an orphan.
    while (!resigned) {
      client = await connectAsOwner(sockets).catch(() => null);
      if (client) break;
      await sleep(500, undefined, { ref: false });
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
      await client?.end().catch(() => {});
    },
  };
}

/** Not pg_ctl stop: when a rival starts the next server at once, it goes on waiting for that one to end. */
async function stopServer(cluster: string, pid: number): Promise<void> {
  const isThere = () => runningServer(cluster)?.pid === pid;
  // SIGINT is PostgreSQL's fast shutdown: clients are cut off, what is committed is written out.
  if (isThere()) process.kill(pid, 'SIGINT');
  for (const deadline = Date.now() + SERVER_PATIENCE; isThere(); await sleep(10)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) on ${cluster} does not end.`);
  }
}

/** The postmaster of this cluster, if one lives: its pid file outlives a crash, and the pid may be another's by then. */
function runningServer(cluster: string): { pid: number; sockets: string; ready: boolean } | null {
  const lines = readText(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  if (!isServerOf(pid, cluster)) return null;
  return { pid, sockets: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster);
  }
  try {
    // PostgreSQL makes the cluster its working directory before it writes the pid file; a zombie has none.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/** PostgreSQL itself refuses to start when the pid in a stale lock file has been given to another of its account's processes. */
function removeStaleLock(file: string, cluster: string): void {
  const [first] = readText(file).split('\n');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return;
  const foreign = first
    ? isAlive(Number(first)) && !isServerOf(Number(first), cluster)
    : Date.now() - found.mtimeMs > 10_000;
  if (foreign) rmSync(file, { force: true });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The next start has moved in already.
  }
}
