// Somebody of the staff with a session, without a password and its slow hash.
import type { Db } from '#db/database.ts';
import type { Role } from '#domain/staff/roles.ts';
import { issueToken } from '#server/access/tokens.ts';

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
  return issueToken(db, { kind: 'administrator', institutionCode, userId }, now);
}
