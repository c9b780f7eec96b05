// One PostgreSQL server process on one cluster: spawned, found again by its lock file, and stopped; and its log, which is kept short.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repeat } from '#db/repeat.ts';
import type { ReserveBounds } from './disk-reserve.ts';
import { isAlive } from './drafts.ts';
import { childOptions, type Home } from './programs.ts';

/** Only names the socket file: no TCP port is ever opened. */
export const PORT = 5432;
/** Replaying the log after a power cut takes a slow disk this long at worst. */
export const SERVER_PATIENCE = 120_000;
/** A last checkpoint may take this long; after that the log is enough, and the next start replays it. */
const SHUTDOWN_PATIENCE = 20_000;
/** Nothing is written any more: only a process that is itself held up needs longer. */
const IMMEDIATE_PATIENCE = 5_000;

export interface EmbeddedOptions {
  /** the folder of the machine's own PostgreSQL (POSTGRES_BIN); without it, the one that comes along is taken */
  machineBin?: string | null;
  /** false switches syncing off: for tests only, a power cut ruins the cluster */
  durable?: boolean;
  settings?: Record<string, string>;
  log?: LogBounds;
  room?: ReserveBounds;
}

export interface Launch {
  home: Home;
  sockets: string;
  options: EmbeddedOptions;
  signal: AbortSignal;
}

export interface Server {
  pid: number;
  ended: Promise<string>;
}

export const logOf = (home: Home) => join(home.folder, 'postgres.log');

export async function spawnServer({ home, sockets, options, signal }: Launch): Promise<Server | string> {
  const logPath = logOf(home);
  const log = openSync(logPath, 'a', 0o600);
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
  let how: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
  });
  ended.then((output) => {
    how ??= output;
  });
  for (const deadline = Date.now() + SERVER_PATIENCE; how === undefined; await sleep(10)) {
    const server = runningServer(home.cluster);
    if (server && server.pid === child.pid && server.ready) return { pid: server.pid, ended };
    if (signal.aborted || Date.now() > deadline) {
      child.kill('SIGINT');
      await Promise.race([ended, sleep(SHUTDOWN_PATIENCE, undefined, { ref: false })]);
      how = signal.aborted ? 'it was stopped' : `it was not ready after ${SERVER_PATIENCE / 1000} s`;
    }
  }
  const output = readFileSync(logPath).subarray(before).toString().trim();
  if (!output) return how;
  return [how, `${logPath} ends with:`, ...output.split('\n').slice(-6)].join('\n');
}

function serverArguments(sockets: string, { durable = true, settings = {} }: EmbeddedOptions): string[] {
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),
    shared_buffers: '128MB',
    max_connections: '100',
    // The one that comes along has none: the same plans cost the same on the machine's, which would compile those of big reads.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...LOG_SETTINGS,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Not pg_ctl stop: when a rival starts the next server at once, it goes on waiting for that one to end. */
export async function stopServer(cluster: string, pid: number): Promise<void> {
  const isThere = () => runningServer(cluster)?.pid === pid;
  // PostgreSQL's fast shutdown: clients are cut off, what is committed is written out. Then its immediate one.
  for (const [signal, patience] of [
    ['SIGINT', SHUTDOWN_PATIENCE],
    ['SIGQUIT', IMMEDIATE_PATIENCE],
  ] as const) {
    if (isThere()) process.kill(pid, signal);
    for (const deadline = Date.now() + patience; isThere() && Date.now() < deadline; ) await sleep(10);
  }
  if (isThere()) throw new Error(`PostgreSQL (process ${pid}) on ${cluster} does not end.`);
}

/** The postmaster of this cluster, if one lives: its pid file outlives a crash, and the pid may be another's by then. */
export function runningServer(cluster: string): { pid: number; sockets: string; ready: boolean } | null {
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
export function removeStaleLock(file: string, cluster: string): void {
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

interface LogBounds {
  /** In bytes: from there on what was written goes to the second file, in the place of what stood there. */
  limit: number;
  lookMs: number;
}

const BOUNDS: LogBounds = { limit: 10 * 1024 * 1024, lookMs: 60_000 };

/** What a statement said, and the values that PostgreSQL quotes in its details, are nothing for a log. */
export const LOG_SETTINGS = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const;

/**
 * Copied and emptied instead of renamed: the server goes on writing to the file that it was given, at its end. Not PostgreSQL's own
 * collector, which bounds a file's age but not its size where the same name comes round again.
 */
async function moveAside(file: string, limit: number): Promise<void> {
  const { size } = await stat(file);
  if (size <= limit) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** Looks from time to time, also before the first server writes to it. */
export async function rotateLog(file: string, { limit, lookMs }: LogBounds = BOUNDS) {
  // A log that is not there, or on a full disk, is no reason to disturb anybody.
  const looks = repeat(lookMs, () => moveAside(file, limit));
  await looks.run();
  return looks;
}
