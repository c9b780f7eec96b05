// Tokens: made, found, kept alive and ended. Only their hashes are stored.
import { hash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { Unreachable } from '#db/errors.ts';
import { query } from '#db/query.ts';
import type { ExamineeCredentials } from '#db/tables.ts';
import type { Config } from '../config.ts';
import type { Asking, Session } from '../service.ts';

export type SessionOwner =
  | { kind: 'administrator'; institutionCode: string; userId: string }
  | { kind: 'examinee'; institutionCode: string; examineeId: number }
  | { kind: 'handover'; institutionCode: string; clientCode: string; subject: string };

export const hashToken = (token: string) => hash('sha256', token, 'hex');

/** A session is used all the time; writing that down once a minute is enough. */
const TOUCH_AFTER_MS = 60_000;

export function idleMs(config: Config, kind: SessionOwner['kind']): number {
  const { administratorIdleMinutes, examineeIdleMinutes } = config.sessions;
  return (kind === 'administrator' ? administratorIdleMinutes : examineeIdleMinutes) * 60_000;
}

/**
 * Waits for whoever is changing the password, and opens nothing where it is no longer the one that was looked at: a change
 * ends all other sessions, also one that is being opened at the same moment. A first one may only have got its slow hash.
 */
const openWith = query<{ opened: number }>(`
  with standing as (
    select kind from examinee_credentials
     where institution_code = $2 and examinee_id = $3 and kind = $4 and (kind = 'first' or hash = $5) for share)
  insert into sessions (token_hash, kind, institution_code, examinee_id, opened_with, created_at, last_used_at)
  select $1, 'examinee', $2, $3, kind, $6, $6 from standing returning 1 as opened`);

/** For an examinee who has said a password, as it was stored when it was looked at. Null where it has just been changed. */
export async function issueTokenFor(
  db: Db,
  { institutionCode, examineeId }: { institutionCode: string; examineeId: number },
  { kind, hash: stored }: Pick<Selectable<ExamineeCredentials>, 'kind' | 'hash'>,
  now: Date,
): Promise<string | null> {
  const { token, tokenHash } = makeToken();
  const opened = await openWith(db, tokenHash, institutionCode, examineeId, kind, stored, now);
  return opened.length > 0 ? token : null;
}

export function makeToken() {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: Buffer.from(hashToken(token), 'hex') };
}

/** For those who have shown who they are by other means than a password of their own; `staff-sessions.ts` opens those of the staff. */
export async function issueToken(
  db: Db,
  person: Exclude<SessionOwner, { kind: 'administrator' }>,
  now: Date,
): Promise<string> {
  const { token, tokenHash } = makeToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      kind: person.kind,
      institution_code: person.institutionCode,
      examinee_id: person.kind === 'examinee' ? person.examineeId : null,
      client_code: person.kind === 'handover' ? person.clientCode : null,
      subject: person.kind === 'handover' ? person.subject : null,
      created_at: now,
      last_used_at: now,
    })
    .execute();
  return token;
}

/** Whoever only reads may go on where nothing can be written; whoever writes is told by the next statement. */
function keepReading(error: unknown): void {
  if (!(error instanceof Unreachable)) throw error;
}

/** Who holds this token, or null when it is unknown, idle for too long or too old. */
export async function findSession(token: string, asking: Asking): Promise<Session | null> {
  const { db, config, sessions } = asking.service;
  const session = await sessions.find(hashToken(token));
  if (!session) return null;
  const tokenHash = Buffer.from(session.tokenHash, 'hex');
  const { now } = asking;
  const idle = now.getTime() - session.lastUsedAt;
  const age = now.getTime() - session.createdAt;
  if (idle > idleMs(config, session.kind) || age > config.sessions.maximumHours * 3_600_000) return null;
  if (idle > TOUCH_AFTER_MS) {
    const touch = db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', tokenHash);
    await touch.execute().catch(keepReading);
  }
  const { institutionCode } = session;
  if (session.kind === 'administrator') {
    const { administratorId, displayName, role, isRestricted, secondFactor, confirmedAt } = session;
    return {
      ...asking,
      kind: 'administrator',
      institutionCode,
      userId: administratorId ?? '',
      displayName,
      role: role ?? 'viewer',
      isRestricted,
      secondFactor,
      confirmedAt: confirmedAt ?? 0,
      tokenHash,
      trace: {},
    };
  }
  if (session.kind === 'handover') {
    const { clientCode, subject } = session;
    return {
      ...asking,
      kind: 'handover',
      institutionCode,
      clientCode: clientCode ?? '',
      subject: subject ?? '',
      tokenHash,
    };
  }
  const { examineeId, openedWith } = session;
  const isHandedOver = openedWith === null;
  return { ...asking, kind: 'examinee', institutionCode, examineeId: examineeId ?? 0, isHandedOver, tokenHash };
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Everything that is open elsewhere ends; how many that were. */
export async function endOtherSessions(
  db: Db,
  person: Exclude<SessionOwner, { kind: 'handover' }>,
  keep: Buffer | null,
): Promise<number> {
  let query = db.deleteFrom('sessions').where('institution_code', '=', person.institutionCode);
  query =
    person.kind === 'administrator'
      ? query.where('administrator_id', '=', person.userId)
      : query.where('examinee_id', '=', person.examineeId);
  if (keep) query = query.where('token_hash', '!=', keep);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
