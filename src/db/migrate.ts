// Brings a database's schema up to date, one server at a time: plain SQL files for tables, each applied once, and for functions,
// applied again whenever their text has changed (decision 38).

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

import program from '../../package.json' with { type: 'json' };
import { applyLimits, type Connection, LIMITS, openingOf, type Roles, withClient } from './connection.ts';
import { isOverload, MAY_PASS, StartRefused } from './errors.ts';
import { grantRights, readRole } from './grants.ts';
import { requireSession } from './pooler-detection.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const LOCK_KEY = 5_310_001;
const LOCK_POLL_MS = 200;
const OLDEST_SERVER = 150_000;

type Report = (line: string) => void;

/**
 * Returns the names of the files it applied; reports if it has to wait for somebody who is at it. Where the tables are not the service's own
 * role's, it is given what it needs of them.
 */
export function migrate(at: Connection | Roles, folder: URL = FOLDER, report: Report = () => {}): Promise<string[]> {
  const { connection, owner } = 'owner' in at ? at : { connection: at, owner: at };
  return withSession(owner, async (client, lock) => {
    // However long another server takes.
    await applyLimits(client, { ...LIMITS.migration, lock: 0 });
    const { rows } = await client.query('select current_setting($1)::int as version', ['server_version_num']);
    if (rows[0].version < OLDEST_SERVER) throw new StartRefused('PostgreSQL 15 or later is needed.');
    // Several servers may start at once: the others wait here and then find nothing to do.
    const letGo = await lockSchema(client, report);
    try {
      await applyLimits(client, { ...LIMITS.migration, lock });
      await createJournal(client);
      const { tables, functions } = await readMissing(client, folder);
      for (const file of tables) {
        if (isOutsideTransaction(file)) await untilFree([file], () => applyOutside(client, file, lock));
        else await untilFree([file], () => applyTogether(client, [file]));
      }
      // Together, so that nobody meets some of before and some of after.
      if (functions.length > 0) await untilFree(functions, () => applyTogether(client, functions));
      if (connection !== owner) await grantRights(client, await readRole(connection));
      return [...tables, ...functions].map(({ name }) => name);
    } finally {
      await letGo();
    }
  });
}

