// What is done from time to time without anybody asking.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isOutages } from '#db/heartbeat.ts';
import { query } from '#db/query.ts';
import { repeat } from '#db/repeat.ts';
import type { Tables } from '#db/tables.ts';
import { followKey } from './access/key-ring.ts';
import { ErasureLedger } from './backup/erasure-ledger.ts';
import { findOwn } from './backup/stored-backups.ts';
import { runRetention, sweepMailFiles } from './privacy/run-retention.ts';
import type { Service } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** So long may an institution that was closed elsewhere still be seen. */
const CLOSED_LOOK_MS = 10_000;
const ANSWER_RETENTION_DAYS = 7;
/** Where members of the staff have logged in, and what they were informed of their accounts. */
const KEEP_ACCOUNTS_DAYS = 400;

/** A statement that removes so many holds no lock for long, and ends well within its time. */
const BATCH = 1000;

type Sweep = [table: keyof Tables & string, since: string, keepMs: number];

const sweepsOf = ({ sessions }: Service['config']): Sweep[] => [
  ['sessions', 'last_used_at', sessions.maximumHours * HOUR_MS],
  ['failed_tries', 'last_failure_at', 24 * HOUR_MS],
  ['login_attempts', 'expires_at', 0],
  ['answered_requests', 'answered_at', ANSWER_RETENTION_DAYS * 24 * HOUR_MS],
  ['used_assertions', 'expires_at', 0],
  ['used_tickets', 'expires_at', 0],
  ['staff_devices', 'last_used_at', KEEP_ACCOUNTS_DAYS * 24 * HOUR_MS],
  ['staff_notices', 'at', KEEP_ACCOUNTS_DAYS * 24 * HOUR_MS],
];

/** Batch by batch, to the end. Deletes that several servers make at once are harmless. */
async function sweep({ db, clock }: Service, [table, since, keepMs]: Sweep, batch: number): Promise<void> {
  const before = new Date(clock().getTime() - keepMs);
  for (let removed = batch; removed === batch; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(since)} < ${before} limit ${batch}))`.execute(db);
    removed = Number(numAffectedRows);
  }
}

type Report = (what: string, error: unknown) => void;

/** Each table by itself: what is wrong with one keeps none of the others. */
export async function sweepAll(service: Service, report: Report, batch = BATCH): Promise<void> {
  for (const each of sweepsOf(service.config)) {
    await sweep(service, each, batch).catch((error) => report(`sweep of ${each[0]}`, error));
  }
}

/** Puts what has moved since the last time into the counts of live reservations (decision 31). */
export const foldLiveCounts = query('select fold_live_counts()');

export function startJobs(service: Service, log: FastifyBaseLogger): { stop(): Promise<void> } {
  let isStopped = false;
  const report: Report = (what, error) => {
    if (!isStopped && !isOutages(service.heartbeat, error)) log.error({ err: error }, `${what} failed`);
  };
  const job = (what: string, everyMs: number, work: () => Promise<unknown>) =>
    repeat(everyMs, () => work().catch((error) => report(what, error)));
  const { databaseUrl, dataDir, backups } = service.config;
  const ledger = new ErasureLedger(backups.dir, databaseUrl === null ? findOwn(dataDir).id : null);
  const jobs = [
    job('sweep', HOUR_MS, () => sweepAll(service, report)),
    job('look for the current key', CLOSED_LOOK_MS, () => followKey(service.db, service.secret)),
    job('look for closed institutions', CLOSED_LOOK_MS, () => service.hidden.refresh()),
    job('forgetting', HOUR_MS, async () => {
      await runRetention(service, report, { isStopped: () => isStopped });
      await sweepMailFiles(service);
    }),
    job('ledger of erasures', MINUTE_MS, () => ledger.write(service.db)),
    job('fold of the live counts', MINUTE_MS, () => foldLiveCounts(service.db)),
  ];
  return {
    async stop() {
      isStopped = true;
      await Promise.all(jobs.map(({ stop }) => stop()));
    },
  };
}
