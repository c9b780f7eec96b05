// Tokens: made, found, kept alive and ended. Only their hashes are stored.
import { hash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { isSignOfAbsence } from '#db/errors.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import type { Config } from '#server/config.ts';
import type { Administrator, RequestContext, Session } from '#server/service.ts';
import { noSession } from '#wire/failure.ts';

export type SecondFactor = Selectable<Tables['sessions']>['second_factor'];

interface FoundSession {
  tokenHash: string;
  sessionId: string;
  kind: Tables['sessions']['kind'];
  institutionCode: string;
  administratorId: string | null;
  examineeId: number | null;
  clientCode: string | null;
  subject: string | null;
  openedWith: Tables['sessions']['opened_with'];
  role: Tables['sessions']['role'];
  displayName: string;
  isRestricted: boolean;
  mustChangePassword: boolean;
  secondFactor: SecondFactor;
  confirmedAt: number | null;
  /** In milliseconds, since moments are slow to read from text. */
  createdAt: number;
  lastUsedAt: number;
}

interface Asked {
  /** In hexadecimal: what it is compared as. */
  tokenHash: string;
  resolve(session: FoundSession | undefined): void;
  reject(error: unknown): void;
}

export const SESSIONS = `
  select encode(token_hash, 'hex') as "tokenHash", session_id as "sessionId", kind, institution_code as "institutionCode",
         administrator_id as "administratorId", examinee_id as "examineeId", client_code as "clientCode", subject,
         opened_with as "openedWith",
         role, display_name as "displayName", is_restricted as "isRestricted", must_change_password as "mustChangePassword", second_factor as "secondFactor",
         (extract(epoch from confirmed_at) * 1000)::float8 as "confirmedAt",
         (extract(epoch from created_at) * 1000)::float8 as "createdAt",
         (extract(epoch from last_used_at) * 1000)::float8 as "lastUsedAt"
    from sessions where token_hash = any($1::bytea[])`;

const findAll = query<FoundSession>(SESSIONS);

/**
 * Every request of everybody who is logged in asks this, so those that arrive in one turn of the event loop are asked together: one statement
 * for all of them, and none of them waits longer for it.
 */
export class SessionLookup {
  readonly #db: Db;
  #asked: Asked[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  find(tokenHash: string): Promise<FoundSession | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ tokenHash, resolve, reject }) === 1) setImmediate(() => this.#answerAll());
    });
  }

  async #answerAll(): Promise<void> {
    const all = this.#asked;
    this.#asked = [];
    try {
      const hashes = new Set(all.map(({ tokenHash }) => `\\x${tokenHash}`));
      const rows = await findAll(this.#db, [...hashes]);
      const found = new Map(rows.map((row) => [row.tokenHash, row]));
      for (const { tokenHash, resolve } of all) resolve(found.get(tokenHash));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
}

/** SQL: whether it is asked, at a moment, of the row `who`, which has institution_code and role. */
export const isFactorDue = (who: string, at: string) => `exists (
  select from institution_policies p
   where p.institution_code = ${who}.institution_code
     and (p.two_factor_since <= ${at} or ${who}.role = 'manager' and p.managers_two_factor_since <= ${at}))`;

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
     where institution_code = $2 and examinee_id = $3 and kind = $4 and (kind = 'first' or hash = $5) and opens_sessions
       for share)
  insert into sessions (token_hash, kind, institution_code, examinee_id, opened_with, created_at, last_used_at)
  select $1, 'examinee', $2, $3, kind, $6, $6 from standing returning 1 as opened`);

export async function issueTokenFor(
  db: Db,
  { institutionCode, examineeId }: { institutionCode: string; examineeId: number },
  { kind, hash: stored }: Pick<Selectable<Tables['examinee_credentials']>, 'kind' | 'hash'>,
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

const openFor = query(`
  insert into sessions (token_hash, kind, institution_code, created_at, last_used_at, examinee_id, client_code, subject)
  values ($1, $2, $3, $4, $4, $5, $6, $7)`);

/** For those who have shown who they are by other means than a password of their own; `staff-sessions.ts` opens those of the staff. */
export async function issueToken(db: Db, person: Exclude<SessionOwner, { kind: 'administrator' }>, now: Date) {
  const { token, tokenHash } = makeToken();
  const whose =
    person.kind === 'examinee' ? [person.examineeId, null, null] : [null, person.clientCode, person.subject];
  await openFor(db, tokenHash, person.kind, person.institutionCode, now, ...whose);
  return token;
}

/** Whoever only reads may go on where nothing can be written; whoever writes fails at the next statement. */
function ignoreAbsence(error: unknown): void {
  if (!isSignOfAbsence(error)) throw error;
}

export async function findSession(token: string, asking: RequestContext): Promise<Session | null> {
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
    await touch.execute().catch(ignoreAbsence);
  }
  const { kind, institutionCode, displayName, isRestricted, mustChangePassword, secondFactor, sessionId } = session;
  if (kind === 'administrator') {
    return {
      ...asking,
      kind,
      institutionCode,
      userId: session.administratorId ?? '',
      displayName,
      role: session.role ?? 'viewer',
      isRestricted,
      mustChangePassword,
      secondFactor,
      confirmedAt: session.confirmedAt ?? 0,
      openedAt: session.createdAt,
      sessionId,
      trace: {},
    };
  }
  if (kind === 'handover') {
    const { clientCode, subject } = session;
    return { ...asking, kind, institutionCode, clientCode: clientCode ?? '', subject: subject ?? '', tokenHash };
  }
  const { examineeId, openedWith } = session;
  const isPartnerSession = openedWith === null;
  return { ...asking, kind, institutionCode, examineeId: examineeId ?? 0, isPartnerSession, tokenHash };
}

/** One of the staff ends also where it has just got another token. */
export async function endSession(db: Db, session: Session): Promise<void> {
  const ended = db.deleteFrom('sessions');
  await (session.kind === 'administrator'
    ? ended
        .where('institution_code', '=', session.institutionCode)
        .where('administrator_id', '=', session.userId)
        .where('session_id', '=', session.sessionId)
    : ended.where('token_hash', '=', session.tokenHash)
  ).execute();
}

interface Shown {
  since?: Date | null;
  factor?: string | null;
  isChanged?: boolean;
}

const renew = query<{ renewed: number }>(`
  update sessions s
     set token_hash = $4, confirmed_at = coalesce($5, confirmed_at), second_factor = coalesce($6::text, second_factor),
         must_change_password = must_change_password and not $7::boolean,
         is_restricted = is_restricted and (
           must_change_password and not $7::boolean
           or coalesce($6::text, second_factor) = 'none' and ${isFactorDue('s', '$8')})
   where institution_code = $1 and administrator_id = $2 and session_id = $3
  returning 1 as renewed`);

/**
 * Who has shown more of who they are goes on under another token: what was got hold of before opens nothing of it. `since` is when
 * that was shown; `factor` the one that was just set up, which frees a session that was good for that only, as a changed password does.
 */
export async function renewToken(
  db: Db,
  { institutionCode, userId, sessionId, now }: Administrator,
  { since = null, factor = null, isChanged = false }: Shown,
): Promise<string> {
  const { token, tokenHash } = makeToken();
  const shown = [since, factor, isChanged, now];
  const renewed = await renew(db, institutionCode, userId, sessionId, tokenHash, ...shown);
  if (renewed.length === 0) throw noSession();
  return token;
}

export async function endOtherSessions(
  db: Db,
  person: Exclude<SessionOwner, { kind: 'handover' }>,
  keep: Buffer | string | null,
): Promise<number> {
  let query = db.deleteFrom('sessions').where('institution_code', '=', person.institutionCode);
  query =
    person.kind === 'administrator'
      ? query.where('administrator_id', '=', person.userId)
      : query.where('examinee_id', '=', person.examineeId);
  if (keep) query = query.where(typeof keep === 'string' ? 'session_id' : 'token_hash', '!=', keep);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