/** Changes nothing, and throws where the schema is not this program's. */
export function checkSchema(connection: Connection): Promise<void> {
  return withSession(connection, async (client) => {
    const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as "isMade"`);
    const missing = rows[0].isMade ? await readMissing(client, FOLDER) : null;
    const lacks = missing && [...missing.tables, ...missing.functions];
    if (lacks?.length === 0) return;
    const what = lacks ? `is older than this program (it lacks ${lacks[0]?.name})` : 'has not been made yet';
    throw new StartRefused(
      `The database's schema ${what}: bring it up to date with the operator's command "migrate", or start the service.`,
    );
  });
}

let ownTables: Promise<{ name: string; checksum: string }[]> | undefined;

/**
 * For a server at work: throws where a table of its own is not there, or is another one, as after somebody has put another
 * database in the place. Newer ones are none of its business: servers of the version before go on until they are replaced.
 */
export async function checkOwnTables(client: pg.Client): Promise<void> {
  ownTables ??= readFiles(FOLDER).then((files) => files.filter(({ name }) => !isFunctions(name)));
  const applied = new Map((await readSchemaFiles(client)).map(({ name, checksum }) => [name, checksum]));
  const wrong = (await ownTables).find(({ name, checksum }) => applied.get(name) !== checksum);
  if (wrong) throw new StartRefused(`its schema is not this program's: ${wrong.name}`);
}

export async function readSchemaFiles(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return rows.filter(({ name }) => !isFunctions(name));
}

/**
 * Makes the tables as those files did, in the caller's transaction and an empty database: no functions and no triggers, so that
 * what is loaded into them stays as it is. `migrate` leads on from there. Throws where this program has other files.
 */
export async function createTables(client: pg.Client, made: readonly { name: string; checksum: string }[]) {
  await createJournal(client);
  const own = new Map((await readFiles(FOLDER)).map((file) => [file.name, file]));
  for (const { name, checksum } of made) {
    const file = own.get(name);
    if (file?.checksum !== checksum) {
      const what = file ? 'another text than this program has' : 'which this program does not have';
      throw new StartRefused(`Its tables were made by ${name}, ${what}: take the program that made the backup.`);
    }
    await apply(client, { ...file, sql: file.sql.replace('create index concurrently', 'create index') });
  }
}

/**
 * While it is held, nobody else changes the schema; a service that starts waits for it. It is given back in so many words: a pool
 * may keep the connection, and the lock with it, when its client goes.
 */
export async function lockSchema(client: pg.Client, report: Report = () => {}): Promise<() => Promise<void>> {
  const tryLock = async () =>
    (await client.query('select pg_try_advisory_lock($1) as "isHeld"', [LOCK_KEY])).rows[0].isHeld;
  if (!(await tryLock())) {
    const began = performance.now();
    report('the schema is being changed or restored by another process: waiting for it');
    // By polling: an index that is built concurrently waits for every statement under way, so also for one that waited here for it.
    while (!(await tryLock())) await sleep(LOCK_POLL_MS);
    report(`the schema is free after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  return async () => {
    // Where the connection is gone, so is the lock.
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {});
  };
}

function withSession<T>(connection: Connection, work: (client: pg.Client, lock: number) => Promise<T>): Promise<T> {
  const { config, limits } = openingOf(connection, LIMITS.migration);
  return withClient(config, async (client) => {
    await requireSession(client, config);
    return work(client, limits.lock);
  });
}

interface SqlFile {
  name: string;
  sql: string;
  checksum: string;
}

async function readFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

const isFunctions = (name: string) => name.startsWith('functions/');

const EARLIER = [
  'This database was made by an earlier state of the program and cannot be brought up to date; nothing in it was changed.',
  'Export what matters with the program that made it, and start with an empty data folder (DATA_DIR) or an empty',
  'database (DATABASE_URL).',
].join(' ');

/** What is yet to be applied, in order; throws where the database is not one that this program can bring up to date. */
async function readMissing(client: pg.Client, folder: URL): Promise<Record<'tables' | 'functions', SqlFile[]>> {
  // Journals of earlier states have no column for the program.
  const { rows } = await client.query<{ name: string; checksum: string; program: string | null }>(
    `select name, checksum, to_jsonb(journal) ->> 'program' as program from schema_migrations as journal`,
  );
  const applied = new Map(rows.map((row) => [row.name, row]));
  const files = await readFiles(folder);
  const tables = files.filter(({ name }) => !isFunctions(name));
  const missing = tables.filter(({ name }) => !applied.has(name));
  const unknown = rows.find(({ name }) => !isFunctions(name) && !tables.some((file) => file.name === name));
  const isEdited = ({ name, checksum }: SqlFile) => applied.has(name) && applied.get(name)?.checksum !== checksum;
  if (tables.some(isEdited) || (unknown && missing.length > 0)) throw new StartRefused(EARLIER);
  if (unknown) throw new StartRefused(`The database is newer than this program: it has ${unknown.name}.`);

  const functions = files.filter(({ name, checksum }) => isFunctions(name) && applied.get(name)?.checksum !== checksum);
  // A server of the version before that starts once more must not bring its functions back.
  const newer = functions.map(({ name }) => applied.get(name)).find((row) => isLater(row?.program ?? ''));
  if (newer) throw new StartRefused(`The database is newer than this program: it has version ${newer.program}.`);
  return { tables: missing, functions };
}

const isLater = (version: string) => version.localeCompare(program.version, 'en', { numeric: true }) > 0;

/** For a minute, about. */
const ATTEMPTS = 120;
const PAUSE_MS = 200;

/** Servers at work have locks of what a migration wants for moments; it lets them go first again and again instead of blocking all. */
async function untilFree(files: SqlFile[], applyFiles: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyFiles();
      return;
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if ((isOverload(error) || code === DEADLOCK) && attempt < ATTEMPTS) {
        await sleep(PAUSE_MS);
        continue;
      }
      const names = files.map(({ name }) => name).join(', ');
      const advice = code === '42501' ? ' (DATABASE_OWNER_URL names the role that owns the tables)' : '';
      throw new StartRefused(`Migration ${names} failed: ${message}${advice}`, MAY_PASS, { cause: error });
    }
  }
}

const DEADLOCK = '40P01';

/** One statement: an index of a big table, or a backfill that commits after each batch. Begun once more, it does what is left. */
const isOutsideTransaction = ({ sql }: SqlFile) => sql.startsWith('-- no transaction');

async function applyOutside(client: pg.Client, file: SqlFile, lock: number): Promise<void> {
  const index = /create index concurrently (\w+)/.exec(file.sql)?.[1];
  if (index) {
    // Nobody waits behind an index that is built concurrently, however long it waits for others.
    await client.query('set lock_timeout = 0');
    // What an attempt that was broken off has left is not valid.
    await client.query(`drop index concurrently if exists ${index}`);
  }
  try {
    await apply(client, file);
  } finally {
    await client.query(`set lock_timeout = ${lock}`).catch(() => {});
  }
}

async function applyTogether(client: pg.Client, files: SqlFile[]): Promise<void> {
  try {
    await client.query('begin');
    for (const file of files) await apply(client, file);
    await client.query('commit');
  } catch (error) {
    // Where the connection is gone the server rolls back by itself.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function createJournal(client: pg.Client): Promise<void> {
  // Who may not make tables is refused even where this one is there.
  const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as "isMade"`);
  if (rows[0].isMade) return;
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, program text, applied_at timestamptz not null default now())`);
}

async function apply(client: pg.Client, { name, sql, checksum }: SqlFile): Promise<void> {
  await client.query(sql);
  await client.query(
    `insert into schema_migrations (name, checksum, program) values ($1, $2, $3)
     on conflict (name) do update set checksum = $2, program = $3, applied_at = now()`,
    [name, checksum, program.version],
  );
}
