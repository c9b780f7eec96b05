// The daily run: writes reminders before a visit (08) and invitations some months after one (09), each once.
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/database.ts';
import { isOutages } from '#db/heartbeat.ts';
import { query } from '#db/query.ts';
import { repeat } from '#db/repeat.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import { senderPlace } from '#domain/mail/invitation-notice.ts';
import type { Service } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import {
  DAILY_KINDS,
  type DailyCursor,
  type DailyKind,
  FIRST_CURSOR,
  readDailyMailData,
  readDue,
  writeDaily,
} from './daily-mails.ts';

/** In Tokyo. Mails of ten in the morning wake nobody; a service that was down then does it later on the same day. */
const FIRST_HOUR = 10;
const LAST_HOUR = 19;
const LOOK_MS = 5 * 60_000;
const BATCH = 500;

type Written = Record<DailyKind, number>;

/** Those that have something to remind or invite to, and whose run of the day is not done. */
const readUndone = query<{ institutionCode: string }>(`
  select distinct c.institution_code as "institutionCode"
    from clients c
    join institutions i on i.institution_code = c.institution_code and i.closed_at is null
    left join daily_runs d on d.institution_code = c.institution_code
   where (c.reminder_days > 0 or c.promotion_months > 0) and d.day is distinct from $1::date
   order by 1`);

// One server at a time: the others go on with other institutions. Not what keeps mails single, which is their once_key.
// Batches are read by indexes whatever the database knew of the outbox when it planned them, which may have been empty; and the functions
// that are asked of each visit are planned once: for the values of each call that would take several times as long as their answer.
const tryLock = query<{ locked: boolean; scans: string; plans: string }>(`
  select pg_try_advisory_xact_lock(hashtextextended('daily-run/' || $1, 0)) as locked,
         set_config('enable_seqscan', 'off', true) as scans,
         set_config('plan_cache_mode', 'force_generic_plan', true) as plans`);

const write = query(`select write_mails($1, $2::jsonb, $3)`);

const writeDone = query(`
  insert into daily_runs (institution_code, day, finished_at) values ($1, $2, $3)
  on conflict (institution_code) do update set day = excluded.day, finished_at = excluded.finished_at`);

type Ground = Pick<Service, 'db' | 'clock' | 'config' | 'secret' | 'outbox' | 'heartbeat'>;

/** Does an institution's run, batch by batch; null where another server is at it. */
export async function runDailyFor(service: Ground, institutionCode: string, batch = BATCH): Promise<Written | null> {
  const { db, clock, outbox } = service;
  const now = clock();
  const day = today(now);
  const facts = await readDailyMailData(db, institutionCode);

  /** The place behind the last one, or null when there are no more; locked: whether it was for us to do. */
  async function writeBatch(transaction: Db, kind: DailyKind, after: DailyCursor) {
    const [lock] = await tryLock(transaction, institutionCode);
    if (!lock?.locked) return { locked: false, count: 0, last: null };
    const due = await readDue[kind](transaction, institutionCode, day, after.visitDate, after.number, batch);
    const mails = due.flatMap((reservation) =>
      writeDaily(service, institutionCode, kind, { ...facts, reservation, today: day }),
    );
    if (mails.length > 0) await write(transaction, institutionCode, JSON.stringify(mails), now);
    const last = due.length === batch ? (due.at(-1) ?? null) : null;
    return { locked: true, count: due.length, last };
  }

  const written: Written = { reminder: 0, promotion: 0 };
  // The law wants to read where an invitation comes from: who has not stated it invites nobody.
  const kinds = DAILY_KINDS.filter((kind) => kind !== 'promotion' || senderPlace(facts.institution) !== '');
  for (const kind of kinds) {
    for (let after: DailyCursor | null = FIRST_CURSOR; after; ) {
      const from: DailyCursor = after;
      const { locked, count, last } = await inTransaction(db, (transaction) => writeBatch(transaction, kind, from));
      if (!locked) return null;
      written[kind] += count;
      if (count > 0) outbox?.nudge();
      after = last;
    }
  }
  await writeDone(db, institutionCode, day, now);
  return written;
}

/** The run of the day for every institution that has not had it, so far as it is the hour; says how many mails it wrote. */
export async function runDaily(service: Ground, log?: FastifyBaseLogger, isStopped = () => false): Promise<Written> {
  const written: Written = { reminder: 0, promotion: 0 };
  const hour = Number(localTime(service.clock()).hour);
  if (hour < FIRST_HOUR || hour > LAST_HOUR) return written;
  for (const { institutionCode } of await readUndone(service.db, today(service.clock()))) {
    if (isStopped()) break;
    // What is wrong with one must not keep the others from theirs; it is tried again at the next look.
    const one = await runDailyFor(service, institutionCode).catch((error) => {
      if (!isOutages(service.heartbeat, error)) log?.error({ err: error, institution: institutionCode }, 'daily run');
      return null;
    });
    for (const kind of DAILY_KINDS) written[kind] += one?.[kind] ?? 0;
  }
  return written;
}

export function startDailyRun(service: Service, log: FastifyBaseLogger): { stop(): Promise<void> } {
  let isStopped = false;
  const { stop } = repeat(LOOK_MS, () =>
    runDaily(service, log, () => isStopped).catch((error) => {
      // While the database is away the log says so once.
      if (!isStopped && !isOutages(service.heartbeat, error)) log.error({ err: error }, 'daily run');
    }),
  );
  return {
    stop() {
      isStopped = true;
      return stop();
    },
  };
}
