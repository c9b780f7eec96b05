// What is done from time to time without anybody asking.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isOutages } from '#db/heartbeat.ts';
import { query } from '#db/query.ts';
import { followKey } from './access/secret.ts';
import { ErasureLedger } from './backup/erasure-ledger.ts';
import { findOwn } from './backup/stored-backups.ts';
import { sweepMailFiles } from './privacy/mail-files.ts';
import { runRetention } from './privacy/run-retention.ts';
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

interface Sweep {
  table:
    | 'sessions'
    | 'failed_tries'
    | 'login_attempts'
    | 'answered_requests'
    | 'used_assertions'
    | 'used_tickets'
    | 'staff_devices'
    | 'staff_notices';
  since: string;
  keepMs: number;
}

const sweepsOf = ({ sessions }: Service['config']): Sweep[] => [
  { table: 'sessions', since: 'last_used_at', keepMs: sessions.maximumHours * HOUR_MS },
  { table: 'failed_tries', since: 'last_failure_at', keepMs: 24 * HOUR_MS },
  { table: 'login_attempts', since: 'expires_at', keepMs: 0 },
  { table: 'answered_requests', since: 'answered_at', keepMs: ANSWER_RETENTION_DAYS * 24 * HOUR_MS },
  { table: 'used_assertions', since: 'expires_at', keepMs: 0 },
  { table: 'used_tickets', since: 'expires_at', keepMs: 0 },
  { table: 'staff_devices', since: 'last_used_at', keepMs: KEEP_ACCOUNTS_DAYS * 24 * HOUR_MS },
  { table: 'staff_notices', since: 'at', keepMs: KEEP_ACCOUNTS_DAYS * 24 * HOUR_MS },
];

/** Batch by batch, to the end. Deletes that several servers make at once are harmless. */
async function sweep({ db, clock }: Service, { table, since, keepMs }: Sweep, batch: number): Promise<void> {
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
    await sweep(service, each, batch).catch((error) => report(`sweep of ${each.table}`, error));
  }
}

/** Puts what has moved since the last time into the counts of live reservations (decision 31). */
export const foldLiveCounts = query('select fold_live_counts()');

export function startJobs(service: Service, log: FastifyBaseLogger): { stop(): Promise<void> } {
  let isStopped = false;
  const underWay = new Set<Promise<unknown>>();
  const report: Report = (what, error) => {
    if (!isStopped && !isOutages(service.heartbeat, error)) log.error({ err: error }, `${what} failed`);
  };
  const repeat = (what: string, everyMs: number, work: () => Promise<unknown>) => {
    let isRunning = false;
    // One at a time: what takes longer than that goes on, and the next look comes later.
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      const running = work().catch((error) => report(what, error));
      underWay.add(running);
      await running;
      underWay.delete(running);
      isRunning = false;
    };
    void run();
    return setInterval(run, everyMs);
  };
  const { databaseUrl, dataDir, backups } = service.config;
  const ledger = new ErasureLedger(backups.dir, databaseUrl === null ? findOwn(dataDir).id : null);
  const timers = [
    repeat('sweep', HOUR_MS, () => sweepAll(service, report)),
    repeat('look for the current key', CLOSED_LOOK_MS, () => followKey(service.db, service.secret)),
    repeat('look for closed institutions', CLOSED_LOOK_MS, () => service.hidden.refresh()),
    repeat('forgetting', HOUR_MS, async () => {
      await runRetention(service, report, { isStopped: () => isStopped });
      await sweepMailFiles(service);
    }),
    repeat('ledger of erasures', MINUTE_MS, () => ledger.write(service.db)),
    repeat('fold of the live counts', MINUTE_MS, () => foldLiveCounts(service.db)),
  ];
  return {
    async stop() {
      isStopped = true;
      timers.forEach(clearInterval);
      await Promise.all(underWay);
    },
  };
}
