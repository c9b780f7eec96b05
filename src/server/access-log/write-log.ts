// Entries of the access log, and the statement that writes them: in the transaction of what they record, or behind the answers.
import { randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ACTS, type LogDetails, type LoggedAct } from '#domain/staff/acts.ts';
import type { Role } from '#domain/staff/roles.ts';
import type { Administrator, RequestContext } from '#server/service.ts';
import { writeAuditOutput } from './audit-output.ts';

export interface LogEntry {
  institutionCode: string;
  at: Date;
  actor: Actor;
  act: LoggedAct;
  subject?: string;
  details?: LogDetails;
  outcome?: 'ok' | 'refused' | 'failed';
  numbers?: readonly number[];
}

type Actor =
  | { kind: 'staff'; userId: string; displayName: string; role: Role | null; address: string }
  /** By the number of the account; none of somebody whom a partner hands over for the first time. */
  | { kind: 'examinee'; userId: string; address: string }
  | { kind: 'operator'; displayName?: string }
  | { kind: 'service' };

type StaffActor = Pick<Administrator, 'institutionCode' | 'userId' | 'displayName' | 'role' | 'address' | 'now'>;

export const byStaff = (who: StaffActor): Pick<LogEntry, 'institutionCode' | 'at' | 'actor'> => {
  const { institutionCode, userId, displayName, role, address, now } = who;
  return { institutionCode, at: now, actor: { kind: 'staff', userId, displayName, role, address } };
};

/** What was written already, by a statement whose answer got lost, is written once. */
const insert = query('select write_access_log($1::jsonb)');

export type LogRow = ReturnType<typeof rowOf>;

const NOBODY = { userId: '', displayName: '', role: null, address: '' };

export function rowOf(entry: LogEntry) {
  const { institutionCode, at, actor, act, subject = '', details = {}, outcome = 'ok', numbers } = entry;
  const { userId, displayName, role, address } = { ...NOBODY, ...actor };
  return {
    institution_code: institutionCode,
    at,
    entry_id: randomUUID() as string,
    actor_kind: actor.kind,
    user_id: userId,
    display_name: displayName,
    role,
    address,
    act: ACTS[act][0],
    subject,
    details,
    outcome,
    ...(numbers && { numbers }),
  };
}

/** In the transaction that `db` is: no entry, no commit. */
export async function writeLog(db: Db, ...entries: LogEntry[]): Promise<void> {
  if (entries.length > 0) await writeRows(db, entries.map(rowOf));
}

export async function writeRows(db: Db, rows: readonly LogRow[]): Promise<void> {
  await insert(db, JSON.stringify(rows));
  writeAuditOutput(rows);
}

interface Person {
  institutionCode: string;
  examineeId?: number | null;
}

export function entryOfExaminee(
  { now, address }: Pick<RequestContext, 'now' | 'address'>,
  { institutionCode, examineeId = null }: Person,
  note: string,
  subject = '',
): LogEntry {
  return {
    institutionCode,
    at: now,
    actor: { kind: 'examinee', userId: examineeId === null ? '' : String(examineeId), address },
    act: 'examinee',
    subject,
    details: { note },
  };
}

export function logExaminee(who: RequestContext, person: Person, note: string, subject = ''): void {
  who.service.accessLog.add(entryOfExaminee(who, person, note, subject));
}
