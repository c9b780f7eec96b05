// Entries of the access log, and the statement that writes them: in the transaction of what they tell, or behind the answers.
import { randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ACTS, type Act } from '#domain/staff/acts.ts';
import type { LogDetails } from '#domain/staff/log-details.ts';
import type { Role } from '#domain/staff/roles.ts';
import { tellRows } from './lines.ts';

export interface LogEntry {
  institutionCode: string;
  at: Date;
  actor: Actor;
  act: Act;
  subject?: string;
  details?: LogDetails;
  outcome?: 'ok' | 'refused' | 'failed';
}

type Actor =
  | { kind: 'staff'; userId: string; displayName: string; role: Role | null; address: string }
  | { kind: 'operator' }
  | { kind: 'service' };

/** Somebody of the staff who asks for something; no more of them than is written down. */
interface Asker {
  institutionCode: string;
  userId: string;
  displayName: string;
  role: Role;
  address: string;
  now: Date;
}

/** Who of the staff it was, and when, for an entry about it. */
export const byStaff = (who: Asker): Pick<LogEntry, 'institutionCode' | 'at' | 'actor'> => {
  const { institutionCode, userId, displayName, role, address, now } = who;
  return { institutionCode, at: now, actor: { kind: 'staff', userId, displayName, role, address } };
};

/** What was written already, by a statement whose answer got lost, is written once. */
const insert = query('select write_access_log($1::jsonb)');

export type LogRow = ReturnType<typeof rowOf>;

/** The row of an entry, for functions of the database that take it along (`write_access_log`). */
export function rowOf({ institutionCode, at, actor, act, subject = '', details = {}, outcome = 'ok' }: LogEntry) {
  const staff = actor.kind === 'staff' ? actor : { userId: '', displayName: '', role: null, address: '' };
  return {
    institution_code: institutionCode,
    at,
    entry_id: randomUUID() as string,
    actor_kind: actor.kind,
    user_id: staff.userId,
    display_name: staff.displayName,
    role: staff.role,
    address: staff.address,
    act: ACTS[act][0],
    subject,
    details,
    outcome,
  };
}

/** In the transaction that `db` is: no entry, no commit. */
export async function writeLog(db: Db, ...entries: LogEntry[]): Promise<void> {
  if (entries.length > 0) await writeRows(db, entries.map(rowOf));
}

export async function writeRows(db: Db, rows: readonly LogRow[]): Promise<void> {
  await insert(db, JSON.stringify(rows));
  tellRows(rows);
}
