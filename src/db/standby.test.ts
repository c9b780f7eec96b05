// A real standby: it answers, and is not taken for a database that works until it is promoted.
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEmbedded } from './embedded/embedded.ts';
import { startHeartbeat } from './heartbeat.ts';
import { waitForDatabase } from './wait-for-database.ts';

test('a standby counts as away, at the start and later, and is there once it is promoted', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-standby-'));
  await (await startEmbedded(folder)).stop();
  const cluster = path.join(folder, 'postgres');
  const signal = path.join(cluster, 'standby.signal');
  const { uid, gid } = statSync(cluster);
  writeFileSync(signal, '');
  chownSync(signal, uid, gid);
  const standby = await startEmbedded(folder);
  const heartbeat = startHeartbeat(standby.connection);
  const client = new pg.Client(standby.superuser);
  try {
    await client.connect();
    expect((await client.query('select pg_is_in_recovery() as is')).rows).toEqual([{ is: true }]);
    await expect(waitForDatabase(standby.connection, 0, () => {})).rejects.toThrow(/^The database takes no writes/);
    await expect.poll(() => heartbeat.outage).not.toBeNull();
    const reached = waitForDatabase(standby.connection, 600, () => {});
    await client.query('select pg_promote()');
    await reached;
    await expect.poll(() => heartbeat.outage).toBeNull();
  } finally {
    heartbeat.stop();
    await client.end();
    await standby.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
