// The hourly work of forgetting: every table of every institution by turns, in small transactions with rests between them; and mails that were
// written to files, where there is no mail server.

import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { startOfDay, today } from '#domain/calendar/clock.ts';
import type { Service } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { daysBefore, type Policy, readPolicies } from './policies.ts';
import { type Place, type RetentionTable, type Step, TABLES } from './retention-tables.ts';

export interface Pace {
  batch: number;
  /** Between two steps that had something to look at, so that nobody notices. */
  restMs: number;
  /** For a table of an institution in one run; the next one goes on there. */
  tableMs: number;
}

export const PACE: Pace = { batch: 500, restMs: 100, tableMs: 60_000 };

type Ground = Pick<Service, 'db' | 'clock' | 'secret'>;
type Report = (what: string, error: unknown) => void;

interface Options {
  pace?: Pace;
  institutionCode?: string;
  /** Also what has been walked through today. */
  isAnew?: boolean;
  isStopped?(): boolean;
}

type ForgottenCounts = Record<string, number>;

interface RetentionTask {
  policy: Policy;
  table: RetentionTable;
  spentMs: number;
}

/** What stands in `place`; over: to the end of the table, and nothing to do until the next day. */
interface Progress {
  place: { at: Place | null; isOver: boolean };
  beganAt: Date;
}

// One server at a time is at a table of an institution; the others go on with other ones.
const tryLock = query<{ locked: boolean }>(`
  select pg_try_advisory_xact_lock(hashtextextended('privacy/' || $1 || '/' || $2, 0)) as locked`);

const readProgress = query<Progress>(`
  select place, began_at as "beganAt" from privacy_progress where institution_code = $1 and table_name = $2`);

const readFinished = query<{ key: string }>(`
  select institution_code || '/' || table_name as key from privacy_progress
   where began_at >= $1 and place ->> 'isOver' = 'true'`);

const saveProgress = query(`
  insert into privacy_progress (institution_code, table_name, place, began_at) values ($1, $2, $3::jsonb, $4)
  on conflict (institution_code, table_name) do update set place = excluded.place, began_at = excluded.began_at`);

/**
 * What is wrong with a table of an institution concerns nothing else: it is logged, and tried again in the next run. Everybody has
 * one step, then a second, and so on: however much there is to do for one, the others are done first.
 */
export async function runRetention(service: Ground, report: Report, options: Options = {}): Promise<ForgottenCounts> {
  const { pace = PACE, institutionCode, isAnew = false, isStopped = () => false } = options;
  const { db, clock, secret } = service;
  const policies = await readPolicies(db, clock(), institutionCode);
  const over = isAnew ? [] : await readFinished(db, startOfDay(today(clock())));
  const isOver = new Set(over.map(({ key }) => key));
  const tasks: RetentionTask[] = policies.flatMap((policy) =>
    TABLES.filter(
      ({ name, isDue }) => !isOver.has(`${policy.institutionCode}/${name}`) && (isDue?.(policy, clock()) ?? true),
    ).map((table) => ({ policy, table, spentMs: 0 })),
  );
  const forgotten: ForgottenCounts = {};
  for (let task = tasks.shift(); task && !isStopped(); task = tasks.shift()) {
    const { policy, table } = task;
    const began = performance.now();
    try {
      const ground = { now: clock(), secret, batch: pace.batch };
      const { count, isEnd } = await takeStep(db, task, ground, isAnew && task.spentMs === 0);
      forgotten[table.name] = (forgotten[table.name] ?? 0) + count;
      if (count > 0 || !isEnd) await rest(pace.restMs);
      task.spentMs += performance.now() - began;
      if (!isEnd && task.spentMs < pace.tableMs) tasks.push(task);
    } catch (error) {
      report(`forgetting in ${table.name} of ${policy.institutionCode}`, error);
    }
  }
  return forgotten;
}

/** A step and the place that it has come to, or nothing of both. */
function takeStep(
  db: Db,
  { policy, table }: RetentionTask,
  ground: Pick<Step, 'now' | 'secret' | 'batch'>,
  isAnew: boolean,
) {
  const { now } = ground;
  const key = [policy.institutionCode, table.name] as const;
  return inTransaction(db, async (transaction) => {
    const [lock] = await tryLock(transaction, ...key);
    if (!lock?.locked) return { count: 0, isEnd: true };
    const [progress] = await readProgress(transaction, ...key);
    const begins = !progress || progress.place.isOver;
    // Another server has finished it meanwhile.
    if (progress && begins && !isAnew && today(progress.beganAt) === today(now)) return { count: 0, isEnd: true };
    const place = progress && (!begins || table.goesOn) ? progress.place.at : null;
    const stepped = await table.step(transaction, { ...ground, policy, place });
    const reached = JSON.stringify({ at: stepped.place, isOver: stepped.isEnd });
    await saveProgress(transaction, ...key, reached, begins ? now : progress.beganAt);
    return stepped;
  });
}

const MOST_A_ROUND = 1000;
/** As outbox-delivery.ts names them: when it was written, its kind, and its id. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\w+-([0-9a-f-]{36})\.eml$/;

const readShortest = query<{ days: number }>(`
  select coalesce(min(mail_days), 90) as days from institution_policies`);

/** Of these mails, those that are still there; a file does not say whose it is. */
const readRemaining = query<{ id: string }>(`
  select m.mail_id as id
    from unnest($1::uuid[]) f(id)
   cross join institutions i
    join outbox_mails m on m.institution_code = i.institution_code and m.mail_id = f.id`);

interface MailFile {
  name: string;
  id: string;
  at: Date;
}

function read(name: string): MailFile[] {
  const match = NAME.exec(name);
  if (!match) return [];
  const [, year, month, day, hour, minute, second, id = ''] = match;
  return [{ name, id, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }];
}

/** They go when their time is over, or their mail has gone. Each server has its own; says how many went. */
export async function sweepMailFiles({ db, clock, config }: Pick<Service, 'db' | 'clock' | 'config'>): Promise<number> {
  const folder = path.join(config.dataDir, 'mails');
  const files = (await readdir(folder).catch(() => [])).flatMap(read);
  if (files.length === 0) return 0;
  const [shortest] = await readShortest(db);
  const until = daysBefore(clock(), shortest?.days ?? 0);
  const gone = files.filter(({ at }) => at < until);
  const young = files.filter(({ at }) => at >= until);
  for (let from = 0; from < young.length && gone.length < MOST_A_ROUND; from += MOST_A_ROUND) {
    const some = young.slice(from, from + MOST_A_ROUND);
    const ids = some.map(({ id }) => id);
    const kept = new Set((await readRemaining(db, ids)).map(({ id }) => id));
    gone.push(...some.filter(({ id }) => !kept.has(id)));
  }
  const removed = gone.slice(0, MOST_A_ROUND);
  for (const { name } of removed) await rm(path.join(folder, name), { force: true });
  return removed.length;
}
