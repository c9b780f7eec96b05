// After a fault under load: whether all is served again, and whether whatever was acknowledged is there, once.
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '#db/connection.ts';
import { openDatabase } from '#db/database.ts';
import { violationsOf } from '#server/verify/verify.ts';
import { connectionTo, type RealService } from '#tests/kit/real-service.ts';
import { compareBookings } from './ground.ts';
import type { Loads } from './load.ts';

/** A person would have given up by then. */
const RECOVERY_MS = 30_000;

export async function everyLoadServed(service: RealService, loads: Loads, when: string): Promise<void> {
  const since = Date.now();
  for (;;) {
    const unserved = loads.unservedSince(since);
    if (!service.isRunning())
      throw new Error(`${when}: the service has ended\n${service.output.slice(-20).join('\n')}`);
    if (unserved.length === 0 && (await service.isAlive())) return;
    if (Date.now() - since > RECOVERY_MS)
      throw new Error(`${when}: no ${unserved.join(', ') || 'alive call'} succeeds`);
    await wait(50);
  }
}

/** What verify finds, a line each. */
export async function wrongIn(connection: Connection): Promise<string[]> {
  return (await violationsOf(connection)).map(({ name, count, examples }) => `${name}, ${count} times: ${examples[0]}`);
}

export async function audit(dataDir: string, { bookings, frames, strange }: Loads) {
  const connection = connectionTo(dataDir);
  const { lost, doubled } = await compareBookings(connection, bookings);
  const db = openDatabase(connection, 2);
  try {
    const names = (await db.selectFrom('frames').select('name').execute()).map(({ name }) => name);
    return {
      missing: [
        ...lost,
        ...doubled,
        ...[...frames].filter((frame) => names.filter((name) => name === frame).length !== 1),
      ],
      violations: await violationsOf(connection),
      strange,
    };
  } finally {
    await db.destroy();
  }
}
