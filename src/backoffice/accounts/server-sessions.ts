// Where a member of the staff is logged in, and the end of that.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatSecond } from '#domain/calendar/clock.ts';
import { idleMs, type SecondFactor } from '#server/access/tokens.ts';
import type { Administrator } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';

/** Enough of a session's id to tell those of an account apart. */
const ID = "left(replace(session_id::text, '-', ''), 16)";

interface Living {
  sessionId: string;
  device: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
  secondFactor: SecondFactor;
  isThis: boolean;
}

/** Those that still open something, along `sessions_by_person`. */
const readLiving = query<Living>(`
  select ${ID} as "sessionId", device, address, created_at as "createdAt", last_used_at as "lastUsedAt",
         second_factor as "secondFactor", session_id = $3 as "isThis"
    from sessions
   where institution_code = $1 and administrator_id = $2 and last_used_at >= $4 and created_at >= $5
   order by session_id = $3 desc, last_used_at desc, session_id`);

export async function listSessions(db: Db, who: Administrator, userId = who.userId) {
  const { institutionCode, sessionId, now, service } = who;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const idle = before(idleMs(service.config, 'administrator'));
  const old = before(service.config.sessions.maximumHours * 3_600_000);
  const living = await readLiving(db, institutionCode, userId, sessionId, idle, old);
  return living.map(({ createdAt, lastUsedAt, ...rest }) => ({
    ...rest,
    loggedInAt: formatSecond(createdAt),
    lastUsedAt: formatSecond(lastUsedAt),
  }));
}

const endOther = query<{ device: string }>(`
  delete from sessions
   where institution_code = $1 and administrator_id = $2 and session_id <> $3 and ${ID} = $4
  returning device`);

/** Answers those that are left. */
export async function endOtherSession(db: Db, who: Administrator, userId: string, sessionId: string) {
  const [ended] = await endOther(db, who.institutionCode, userId, who.sessionId, sessionId);
  if (!ended) throw notFound();
  who.trace.details = { note: `端末のログアウト（${ended.device}）` };
  return { sessions: await listSessions(db, who, userId) };
}
