// How often somebody may try the second step of a log-in: by user id, apart from passwords, which are right already.
import type { Db } from '#db/database.ts';
import type { RequestContext } from '#server/service.ts';
import { tooMany } from '#wire/failure.ts';
import { clearAttempts, countAttempt } from './attempts.ts';
import { inARow, logAttempts } from './attempts-log.ts';
import { delayLogIn } from './login-delay.ts';
import { secondStepCounters, waitOf } from './login-limiter.ts';

const LOCKED = '2段階認証の失敗が続いたため、一時的にログインできません。15分ほど待ってからもう一度お試しください。';
const LOCKED_FOR_THE_DAY =
  '2段階認証の失敗が続いたため、24時間ログインできません。お急ぎの場合は、院内の管理者にロックの解除を依頼してください。';

async function forgetSecondStep(db: Db, who: Pick<RequestContext, 'service' | 'now'>, userId: string): Promise<void> {
  for (const counter of Object.values(secondStepCounters(who.service))) await clearAttempts(db, who, counter, userId);
}

/** Counts a try before it is checked, waits as long as it has to, or refuses. Say afterwards whether it was right. */
export async function admitSecondStep(db: Db, who: RequestContext, userId: string) {
  const { row, day } = secondStepCounters(who.service);
  const count = await countAttempt(db, who, row, userId);
  if (count > row.limit) throw tooMany(LOCKED);
  const today = await countAttempt(db, who, day, userId);
  if (today > day.limit) throw tooMany(LOCKED_FOR_THE_DAY);
  // Each count is given once: this is the try that locks, however many follow.
  const lock = count === row.limit || today === day.limit ? [['lock', '2段階認証'] as const] : [];
  try {
    await delayLogIn(who, waitOf(who.service, count));
  } catch (gone) {
    await logAttempts(db, who, userId, lock);
    throw gone;
  }
  return {
    /** When the log-in is finished, and not before. */
    wasRight: () => forgetSecondStep(db, who, userId),
    wasWrong: (note = '') =>
      logAttempts(db, who, userId, [['wrongSecondFactor', [inARow(count), note].filter(Boolean).join('　')], ...lock]),
  };
}
