// What is done from time to time without anybody asking.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Service } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const KEEP_ANSWERS_DAYS = 7;

/** Removes what has run out. Deletes that several servers make at once are harmless. */
export async function sweep(db: Db, service: Service): Promise<void> {
  const now = service.clock().getTime();
  const ago = (ms: number) => new Date(now - ms);
  await db
    .deleteFrom('sessions')
    .where('last_used_at', '<', ago(service.config.sessions.maximumHours * HOUR_MS))
    .execute();
  await db
    .deleteFrom('failed_tries')
    .where('last_failure_at', '<', ago(24 * HOUR_MS))
    .execute();
  await db
    .deleteFrom('answered_requests')
    .where('answered_at', '<', ago(KEEP_ANSWERS_DAYS * 24 * HOUR_MS))
    .execute();
  await db.deleteFrom('used_assertions').where('expires_at', '<', ago(0)).execute();
}

/** Puts what has moved since the last time into the counts of live reservations (decision 31). */
export async function foldLiveCounts(db: Db): Promise<void> {
  await sql`select fold_live_counts()`.execute(db);
}

export function startJobs(service: Service, log: FastifyBaseLogger): { stop(): void } {
  const repeat = (what: string, everyMs: number, work: () => Promise<void>) => {
    const run = () => work().catch((error) => log.error({ err: error }, `${what} failed`));
    run();
    return setInterval(run, everyMs);
  };
  const timers = [
    repeat('sweep', HOUR_MS, () => sweep(service.db, service)),
    repeat('fold of the live counts', MINUTE_MS, () => foldLiveCounts(service.db)),
  ];
  return { stop: () => timers.forEach(clearInterval) };
}
