// The own account, held while its second factors are changed: whoever logs in meanwhile waits, and then finds them changed.
import { renewRecovery } from '#account/app-codes.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isFactorDue, renewToken } from '#server/access/tokens.ts';
import { notifyStaff } from '#server/records/staff-notices.ts';
import type { Administrator } from '#server/service.ts';
import { noSession, refused } from '#wire/failure.ts';

const NEEDED = 'この医療機関では2段階認証が必要です。別の方法を登録してから解除してください。';
const TOO_SHORT = '先に13桁以上のパスワードに変更してください。';

interface LockedRow {
  isPasswordLong: boolean;
  isRequired: boolean;
  hasTotp: boolean;
  passkeyUser: Buffer | null;
}

const lockRow = query<LockedRow>(`
  select a.password_is_long as "isPasswordLong", a.totp_confirmed_at is not null as "hasTotp",
         a.passkey_user as "passkeyUser",
         ${isFactorDue('a', '$3')} as "isRequired"
    from administrators a
   where a.institution_code = $1 and a.user_id = $2 and a.disabled_at is null for update of a`);

const readPasskeys = query<{ passkeyId: string; credentialId: string; name: string }>(`
  select passkey_id as "passkeyId", credential_id as "credentialId", name
    from staff_passkeys where institution_code = $1 and user_id = $2`);

/** Its passkeys are read once it is held: nobody adds or removes one from here on. */
export async function lockAccount(db: Db, { institutionCode, userId, now }: Administrator) {
  const [account] = await lockRow(db, institutionCode, userId, now);
  if (!account) throw noSession();
  return { ...account, passkeys: await readPasskeys(db, institutionCode, userId) };
}

type LockedAccount = Awaited<ReturnType<typeof lockAccount>>;

const countOf = ({ hasTotp, passkeys }: LockedAccount) => passkeys.length + (hasTotp ? 1 : 0);

/** Refuses to leave the account without a second factor where it needs one. */
export function refuseIfLast(account: LockedAccount): void {
  if (countOf(account) > 1) return;
  if (account.isRequired) throw refused(NEEDED);
  if (!account.isPasswordLong) throw refused(TOO_SHORT);
}

const markSession = query(`
  update sessions set second_factor = $4 where institution_code = $1 and administrator_id = $2 and session_id = $3`);

/** The session goes on as one with a second factor, at once; one that was good for this only under another token. Who had none gets recovery codes. */
export async function addedFactor(
  db: Db,
  who: Administrator,
  before: LockedAccount,
  factor: 'totp' | 'passkey',
): Promise<{ recoveryCodes: string[]; token: string }> {
  const { institutionCode, userId, sessionId } = who;
  await changeFactors(db, institutionCode, userId, false);
  await notifyFactorChange(db, who, factor === 'totp' ? '認証アプリの設定' : 'パスキーの追加');
  const recoveryCodes = countOf(before) === 0 ? await renewRecovery(db, who.service.secret, who) : [];
  const token = who.isRestricted ? await renewToken(db, who, { factor }) : '';
  if (!token) await markSession(db, institutionCode, userId, sessionId, factor);
  return { recoveryCodes, token };
}

const changeFactors = query(`
  with gone as (
    delete from staff_recovery_codes where institution_code = $1 and user_id = $2 and $3)
  update administrators set factors_version = factors_version + 1 where institution_code = $1 and user_id = $2`);

/** With the last factor the recovery codes go, which stand in for it. */
export async function removedFactor(
  db: Db,
  who: Administrator,
  before: LockedAccount,
  factor: 'totp' | 'passkey',
): Promise<void> {
  await changeFactors(db, who.institutionCode, who.userId, countOf(before) <= 1);
  await notifyFactorChange(db, who, factor === 'totp' ? '認証アプリの解除' : 'パスキーの削除');
}

/** The owner is notified at the next log-in, whoever sat here. */
export const notifyFactorChange = (db: Db, who: Administrator, note: string) =>
  notifyStaff(db, who, { at: who.now, kind: 'factor', note, address: who.address });
