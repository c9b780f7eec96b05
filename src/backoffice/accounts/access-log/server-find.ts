// Reads the access log by its filters: a page behind or before a place in it (keyset pagination), or all of it page by page.
import { sql } from 'kysely';
import type { Place } from '#backoffice/shared/log-place.ts';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { startOfDay } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { ACTS, findAct, formatLogDetails, isOfExaminees, type LogDetails, nameActor } from '#domain/staff/acts.ts';
import type { Role } from '#domain/staff/roles.ts';
import type { LogFilters, ShownEntry } from './contract.ts';

interface FoundEntry extends Place {
  writtenAt: string;
  actorKind: Tables['access_log']['actor_kind'];
  userId: string;
  name: string;
  role: Role | null;
  act: string;
  subject: string;
  details: LogDetails;
  outcome: 'ok' | 'refused' | 'failed';
  address: string;
}

/** Without an order. Each filter has an index that goes on with the moment and the id. */
export function filtered(db: Db, institutionCode: string, { from, to, userId, act, outcome, number }: LogFilters) {
  let query = db.selectFrom('access_log').where('institution_code', '=', institutionCode);
  if (from) query = query.where('at', '>=', startOfDay(from));
  if (to) query = query.where('at', '<', startOfDay(addDays(to, 1)));
  if (userId !== '') query = query.where('user_id', '=', userId);
  if (act) query = query.where('act', '=', ACTS[act][0]);
  if (!act || !isOfExaminees(act)) query = query.where('actor_kind', '<>', 'examinee');
  if (outcome) query = query.where('outcome', '=', outcome);
  // The index holds no entry without a subject, and the planner has to see that.
  if (number !== '') query = query.where('subject', '=', number).where('subject', '<>', '');
  return query;
}

export function selectEntries(
  db: Db,
  institutionCode: string,
  filters: LogFilters,
  { order, beyond, most }: { order: 'asc' | 'desc'; beyond: Place | null; most: number },
) {
  let query = filtered(db, institutionCode, filters)
    .select([
      sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('at'),
      sql<string>`to_char(at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS')`.as('writtenAt'),
      'entry_id as entryId',
      'actor_kind as actorKind',
      'user_id as userId',
      'display_name as name',
      'role',
      'act',
      'subject',
      sql<LogDetails>`details`.as('details'),
      'outcome',
      'address',
    ])
    .orderBy('access_log.at', order)
    .orderBy('access_log.entry_id', order)
    .limit(most);
  if (beyond) {
    const sign = sql.raw(order === 'desc' ? '<' : '>');
    query = query.where(
      sql<boolean>`(access_log.at, entry_id) ${sign} (${beyond.at}::timestamp at time zone 'UTC', ${beyond.entryId}::uuid)`,
    );
  }
  return query;
}

/** Null of an act that only a newer server knows. */
export function toShownEntry(found: FoundEntry): ShownEntry | null {
  const known = findAct(found.act);
  if (!known) return null;
  const { writtenAt: at, actorKind, userId, role, subject, details, outcome, address } = found;
  return {
    at,
    userId,
    name: nameActor(actorKind, found.name),
    role,
    act: known.act,
    actName: known.name,
    subject,
    text: formatLogDetails(details),
    outcome,
    address,
  };
}
