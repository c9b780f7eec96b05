// Reads the access log by its filters: a page behind or before a place in it (keyset pagination), or all of it page by page.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { AccessLog } from '#db/tables.ts';
import { startOfDay } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { ACTS } from '#domain/staff/acts.ts';
import { type LogDetails, tellDetails } from '#domain/staff/log-details.ts';
import type { Role } from '#domain/staff/roles.ts';
import { invalid } from '#wire/failure.ts';
import type { LogFilters, ShownEntry } from './contract.ts';

/** Where an entry stands: its moment to the microsecond, and its id. */
interface Place {
  at: string;
  entryId: string;
}

export interface FoundEntry extends Place {
  told: string;
  actorKind: AccessLog['actor_kind'];
  userId: string;
  name: string;
  role: Role | null;
  act: string;
  subject: string;
  details: LogDetails;
  outcome: 'ok' | 'refused' | 'failed';
  address: string;
}

export const writePlace = ({ at, entryId }: Place) => Buffer.from(`${at}|${entryId}`).toString('base64url');

const WRITTEN = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6})\|([0-9a-f-]{36})$/;

export function readPlace(text: string): Place | null {
  if (text === '') return null;
  const [, at, entryId] = WRITTEN.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (!at || !entryId) throw invalid('表示する位置の指定が正しくありません。');
  return { at, entryId };
}

/** Without an order. Each filter has an index that goes on with the moment and the id. */
export function filtered(db: Db, institutionCode: string, { from, to, userId, act, outcome, number }: LogFilters) {
  let query = db.selectFrom('access_log').where('institution_code', '=', institutionCode);
  if (from) query = query.where('at', '>=', startOfDay(from));
  if (to) query = query.where('at', '<', startOfDay(addDays(to, 1)));
  if (userId !== '') query = query.where('user_id', '=', userId);
  if (act) query = query.where('act', '=', ACTS[act][0]);
  if (outcome) query = query.where('outcome', '=', outcome);
  // The index holds no entry without a subject, and wants to be told.
  if (number !== '') query = query.where('subject', '=', number).where('subject', '<>', '');
  return query;
}

/** From the newest on, or from the oldest, beyond a place. */
export function selectEntries(
  db: Db,
  institutionCode: string,
  filters: LogFilters,
  { order, beyond, most }: { order: 'asc' | 'desc'; beyond: Place | null; most: number },
) {
  let query = filtered(db, institutionCode, filters)
    .select([
      sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('at'),
      sql<string>`to_char(at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS')`.as('told'),
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

const OTHER_ACTORS = { operator: '提供元', service: 'システム' } as const;
const BY_CODE = new Map(Object.entries(ACTS).map(([act, [code, name]]) => [code, { act, name }]));

/** Null of an act that only a newer server knows. */
export function tellEntry(found: FoundEntry): ShownEntry | null {
  const known = BY_CODE.get(found.act as (typeof ACTS)[keyof typeof ACTS][0]);
  if (!known) return null;
  const { told: at, actorKind, userId, role, subject, details, outcome, address } = found;
  return {
    at,
    userId,
    name: actorKind === 'staff' ? found.name : OTHER_ACTORS[actorKind],
    role,
    act: known.act as ShownEntry['act'],
    actName: known.name,
    subject,
    text: tellDetails(details),
    outcome,
    address,
  };
}
