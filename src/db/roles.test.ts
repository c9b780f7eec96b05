// Two roles for one database: data folders of release 1.0.0 get them, databases of one's own may have them, and one role still does.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startRealService } from '#tests/kit/real-service.ts';
import type { Connection } from './connection.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { readRole } from './grants.ts';
import { checkSchema, migrate } from './migrate.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-roles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ask<Row extends object>(connection: Connection, text: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const OWNERS = `
  select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace
   union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'public'::regnamespace
   union select pg_get_userbyid(typowner) from pg_type where typnamespace = 'public'::regnamespace
   union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`;

test('what release 1.0.0 made as the superuser gets an owner without its rights, and the service a role of its own', async () => {
  const start = () => startEmbedded(path.join(folder, 'data'), { durable: false });
  const first = await start();
  await migrate(first.superuser);
  await ask(first.superuser, 'alter database biyori owner to biyori');
  await ask(first.superuser, `insert into service_key (mark) values ('${'0'.repeat(32)}')`);
  await first.stop();

  const database = await start();
  onTestFinished(() => database.stop());
  expect(await ask(database.superuser, OWNERS)).toEqual([{ owner: 'biyori_owner' }]);
  expect(await migrate(database)).toEqual([]);
  expect((await readRole(database.owner)).isSuperuser).toBe(false);
  expect((await readRole(database.connection)).isSuperuser).toBe(false);
  expect(await ask(database.connection, 'select mark from service_key')).toEqual([{ mark: '0'.repeat(32) }]);
  await expect(ask(database.connection, 'delete from access_log')).rejects.toThrow('permission denied');
}, 120_000);

let database: string;
let admin: pg.Client;
let url: (role: string) => string;
beforeAll(async () => {
  const server = inject('database');
  admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  const id = randomUUID().replaceAll('-', '').slice(0, 12);
  database = `roles_${id}`;
  for (const role of ['runtime', 'owner']) await admin.query(`create role ${role}_${id} login`);
  await admin.query(`create database ${database} owner owner_${id} template template0`);
  const search = new URLSearchParams({ host: server.host, port: String(server.port) });
  url = (role) => `postgres://${role === 'biyori' ? role : `${role}_${id}`}@localhost/${database}?${search}`;
});
const connectionOf = (role: string) => ({ connectionString: url(role) });
afterEach(async () => {
  await ask(
    { ...inject('database'), database },
    'drop schema public cascade; create schema public; grant usage on schema public to public; alter schema public owner to pg_database_owner',
  );
});
afterAll(async () => {
  const id = database.slice('roles_'.length);
  await admin.query(`drop database ${database} with (force)`);
  for (const role of ['runtime', 'owner']) await admin.query(`drop role ${role}_${id}`);
  await admin.end();
});

test('with a role of its own the service starts where nothing is to change, and names the setting where something is', async () => {
  const roles = { connection: connectionOf('runtime'), owner: connectionOf('owner') };
  await expect(migrate(roles.connection)).rejects.toMatchObject({ code: '42501' });
  await migrate(roles);
  await checkSchema(roles.connection);
  expect(await migrate(roles.connection)).toEqual([]);
  await ask(roles.owner, `delete from schema_migrations where name = 'functions/wishes.sql'`);
  await expect(migrate(roles.connection)).rejects.toThrow('DATABASE_OWNER_URL');
  expect(await migrate(roles)).toEqual(['functions/wishes.sql']);
});

test('what a later file makes is granted as it comes, and what was granted too much is taken', async () => {
  const roles = { connection: connectionOf('runtime'), owner: connectionOf('owner') };
  await migrate(roles);
  const [{ name } = { name: '' }] = await ask<{ name: string }>(roles.connection, 'select current_user as name');
  await ask(roles.owner, `create table comes_later (n int); grant all on access_log to ${name}`);
  await expect(ask(roles.connection, 'select from comes_later')).rejects.toThrow('permission denied');
  await migrate(roles);
  await ask(roles.connection, 'insert into comes_later values (1)');
  await expect(ask(roles.connection, 'truncate access_log')).rejects.toThrow('permission denied');
});

test('a superuser is warned of, and nobody else', async () => {
  const start = async (DATABASE_URL: string, more: Record<string, string> = {}) => {
    const env = {
      DATABASE_URL,
      SECRET_KEY: 'a key for tests, of 32 characters',
      PUBLIC_URL: 'https://kenshin.example.jp',
      ...more,
    };
    const service = await startRealService(path.join(folder, 'beside'), { ...env, DEMO: '0', LOG_LEVEL: 'warn' });
    await service.stop();
    return service.output.filter((line) => line.includes('is a superuser'));
  };
  expect(await start(url('runtime'), { DATABASE_OWNER_URL: url('owner') })).toEqual([]);
  expect(await start(url('biyori'))).toHaveLength(1);
}, 400_000);
