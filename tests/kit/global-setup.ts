// One PostgreSQL for all tests, with a migrated template from which each test file clones a database of its own.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { RUNTIME } from '#db/embedded/cluster.ts';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { PREPARED } from './prepared.ts';

export const TEMPLATE = 'biyori';

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-tests-'));
  const database = await startEmbedded(folder, { durable: false, settings: { max_connections: '300' } });
  await migrate(database);
  // What a test makes there by itself, the service may use as its own.
  const client = new pg.Client(database.superuser);
  await client.connect();
  for (const kind of ['tables', 'sequences']) {
    await client.query(`alter default privileges in schema public grant all on ${kind} to ${RUNTIME}`);
  }
  await client.end();
  project.provide('database', database.superuser);
  const shelf = await mkdtemp(path.join(os.tmpdir(), 'biyori-prepared-'));
  // PostgreSQL's account has to get through.
  await chmod(shelf, 0o711);
  process.env[PREPARED] = shelf;
  return async () => {
    await database.stop();
    for (const each of [folder, shelf]) await rm(each, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string; database: string };
  }
}
