// One PostgreSQL for all tests, with a migrated template from which each test file clones a database of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';

export const TEMPLATE = 'biyori';

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-tests-'));
  const database = await startEmbedded(folder, { durable: false, settings: { max_connections: '300' } });
  await migrate(database.connection);
  project.provide('database', database.connection);
  return async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string; database: string };
  }
}
