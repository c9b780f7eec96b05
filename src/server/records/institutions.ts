// Opens an institution and its administrators: what the operator does, and the demo.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
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
  const route = { institution_code: institutionCode, route_param: routeParam };
  await db.insertInto('institution_routes').values(route).execute();
  const row = { ...route, name };
  await db.insertInto('institutions').values(row).execute();
  // With what is usual, from the first day on: only those who were there before have to be warned first.
  const policy = { institution_code: institutionCode, managers_two_factor_since: managersNeedFactorFrom };
  await db.insertInto('institution_policies').values(policy).execute();
  const own = {
    institution_code: institutionCode,
    client_code: INDIVIDUAL,
    name: '個人',
    age_basis: 'visit_day',
  } as const;
  await db.insertInto('clients').values(own).execute();
}

const close = query<{ closed: number }>(`
  update institutions set closed_at = $2 where institution_code = $1 and closed_at is null returning 1 as closed`);
const endSessions = query('delete from sessions where institution_code = $1');
const withdrawMails = query(`
  update outbox_mails set state = 'withdrawn' where institution_code = $1 and state = 'waiting'`);

/**
 * Nobody is logged in any more, no mail goes out, and every server shows nothing of it once it has looked (`HiddenInstitutions`).
 * Says whether it was open.
 */
export async function closeInstitution(db: Db, institutionCode: string, now: Date): Promise<boolean> {
  const closed = await close(db, institutionCode, now);
  await endSessions(db, institutionCode);
  await withdrawMails(db, institutionCode);
  return closed.length > 0;
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
  const account = { institution_code: institutionCode, user_id: userId };
  await db.insertInto('administrator_directory').values(account).execute();
  const row = {
    ...account,
    display_name: displayName,
    role,
    must_change_password: mustChangePassword,
    ...(password !== undefined && {
      password_is_long: isLongPassword(password),
      password_changed_at: new Date(),
      password_hash: await hashPassword(password),
    }),
  };
  await db.insertInto('administrators').values(row).execute();
}

const setPassword = query<{ institutionCode: string }>(`
  update administrators a
     set password_hash = $2, password_is_long = $3, password_changed_at = $4, must_change_password = true,
         setup_hash = null, setup_expires_at = null
    from administrator_directory d
   where d.user_id = $1 and a.institution_code = d.institution_code and a.user_id = d.user_id
  returning a.institution_code as "institutionCode"`);

/**
 * Gives the institution, or null when there is no such administrator. Whatever was open with the old password ends, and so does a
 * set-up code; a stop stays. Its owner changes what somebody else has chosen.
 */
export async function resetPassword(db: Db, userId: string, password: string): Promise<string | null> {
  const [found] = await setPassword(db, userId, await hashPassword(password), isLongPassword(password), new Date());
  if (!found) return null;
  const { institutionCode } = found;
  await endOtherSessions(db, { kind: 'administrator', institutionCode, userId }, null);
  return institutionCode;
}
