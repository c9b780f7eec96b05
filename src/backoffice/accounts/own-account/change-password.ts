// Gives a member of the staff a password of their own in place of the present one; every other session of theirs ends. One that was good
// for nothing else goes on under another token.
import { checkOwnPassword, wrongCurrent } from '#account/re-authenticate.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isLongPassword } from '#domain/text/new-password.ts';
import { refuseStaffPassword } from '#server/access/common-passwords.ts';
import { networkOf } from '#server/access/limiter.ts';
import { endOtherSessions, renewToken } from '#server/access/tokens.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import type { Administrator } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';

/** None where it is no longer the one that was said: of two changes at once, the later one has not said what holds now. */
const savePassword = query<{ kept: number }>(`
  update administrators set password_hash = $4, password_is_long = $5, password_changed_at = $6, must_change_password = false
   where institution_code = $1 and user_id = $2 and password_hash = $3 and disabled_at is null
  returning 1 as kept`);

export async function changePassword(db: Db, who: Administrator, current: string, next: string): Promise<string> {
  const { institutionCode, userId, now, service } = who;
  const said = await checkOwnPassword(db, who, current, next);
  if (said === 'repeated') return '';
  const hasSecondFactor = who.secondFactor !== 'none';
  await refuseStaffPassword(db, { institutionCode, userId, next, current, hasSecondFactor, now });
  const hash = await service.slowHashes.make(next, networkOf(who.address), who.onGone);
  return inTransaction(db, async (transaction) => {
    const kept = await savePassword(transaction, institutionCode, userId, said.hash, hash, isLongPassword(next), now);
    if (kept.length === 0) throw wrongCurrent();
    await endOtherSessions(transaction, who, who.sessionId);
    await writeLog(transaction, { ...byStaff(who), act: 'ownAccount', details: { note: 'パスワードの変更' } });
    return who.mustChangePassword ? renewToken(transaction, who, { isChanged: true }) : '';
  });
}
