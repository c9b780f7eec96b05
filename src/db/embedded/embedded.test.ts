// Proves that the embedded database survives what happens to a service: kills, doubles, crashes and odd folders.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { EACH_POSTGRESQL } from '#tests/kit/postgresql.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { AlreadyRunning } from './owner.ts';
import { BUNDLED } from './programs.ts';
import type { EmbeddedOptions } from './server-process.ts';

const HOLDER = join(import.meta.dirname, '../../../tests/torture/hold-database.ts');
const loose = { durable: false };
const children: ChildProcess[] = [];
const heldFolders: [dataDir: string, machineBin: string | null][] = [];
const databases: EmbeddedDatabase[] = [];
let base: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'embedded-test-'));
  // As root the database runs as another account, which has to get through.
  chmodSync(base, 0o711);
});

afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await Promise.all(databases.splice(0).map((database) => database.stop()));
  // A killed holder leaves its server behind: take it over once more and end it properly.
  for (const [dataDir, machineBin] of heldFolders.splice(0)) {
    if (!existsSync(join(dataDir, 'postgres/postmaster.pid'))) continue;
    await (await startEmbedded(dataDir, { ...loose, machineBin })).stop();
  }
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

async function start(dataDir: string, options: EmbeddedOptions = loose): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(dataDir, options);
  databases.push(database);
  return database;
}

async function query(database: EmbeddedDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.superuser);
  // A server that dies under a question fails that question, not the test.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** The lock that says whose the server is goes with a lost connection, and is taken again a moment later. */
async function ownerIsBack(database: EmbeddedDatabase): Promise<void> {
  const held = `SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory'`;
  await vi.waitFor(async () => expect(await query(database, held)).toEqual([1]), 20_000);
}

