// Repeated tries slow down and then lock: counted before the password is looked at, so that parallel tries gain nothing.
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { tooMany } from '#wire/failure.ts';
import type { Service } from './service.ts';

const LOCKED = 'ログインの失敗が続いたため、一時的にログインできません。15分ほど待ってからもう一度お試しください。';

/** More tries than anybody makes: an address is slowed down, never locked. */
const NEVER = 1_000_000_000;

/** Keys are hashed: the table tells nobody which mail addresses or user ids were tried. */
function keyOf(service: Service, kind: 'user' | 'address', text: string): string {
  return `${kind}:${createHmac('sha256', service.secret).update(`${kind}:${text.toLowerCase()}`).digest('base64url')}`;
}

async function countTry(db: Db, key: string, now: Date, lockMinutes: number, lockAfter: number): Promise<number> {
  const start = new Date(now.getTime() - lockMinutes * 60_000);
  // While it is locked nothing moves, so that a lock ends 15 minutes after it began whatever happens meanwhile.
  const { rows } = await sql<{ failures: number }>`
    insert into failed_tries as t (key, failures, last_failure_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when t.last_failure_at <= ${start} then 1 else least(t.failures + 1, ${lockAfter + 1}) end,
      last_failure_at = case when t.last_failure_at > ${start} and t.failures > ${lockAfter}
                        then t.last_failure_at else excluded.last_failure_at end
    returning failures`.execute(db);
  return rows[0]?.failures ?? 1;
}

/** Waits as long as this user id and this address have to, or refuses. Call `forgive` when the try was right. */
export async function admitTry(db: Db, service: Service, user: string, address: string, now: Date) {
  const limits = service.config.tries;
  const userKey = keyOf(service, 'user', user);
  const addressKey = keyOf(service, 'address', address);
  const byAddress = await countTry(db, addressKey, now, limits.lockMinutes, NEVER);
  const byUser = await countTry(db, userKey, now, limits.lockMinutes, limits.lockAfter);
  if (byUser > limits.lockAfter) throw tooMany(LOCKED);
  const over = Math.max(byUser - limits.free, byAddress - limits.addressFree);
  if (over > 0) await wait(Math.min(limits.firstWaitMs * 2 ** (over - 1), limits.longestWaitMs));
  return {
    async forgive() {
      await db.deleteFrom('failed_tries').where('key', '=', userKey).execute();
      await db
        .updateTable('failed_tries')
        .set((eb) => ({ failures: eb('failures', '-', 1) }))
        .where('key', '=', addressKey)
        .where('failures', '>', 0)
        .execute();
    },
  };
}
