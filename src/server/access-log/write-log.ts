// Writes entries of the access log: in the transaction of what they tell, or together with others behind the answers.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ACTS, type Act } from '#domain/staff/acts.ts';
import type { LogDetails } from '#domain/staff/log-details.ts';
import type { Role } from '#domain/staff/roles.ts';
import type { Administrator } from '../service.ts';

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

/** Who of the staff it was, and when, for an entry about it. */
export const byStaff = (who: Administrator): Pick<LogEntry, 'institutionCode' | 'at' | 'actor'> => {
  const { institutionCode, userId, displayName, role, address, now } = who;
  return { institutionCode, at: now, actor: { kind: 'staff', userId, displayName, role, address } };
};

const insert = query(`
  insert into access_log
         (institution_code, at, actor_kind, user_id, display_name, role, address, act, subject, details, outcome)
  select institution_code, at, actor_kind, user_id, display_name, role, address, act, subject, details, outcome
    from jsonb_to_recordset($1::jsonb) as t(
           institution_code text, at timestamptz, actor_kind text, user_id text, display_name text, role text, address text,
           act text, subject text, details jsonb, outcome text)`);

/** The row of an entry, for statements of the database that take it along (`jsonb_populate_record`). */
export function rowOf({ institutionCode, at, actor, act, subject = '', details = {}, outcome = 'ok' }: LogEntry) {
  const staff = actor.kind === 'staff' ? actor : { userId: '', displayName: '', role: null, address: '' };
  return {
    institution_code: institutionCode,
    at,
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
  if (entries.length > 0) await insert(db, JSON.stringify(entries.map(rowOf)));
}
