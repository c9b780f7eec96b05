// Brings a database's schema up to date: plain SQL files, forward only, one server at a time.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { applyLimits, type Connection, LIMITS, openingOf } from './connection.ts';
import { isOverload } from './errors.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const LOCK_KEY = 5_310_001;
const OLDEST_SERVER = 150_000;

export class SchemaMismatch extends Error {}

/** Returns the names of the migrations it applied. */
export function migrate(connection: Connection, folder: URL = FOLDER): Promise<string[]> {
  return withClient(connection, async (client, lock) => {
    // However long another server takes.
    await applyLimits(client, { ...LIMITS.migration, lock: 0 });
    const { rows } = await client.query('select current_setting($1)::int as version', ['server_version_num']);
    if (rows[0].version < OLDEST_SERVER) throw new SchemaMismatch('PostgreSQL 15 or later is needed.');
    // Several servers may start at once: the others wait here and then find nothing to do.
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await applyLimits(client, { ...LIMITS.migration, lock });
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const missing = await readMissing(client, folder);
    for (const migration of missing) await applyPatiently(client, migration);
    return missing.map(({ name }) => name);
  });
}

/** Changes nothing, and throws where the schema is not this program's. */
export function checkSchema(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as "isMade"`);
    const missing = rows[0].isMade ? await readMissing(client, FOLDER) : null;
    if (missing?.length === 0) return;
    const what = missing ? `is older than this program (it lacks ${missing[0]?.name})` : 'has not been made yet';
    throw new SchemaMismatch(
      `The database's schema ${what}: bring it up to date with "npm run operator -- migrate", or start the service.`,
    );
  });
}

async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client, lock: number) => Promise<T>,
): Promise<T> {
  const { config, limits } = openingOf(connection, LIMITS.migration);
  const client = new pg.Client(config);
  // What is under way tells of it; without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client, limits.lock);
  } finally {
    await client.end();
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Those that are yet to be applied, in order; throws where others were applied than this program knows. */
async function readMissing(client: pg.Client, folder: URL): Promise<Migration[]> {
  const applied = new Map<string, string>(
    (await client.query('select name, checksum from schema_migrations')).rows.map((row) => [row.name, row.checksum]),
  );
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of applied.keys()) {
    if (!files.includes(name)) throw new SchemaMismatch(`The database is newer than this program: it has ${name}.`);
  }
  const missing: Migration[] = [];
  for (const name of files) {
    const sql = await readFile(new URL(name, folder), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before) throw new SchemaMismatch(`Migration ${name} was edited after it had been applied.`);
    missing.push({ name, sql, checksum });
  }
  return missing;
}

const LOCK_TRIES = 6;

/** Servers at work hold what a migration wants for moments; it lets them go first again and again instead of blocking all. */
async function applyPatiently(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOne(client, migration);
      return;
    } catch (error) {
      if (isOverload(error) && attempt < LOCK_TRIES) continue;
      throw new SchemaMismatch(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    // Where the connection is gone the server rolls back by itself.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
