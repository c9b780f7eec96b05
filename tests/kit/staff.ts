// Somebody of the staff with a session, without a password and its slow hash.
import type { Db } from '#db/database.ts';
import type { Role } from '#domain/staff/roles.ts';
import { openStaffSession } from '#server/access/staff-sessions.ts';

interface Clerk {
  institutionCode: string;
  userId: string;
  role?: Role;
}

/** Opens the account where there is none yet; returns a token. */
export async function openClerk(db: Db, { institutionCode, userId, role }: Clerk, now: Date): Promise<string> {
  await db
    .insertInto('administrators')
    .values({ institution_code: institutionCode, user_id: userId, display_name: '受付', role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { password_hash: passwordHash, factors_version: factorsVersion } = await db
    .selectFrom('administrators')
    .select(['password_hash', 'factors_version'])
    .where('institution_code', '=', institutionCode)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const account = { institutionCode, userId, passwordHash, factorsVersion };
  const token = await openStaffSession(db, { now, address: '' }, account, { secondFactor: 'none', way: '' });
  if (!token) throw new Error(`${userId} has no session`);
  return token;
}
