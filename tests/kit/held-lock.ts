// A lock that statements wait for until a test lets go of it: a sleep would be too long, or too short on a busy machine.
import pg from 'pg';
import { expect } from 'vitest';

interface HeldLock {
  /** Settles when so many have waited for it for that long, as the database sees it. */
  untilWaiting(count?: number, ms?: number): Promise<void>;
  release(): Promise<void>;
}

export async function holdLock(server: pg.ClientConfig, key: number): Promise<HeldLock> {
  const holder = new pg.Client(server);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [key]);
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
    and clock_timestamp() - waitstart >= $2 * interval '1 millisecond'`;
  return {
    untilWaiting: (count = 1, ms = 0) =>
      expect.poll(async () => (await holder.query(waiting, [key, ms])).rowCount, { timeout: 10_000 }).toBe(count),
    release: () => holder.end(),
  };
}