function hold(dataDir: string, durability = 'loose', machineBin: string | null = null) {
  const env = machineBin ? { ...process.env, POSTGRES_BIN: machineBin } : process.env;
  const child = spawn(process.execPath, [HOLDER, dataDir, durability], { stdio: ['pipe', 'pipe', 'inherit'], env });
  children.push(child);
  heldFolders.push([dataDir, machineBin]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    nextLine: async () => (await lines.next()).value as string | undefined,
    send: (line: string) => child.stdin.write(`${line}\n`),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

test.each(EACH_POSTGRESQL)('starts on a missing folder, with private files and no port (%s)', async (_, machineBin) => {
  const dataDir = join(base, machineBin ? 'fresh-machine' : 'fresh');
  const database = await start(dataDir, { ...loose, machineBin });
  const [version] = await query(database, `SELECT split_part(current_setting('server_version'), ' ', 1)`);
  expect(await query(database, `SELECT current_setting('jit')`)).toEqual(['off']);
  expect(version).toMatch(machineBin ? new RegExp(`^${machineBin.split('/').at(-2)}[.]`) : BUNDLED.version);
  expect(await query(database, `SELECT current_database(), current_user, current_setting('listen_addresses')`)).toEqual(
    ['biyori', 'biyori', ''],
  );
  expect(await query(database, `SELECT current_setting('TimeZone'), current_setting('server_encoding')`)).toEqual([
    'UTC',
    'UTF8',
  ]);
  expect(database.elsewhere).toBeNull();
  // Where a command sees it too that does not share the temporary folder of the service.
  expect(database.connection.host).toBe(join(dataDir, 'socket'));
  expect(statSync(database.connection.host).mode & 0o777).toBe(0o700);
  await database.stop();
  await database.stop();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test.each(['short', 'long'.repeat(40)])(
  'keeps its rows over a restart, also with a quote and a dollar sign in the path (%s)',
  async (length) => {
    const dataDir = join(base, `it's "$HOME" ${length}`);
    const first = await start(dataDir);
    await query(first, 'CREATE TABLE notes AS SELECT 42 AS n');
    await first.stop();
    const again = await start(dataDir);
    expect(await query(again, 'SELECT n FROM notes')).toEqual([42]);
  },
);

test('refuses a second start while the first lives, in this process and in another', async () => {
  const dataDir = join(base, 'double');
  const first = await start(dataDir);
  await expect(startEmbedded(dataDir, loose)).rejects.toThrow(AlreadyRunning);
  const second = hold(dataDir);
  expect(await second.nextLine()).toMatch(/^refused .*double/);
  expect(await query(first, 'SELECT 1')).toEqual([1]);
});

test('still counts as the owner after its connections were all cut', async () => {
  const dataDir = join(base, 'cut');
  const first = await start(dataDir);
  await query(first, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  await ownerIsBack(first);
  const second = hold(dataDir);
  expect(await second.nextLine()).toMatch(/^refused/);
});

test('of several that start at once one wins, the others are refused: on an empty folder, and on an orphan', async () => {
  const dataDir = join(base, 'race');
  for (const _ of ['empty', 'orphan']) {
    const holders = [hold(dataDir), hold(dataDir), hold(dataDir)];
    const answers = await Promise.all(holders.map((holder) => holder.nextLine()));
    expect(answers.filter((line) => line === 'ready')).toHaveLength(1);
    expect(answers.filter((line) => line?.startsWith('refused'))).toHaveLength(2);
    await holders[answers.indexOf('ready')]?.kill();
  }
  expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});

test.each(EACH_POSTGRESQL)(
  'replaces the orphan of a killed service, and keeps what it had committed (%s)',
  async (_, machineBin) => {
    const dataDir = join(base, machineBin ? 'orphan-machine' : 'orphan');
    const holder = hold(dataDir, 'durable', machineBin);
    expect(await holder.nextLine()).toBe('ready');
    holder.send('kept');
    expect(await holder.nextLine()).toBe('written kept');
    const orphan = postmasterPid(dataDir);
    await holder.kill();
    expect(() => process.kill(orphan, 0)).not.toThrow();
    const again = await start(dataDir, { ...loose, machineBin });
    expect(postmasterPid(dataDir)).not.toBe(orphan);
    expect(await query(again, 'SELECT note FROM notes')).toEqual(['kept']);
  },
);

test('survives the death of the server, and starts again after it', async () => {
  const dataDir = join(base, 'crash');
  const first = await start(dataDir, { durable: true });
  await query(first, 'CREATE TABLE notes AS SELECT 7 AS n');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await first.stop();
  const again = await start(dataDir, { durable: true });
  expect(await query(again, 'SELECT n FROM notes')).toEqual([7]);
});

// Durable, since a killed server takes with it what it had not written out yet; a busy disk takes a while for that.
test.each(EACH_POSTGRESQL)(
  'a server that is killed is started again, and keeps its owner and its rows (%s)',
  async (_, machineBin) => {
    const dataDir = join(base, machineBin ? 'again-machine' : 'again');
    const lines: string[] = [];
    const database = await startEmbedded(dataDir, { durable: true, machineBin }, (line) => lines.push(line));
    databases.push(database);
    await query(database, 'CREATE TABLE notes AS SELECT 7 AS n');
    for (const _time of ['first', 'second']) {
      const before = postmasterPid(dataDir);
      process.kill(before, 'SIGKILL');
      await vi.waitFor(async () => expect(await query(database, 'SELECT n FROM notes')).toEqual([7]), 40_000);
      expect(postmasterPid(dataDir)).not.toBe(before);
    }
    expect(lines).toEqual(Array(2).fill('PostgreSQL is gone (it ended with SIGKILL): it is started again.'));
    await ownerIsBack(database);
    const rival = hold(dataDir, 'loose', machineBin);
    expect(await rival.nextLine()).toMatch(/^refused/);
  },
);

test('one whose folder is gone is given up, and no empty one takes its place', async () => {
  const dataDir = join(base, 'gone');
  const database = await start(dataDir);
  const postmaster = postmasterPid(dataDir);
  rmSync(join(dataDir, 'postgres'), { recursive: true, maxRetries: 5 });
  try {
    process.kill(postmaster, 'SIGKILL');
  } catch {
    // It has noticed by itself.
  }
  expect((await database.lost).message).toBe(`The database's folder ${join(dataDir, 'postgres')} is gone.`);
  await database.stop();
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('a stop in the middle of a restart leaves no server behind', async () => {
  const dataDir = join(base, 'stopped');
  const lines: string[] = [];
  const database = await startEmbedded(dataDir, loose, (line) => lines.push(line));
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await vi.waitFor(() => expect(lines).toHaveLength(1), { interval: 1, timeout: 60_000 });
  await database.stop();
  const again = await start(dataDir);
  expect(await query(again, 'SELECT 1')).toEqual([1]);
});

test('is not blocked by a stale pid file, whether its process is dead, process 1 or this one', async () => {
  const dataDir = join(base, 'stale');
  await (await start(dataDir)).stop();
  for (const pid of [4194303, 1, process.pid]) {
    const lines = [pid, join(dataDir, 'postgres'), 1700000000, 5432, '/nowhere', '', '1 1', 'ready'];
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`);
    const database = await start(dataDir);
    expect(await query(database, 'SELECT 1')).toEqual([1]);
    await database.stop();
  }
});

test.runIf(process.getuid?.() === 0)(
  'as root finds its cluster again, below a closed folder and after a move',
  async () => {
    const closed = join(base, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const first = await start(join(closed, 'data'));
    const { elsewhere } = first;
    expect(elsewhere).toMatch(/^\/var\/lib\/kenshin-biyori\/[^/]+\/postgres$/);
    try {
      await query(first, 'CREATE TABLE notes AS SELECT 5 AS n');
      await first.stop();
      renameSync(join(closed, 'data'), join(base, 'moved'));
      const again = await start(join(base, 'moved'));
      expect(again.elsewhere).toBe(elsewhere);
      expect(await query(again, 'SELECT n FROM notes')).toEqual([5]);
      await again.stop();
    } finally {
      rmSync(dirname(elsewhere!), { recursive: true, force: true });
    }
  },
);

test('clears away what a killed initdb left, and does not touch what it did not make', async () => {
  const dataDir = join(base, 'half');
  mkdirSync(join(dataDir, 'postgres.new-4194303/base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.new-4194303/PG_VERSION'), '18\n');
  await (await start(dataDir)).stop();
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);

  const strange = join(base, 'strange');
  mkdirSync(join(strange, 'postgres/photos'), { recursive: true });
  await expect(startEmbedded(strange, loose)).rejects.toThrow('not a PostgreSQL cluster');
  expect(existsSync(join(strange, 'postgres/photos'))).toBe(true);
});

test('says what is wrong when the server does not start', async () => {
  const failure = startEmbedded(join(base, 'wrong'), { durable: false, settings: { shared_buffers: 'plenty' } });
  await expect(failure).rejects.toThrow(/could not be started[\s\S]*invalid value for parameter "shared_buffers"/);
});

test('its log is terse, and two files hold all of it, however long the server writes', async () => {
  const dataDir = join(base, 'talkative');
  const database = await startEmbedded(dataDir, { ...loose, log: { limit: 2_000, lookMs: 20 } });
  databases.push(database);
  const log = join(dataDir, 'postgres.log');
  await query(database, 'CREATE TABLE people (name text PRIMARY KEY)');
  await query(database, `INSERT INTO people VALUES ('健診 花子')`);
  const fail = () => query(database, `INSERT INTO people VALUES ('健診 花子')`).catch(() => {});
  const failUntilTurned = async () => {
    await fail();
    return existsSync(`${log}.1`);
  };
  await expect.poll(failUntilTurned, { timeout: 60_000, interval: 1 }).toBe(true);
  await expect.poll(() => readFileSync(log).length).toBeLessThan(2_000);
  await fail();
  for (const file of [log, `${log}.1`]) {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('duplicate key value');
    expect(text).not.toMatch(/花子|STATEMENT|DETAIL|INSERT/);
  }
});

test('data of another major version of PostgreSQL are left alone, with the commands that lead on', async () => {
  const dataDir = join(base, 'other-major');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  if (process.getuid?.() === 0) chownSync(join(dataDir, 'postgres'), 65_534, 65_534);
  const refused = await startEmbedded(dataDir, loose).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(refused).toContain("PostgreSQL 17's");
  expect(refused).toContain('deploy/operator.sh backup FILE');
  expect(refused).toContain('deploy/operator.sh restore FILE');
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
});

/** Programs of a machine that say a version and nothing more. */
function pretendPrograms(version: string): string {
  const bin = mkdtempSync(join(base, 'bin-'));
  chmodSync(bin, 0o755);
  for (const program of ['postgres', 'initdb']) {
    writeFileSync(join(bin, program), `#!/bin/sh\necho "postgres (PostgreSQL) ${version} (Debian ${version}-1)"\n`, {
      mode: 0o755,
    });
  }
  return bin;
}

test('a POSTGRES_BIN that cannot do the work is refused in a sentence: none, too old, and one of another major version than the data', async () => {
  const dataDir = join(base, 'unfit');
  const refusalOf = (machineBin: string) =>
    startEmbedded(dataDir, { ...loose, machineBin }).then(
      () => '',
      (error: Error) => error.message,
    );
  expect(await refusalOf(base)).toContain(`POSTGRES_BIN (${base}) holds no postgres: name the folder`);
  const silent = mkdtempSync(join(base, 'bin-'));
  for (const program of ['postgres', 'initdb']) writeFileSync(join(silent, program), '');
  expect(await refusalOf(silent)).toMatch(/cannot be run by the account with the uid \d+ \(EACCES\)/);
  expect(await refusalOf(pretendPrograms('14.20'))).toContain('is PostgreSQL 14, and 15 or later is needed');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  await (await start(dataDir)).stop();
  const refused = await refusalOf(pretendPrograms('17.2'));
  const [major] = BUNDLED.version.split('.');
  expect(refused).toContain(`PostgreSQL ${major}'s, and what is to work on them is PostgreSQL 17`);
  expect(refused).toMatch(
    /POSTGRES_BIN as it was before\): +deploy\/operator\.sh backup FILE\n.* deploy\/operator\.sh restore FILE$/,
  );
  expect(await query(await start(dataDir), 'SELECT 1')).toEqual([1]);
});

test.each(EACH_POSTGRESQL)(
  'with little room on the disk nothing more is saved, over a restart too, and all is read; with room it is saved again (%s)',
  async (_, machineBin) => {
    const folder = join(base, machineBin ? 'room-machine' : 'room');
    const lines: string[] = [];
    const bounds = { reserve: Number.MAX_SAFE_INTEGER, enough: Number.MAX_SAFE_INTEGER, lookMs: 20 };
    const write = (database: EmbeddedDatabase) => query(database, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 1 AS n');
    const start = () => startEmbedded(folder, { durable: false, room: bounds, machineBin }, (line) => lines.push(line));
    let database = await start();
    try {
      await write(database);
      expect(database.isFull()).toBe(false);
      database.keepRoom();
      expect(database.isFull()).toBe(true);
      await vi.waitFor(async () => await expect(write(database)).rejects.toThrow('read-only transaction'), 20_000);
      expect(await query(database, 'SELECT count(*)::integer FROM kept')).toEqual([1]);
      await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('the disk is full')]), 20_000);
      await database.stop();

      // Whoever starts has something to write first.
      database = await start();
      await write(database);
      database.keepRoom();
      await vi.waitFor(async () => await expect(write(database)).rejects.toThrow('read-only transaction'), 20_000);
      Object.assign(bounds, { reserve: 0, enough: 0 });
      await vi.waitFor(() => write(database), 20_000);
      expect(database.isFull()).toBe(false);
      await vi.waitFor(() => expect(lines.at(-1)).toContain('there is room on the disk again'), 20_000);
    } finally {
      await database.stop();
    }
  },
);
