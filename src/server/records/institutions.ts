// Opens and closes institutions and their administrators, which the operator does, and the demo; and removes an institution with all that is its
// own, some rows at a time, so that nobody else waits and it may be broken off.

import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { Role } from '#domain/staff/roles.ts';
import { isLongPassword } from '#domain/text/new-password.ts';
import { hashPassword } from '#server/access/passwords.ts';
import { endOtherSessions } from '#server/access/tokens.ts';
import { inTransaction } from '#server/transaction.ts';

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

const BATCH = 1000;

/** What refers to others first, so that each table can be emptied when its turn comes. The access log goes by its own function. */
export const REMOVED_TABLES = [
  'reservation_options',
  'reservation_places',
  'reservation_history',
  'reception_marks',
  'sendings',
  'csv_download_rows',
  'csv_pending',
  'csv_downloads',
  'answered_requests',
  'erasures',
  'outbox_mails',
  'notice_recipients',
  'notices',
  'person_notes',
  'reservations',
  // Deleted reservations leave moves behind.
  'live_count_moves',
  'live_counts',
  'mail_wishes',
  'partner_subjects',
  'used_assertions',
  'examinee_credentials',
  'examinees',
  'csv_pattern_items',
  'csv_patterns',
  'mail_templates',
  'course_items',
  'course_frames',
  'course_prices',
  'course_options',
  'courses',
  'partner_keys',
  'client_categories',
  'clients',
  'option_items',
  'option_groups',
  'exam_items',
  'frame_capacities',
  'frames',
  'time_slots',
  'calendar_days',
  'privacy_progress',
  'sessions',
  'passkey_directory',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_devices',
  'staff_notices',
  'administrators',
  'daily_runs',
  'code_counters',
  'institution_images',
  'institution_policies',
] as const satisfies readonly (keyof Tables)[];

/** At the very end, together: as long as they stand, the removal can be gone on with. Deleting the institution counts as a change of masters. */
export const REMOVED_LAST = ['institution_routes', 'institutions', 'masters_versions'] as const;

/** In the transaction that closes it: from now on its code and its route are nobody's, and removing it only goes on. */
export const beginRemoval = query<object, [institutionCode: string, now: Date]>(`
  insert into removed_institutions (institution_code, route_param, removed_at)
  select institution_code, route_param, $2 from institutions where institution_code = $1
  on conflict (institution_code) do nothing`);

const addToCount = query(`
  update removed_institutions
     set counts = counts || jsonb_build_object($2::text, coalesce((counts ->> $2)::bigint, 0) + $3::bigint)
   where institution_code = $1`);

const readCounts = query<{ counts: Record<string, number> }>(`
  select counts from removed_institutions where institution_code = $1`);

const prune = query<{ pruned: number }>(`select prune_access_log($1, 'infinity', $2) as pruned`);

/** Begins where it was broken off, since what is gone is gone. Says how many rows of each table went, those of before included. */
export async function removeInstitution(db: Db, institutionCode: string): Promise<Record<string, number>> {
  for (const table of REMOVED_TABLES) await empty(db, institutionCode, table, deleteSome(table));
  await empty(db, institutionCode, 'access_log', async (some) => {
    const [row] = await prune(some, institutionCode, BATCH);
    return row?.pruned ?? 0;
  });
  await inTransaction(db, async (transaction) => {
    for (const table of REMOVED_LAST) {
      await transaction.deleteFrom(table).where('institution_code', '=', institutionCode).execute();
    }
  });
  const [removed] = await readCounts(db, institutionCode);
  return removed?.counts ?? {};

  function deleteSome(table: (typeof REMOVED_TABLES)[number]) {
    // One that replaces another goes first, and in whichever order numbers were given.
    const isFree =
      table === 'reservations'
        ? sql`and not exists (select from reservations n where n.institution_code = t.institution_code and n.replaces = t.reservation_number)`
        : sql``;
    return async (some: Db) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select t.ctid from ${sql.table(table)} t where t.institution_code = ${institutionCode} ${isFree} limit ${BATCH}))`.execute(
        some,
      );
      return Number(numAffectedRows ?? 0);
    };
  }
}

async function empty(db: Db, institutionCode: string, table: string, deleteSome: (some: Db) => Promise<number>) {
  for (let gone = BATCH; gone > 0; ) {
    gone = await inTransaction(db, async (transaction) => {
      const deleted = await deleteSome(transaction);
      if (deleted > 0) await addToCount(transaction, institutionCode, table, deleted);
      return deleted;
    });
  }
}
