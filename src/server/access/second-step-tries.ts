// How often somebody may try the second step of a log-in: by user id, apart from passwords, which are right already.
import type { Db } from '#db/database.ts';
import { tooMany } from '#wire/failure.ts';
import type { Asking } from '../service.ts';
import { secondStepCounters, waitOf } from './login-tries.ts';
import { countTry, forgetTries } from './tries.ts';
import { inARow, logTries } from './tries-log.ts';
import { waitOutside } from './waiting-room.ts';

const LOCKED = '2段階認証の失敗が続いたため、一時的にログインできません。15分ほど待ってからもう一度お試しください。';
const LOCKED_FOR_THE_DAY =
  '2段階認証の失敗が続いたため、24時間ログインできません。お急ぎの場合は、院内の管理者にロックの解除を依頼してください。';

async function forgetSecondStep(db: Db, who: Pick<Asking, 'service' | 'now'>, userId: string): Promise<void> {
  for (const counter of Object.values(secondStepCounters(who.service))) await forgetTries(db, who, counter, userId);
}

/** Counts a try before it is judged, waits as long as it has to, or refuses. Say afterwards whether it was right. */
export async function admitSecondStep(db: Db, who: Asking, userId: string) {
  const { row, day } = secondStepCounters(who.service);
  const count = await countTry(db, who, row, userId);
  if (count > row.limit) throw tooMany(LOCKED);
  const today = await countTry(db, who, day, userId);
  if (today > day.limit) throw tooMany(LOCKED_FOR_THE_DAY);
  // Each count is given once: this is the try that locks, however many follow.
  const lock = count === row.limit || today === day.limit ? [['lock', '2段階認証'] as const] : [];
  try {
    await waitOutside(who, waitOf(who.service, count));
  } catch (gone) {
    await logTries(db, who, userId, lock);
    throw gone;
  }
  return {
    /** When the log-in is finished, and not before. */
    wasRight: () => forgetSecondStep(db, who, userId),
    wasWrong: (note = '') =>
      logTries(db, who, userId, [['wrongSecondFactor', [inARow(count), note].filter(Boolean).join('　')], ...lock]),
  };
}
