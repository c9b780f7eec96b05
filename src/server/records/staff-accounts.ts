// What is done to accounts of the staff, by managers and by the operator: each together with the sessions it concerns; and what their owners are
// informed of it.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { hashesReadable, makeReadableCode } from '#server/access/passwords.ts';
import { endOtherSessions } from '#server/access/tokens.ts';
import type { Administrator } from '#server/service.ts';

export interface Account {
  institutionCode: string;
  userId: string;
}

const lock = query("select pg_advisory_xact_lock(hashtextextended('staff/' || $1, 0))");

/** Changes of an institution's staff wait for each other before they read anything. */
export async function lockStaff(db: Db, institutionCode: string): Promise<void> {
  await lock(db, institutionCode);
}

/** The database keeps an institution from losing its last active manager (functions/staff.sql). */
export const isLastManager = (error: unknown) => (error as { constraint?: string }).constraint === 'last_manager';

const setStop = query<{ version: number }>(`
  update administrators set disabled_at = $3, version = version + 1
   where institution_code = $1 and user_id = $2 returning version`);

/** Nobody is logged in with it any more, nor will be; nothing else of it changes. */
export async function stopAccount(db: Db, account: Account, now: Date): Promise<{ version: number }> {
  const [stopped] = await setStop(db, account.institutionCode, account.userId, now);
  await endSessionsOf(db, account);
  return stopped ?? { version: 0 };
}

export async function restartAccount(db: Db, { institutionCode, userId }: Account): Promise<{ version: number }> {
  const [restarted] = await setStop(db, institutionCode, userId, null);
  return restarted ?? { version: 0 };
}

const endSessionsOf = (db: Db, { institutionCode, userId }: Account) =>
  endOtherSessions(db, { kind: 'administrator', institutionCode, userId }, null);

const saveSetup = query<{ endsAt: string }>(`
  update administrators
     set password_hash = null, password_is_long = false, must_change_password = false, setup_hash = $3, setup_expires_at = $4, version = version + 1
   where institution_code = $1 and user_id = $2
  returning to_char(setup_expires_at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS') as "endsAt"`);

const SETUP_HOURS = 72;

/** Good for one account only, however it is typed; under each key, the current one first. */
export const hashSetupCode = (secret: KeyRing, { institutionCode, userId }: Account, code: string) =>
  hashesReadable(secret, 'setup', `${institutionCode}/${userId}`, code);

interface Issuing {
  secret: KeyRing;
  publicUrl: string;
  now: Date;
}

/** In place of the password; whoever is logged in with it is so no longer. The code is known to nobody after this. */
export async function issueSetup(db: Db, account: Account, { secret, publicUrl, now }: Issuing) {
  const { institutionCode, userId } = account;
  const code = makeReadableCode(4, 4, 4);
  const [hash] = hashSetupCode(secret, account, code);
  const endsAt = new Date(now.getTime() + SETUP_HOURS * 3_600_000);
  const [saved] = await saveSetup(db, institutionCode, userId, hash, endsAt);
  await endSessionsOf(db, account);
  // Behind the #: no server's log ever holds it.
  const url = `${publicUrl}/StaffSetup#${userId}.${code.replaceAll('-', '')}`;
  return { code, url, endsAt: saved?.endsAt ?? '' };
}

const forgetFactors = query(`
  with passkeys as (
    delete from staff_passkeys where institution_code = $1 and user_id = $2 returning credential_id),
  directory as (
    delete from passkey_directory where credential_id in (select credential_id from passkeys)),
  codes as (
    delete from staff_recovery_codes where institution_code = $1 and user_id = $2)
  update administrators
     set totp_sealed = null, totp_confirmed_at = null, totp_last_step = 0, factors_version = factors_version + 1
   where institution_code = $1 and user_id = $2`);

/** For who has lost the device: app, passkeys and recovery codes. */
export async function clearTwoFactor(db: Db, { institutionCode, userId }: Account): Promise<void> {
  await forgetFactors(db, institutionCode, userId);
}

interface NewNotice {
  at: Date;
  /** A device's are written by the log-in itself (`access/staff-sessions.ts`). */
  kind: Exclude<Tables['staff_notices']['kind'], 'device'>;
  note: string;
  byName?: string;
  address?: string;
}

const insert = query(`
  insert into staff_notices (institution_code, user_id, at, kind, note, by_name, address)
  values ($1, $2, $3, $4, $5, $6, $7)`);

/** Of what others, or whoever has got hold of it, have done to the account. */
export async function notifyStaff(db: Db, { institutionCode, userId }: Account, notice: NewNotice): Promise<void> {
  const { at, kind, note, byName = '', address = '' } = notice;
  await insert(db, institutionCode, userId, at, kind, note, byName, address);
}

export interface StaffNotice {
  noticeId: string;
  at: Date;
  kind: Tables['staff_notices']['kind'];
  note: string;
  byName: string;
  address: string;
  acknowledgedAt: Date | null;
}

const SELECT = `
  select notice_id as "noticeId", at, kind, note, by_name as "byName", address, acknowledged_at as "acknowledgedAt"
    from staff_notices where institution_code = $1 and user_id = $2`;

const SHOWN = 20;
const readNewest = query<StaffNotice>(`${SELECT} order by at desc, notice_id limit ${SHOWN}`);
/** What happened in this very log-in, or after it, waits for the next one: nobody is to hide what they do themselves. */
const UNSEEN = 'acknowledged_at is null and at < $3';
const readUnseen = query<StaffNotice>(`${SELECT} and ${UNSEEN} order by at, notice_id limit ${SHOWN}`);

export const readNotices = (db: Db, { institutionCode, userId }: Administrator) =>
  readNewest(db, institutionCode, userId);

export const readUnseenNotices = (db: Db, { institutionCode, userId, openedAt }: Administrator) =>
  readUnseen(db, institutionCode, userId, new Date(openedAt));

const acknowledge = query(`
  update staff_notices set acknowledged_at = $4
   where institution_code = $1 and user_id = $2 and ${UNSEEN} and notice_id = any ($5::uuid[])`);

export async function markAcknowledged(db: Db, who: Administrator, noticeIds: readonly string[]): Promise<void> {
  const { institutionCode, userId, openedAt, now } = who;
  await acknowledge(db, institutionCode, userId, new Date(openedAt), now, noticeIds);
}

/** Of the account `a`, for whoever is logged in since $3. */
export const COUNT_UNSEEN = `
  (select count(*)::int from staff_notices n
    where n.institution_code = a.institution_code and n.user_id = a.user_id and n.${UNSEEN})`;
