// Removes an institution with all that is its own, some rows at a time, so that nobody else waits and it may be broken off.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { inTransaction } from '#server/transaction.ts';

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
