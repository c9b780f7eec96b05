// Opens an institution and its administrators: what the operator does, and the demo.
import type { Db } from '#db/database.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { Role } from '#domain/staff/roles.ts';
import { isLongPassword } from '#domain/text/new-password.ts';
import { hashPassword } from '#server/access/passwords.ts';
import { endOtherSessions } from '#server/access/tokens.ts';

interface NewInstitution {
  institutionCode: string;
  routeParam: string;
  name: string;
  /** From when on its managers need a second factor; left out, they do not. */
  managersNeedFactorFrom?: Date;
}

/** With the client of those who pay themselves, which every institution has. */
export async function createInstitution(db: Db, institution: NewInstitution): Promise<void> {
  const { institutionCode, routeParam, name, managersNeedFactorFrom = null } = institution;
  await db
    .insertInto('institution_routes')
    .values({ route_param: routeParam, institution_code: institutionCode })
    .execute();
  await db
    .insertInto('institutions')
    .values({ institution_code: institutionCode, route_param: routeParam, name })
    .execute();
  // With what is usual, from the first day on: only those who were there before have to be warned first.
  const policy = { institution_code: institutionCode, managers_two_factor_since: managersNeedFactorFrom };
  await db.insertInto('institution_policies').values(policy).execute();
  await db
    .insertInto('clients')
    .values({ institution_code: institutionCode, client_code: INDIVIDUAL, name: '個人', age_basis: 'visit_day' })
    .execute();
}

/**
 * Nobody is logged in any more, no mail goes out, and every server shows nothing of it once it has looked (`HiddenInstitutions`).
 * Says whether it was open.
 */
export async function closeInstitution(db: Db, institutionCode: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('institutions')
    .set({ closed_at: now })
    .where('institution_code', '=', institutionCode)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  await db.deleteFrom('sessions').where('institution_code', '=', institutionCode).execute();
  await db
    .updateTable('outbox_mails')
    .set({ state: 'withdrawn' })
    .where('institution_code', '=', institutionCode)
    .where('state', '=', 'waiting')
    .execute();
  return numUpdatedRows > 0n;
}

interface NewAdministrator {
  institutionCode: string;
  userId: string;
  displayName: string;
  /** Without one, a set-up code lets its owner in. */
  password?: string;
  role?: Role;
  /** Somebody else knows the password. */
  mustChangePassword?: boolean;
}

export async function addAdministrator(db: Db, administrator: NewAdministrator): Promise<void> {
  const { institutionCode, userId, displayName, password, role, mustChangePassword } = administrator;
  await db
    .insertInto('administrator_directory')
    .values({ user_id: userId, institution_code: institutionCode })
    .execute();
  await db
    .insertInto('administrators')
    .values({
      institution_code: institutionCode,
      user_id: userId,
      display_name: displayName,
      role,
      must_change_password: mustChangePassword,
      ...(password === undefined
        ? {}
        : {
            password_is_long: isLongPassword(password),
            password_changed_at: new Date(),
            password_hash: await hashPassword(password),
          }),
    })
    .execute();
}

/**
 * Gives the institution, or null when there is no such administrator. Whatever was open with the old password ends, and so does a
 * set-up code; a stop stays. Its owner changes what somebody else has chosen.
 */
export async function resetPassword(db: Db, userId: string, password: string): Promise<string | null> {
  const found = await db
    .selectFrom('administrator_directory')
    .select('institution_code')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!found) return null;
  await db
    .updateTable('administrators')
    .set({
      password_hash: await hashPassword(password),
      password_is_long: isLongPassword(password),
      password_changed_at: new Date(),
      must_change_password: true,
      setup_hash: null,
      setup_expires_at: null,
    })
    .where('institution_code', '=', found.institution_code)
    .where('user_id', '=', userId)
    .execute();
  await endOtherSessions(db, { kind: 'administrator', institutionCode: found.institution_code, userId }, null);
  return found.institution_code;
}
