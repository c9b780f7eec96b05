// Gives a member of the staff a password of their own in place of the present one; every other session of theirs ends.
import { checkOwnPassword, wrongCurrent } from '#account/confirm-self.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isLong } from '#domain/text/new-password.ts';
import { refuseStaffPassword } from '#server/access/common-passwords.ts';
import { endOtherSessions } from '#server/access/tokens.ts';
import { networkOf } from '#server/access/tries.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import type { Administrator } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';

/** None where it is no longer the one that was said: of two changes at once, the later one has not said what holds now. */
const keep = query<{ kept: number }>(`
  update administrators set password_hash = $4, password_is_long = $5, password_changed_at = $6
   where institution_code = $1 and user_id = $2 and password_hash = $3 and disabled_at is null
  returning 1 as kept`);

export async function changePassword(db: Db, who: Administrator, current: string, next: string): Promise<void> {
  const { institutionCode, userId, now, service } = who;
  const said = await checkOwnPassword(db, who, current, next);
  if (said === 'repeated') return;
  const hasSecondFactor = who.secondFactor !== 'none';
  await refuseStaffPassword(db, { institutionCode, userId, next, current, hasSecondFactor });
  const hash = await service.slowHashes.make(next, networkOf(who.address), who.onGone);
  await inTransaction(db, async (transaction) => {
    const kept = await keep(transaction, institutionCode, userId, said.hash, hash, isLong(next), now);
    if (kept.length === 0) throw wrongCurrent();
    await endOtherSessions(transaction, who, who.tokenHash);
    await writeLog(transaction, { ...byStaff(who), act: 'ownAccount', details: { note: 'パスワードの変更' } });
  });
}
