// What is done from time to time without anybody asking.
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/database.ts';
import type { Service } from './service.ts';

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

export function startJobs(service: Service, log: FastifyBaseLogger): { stop(): void } {
  const run = () => sweep(service.db, service).catch((error) => log.error({ err: error }, 'sweep failed'));
  run();
  const timer = setInterval(run, HOUR_MS);
  return { stop: () => clearInterval(timer) };
}
