// The own account, held while its second factors are changed: whoever logs in meanwhile waits, and then finds them changed.
import { renewRecovery } from '#account/app-codes.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Administrator } from '#server/service.ts';
import { noSession, refused } from '#wire/failure.ts';

const NEEDED = 'この医療機関では2段階認証が必要です。別の方法を登録してから解除してください。';
const TOO_SHORT = '先に13桁以上のパスワードに変更してください。';

interface Held {
  isPasswordLong: boolean;
  isRequired: boolean;
  hasTotp: boolean;
  passkeyUser: Buffer | null;
}

const holdRow = query<Held>(`
  select a.password_is_long as "isPasswordLong", a.totp_confirmed_at is not null as "hasTotp",
         a.passkey_user as "passkeyUser",
         exists (select from institution_policies p
                  where p.institution_code = a.institution_code and p.two_factor_since is not null) as "isRequired"
    from administrators a
   where a.institution_code = $1 and a.user_id = $2 and a.disabled_at is null for update of a`);

const readPasskeys = query<{ passkeyId: string; credentialId: string; name: string }>(`
  select passkey_id as "passkeyId", credential_id as "credentialId", name
    from staff_passkeys where institution_code = $1 and user_id = $2`);

/** Its passkeys are read once it is held: nobody adds or removes one from here on. */
export async function holdAccount(db: Db, { institutionCode, userId }: Administrator) {
  const [account] = await holdRow(db, institutionCode, userId);
  if (!account) throw noSession();
  return { ...account, passkeys: await readPasskeys(db, institutionCode, userId) };
}

type HeldAccount = Awaited<ReturnType<typeof holdAccount>>;

const countOf = ({ hasTotp, passkeys }: HeldAccount) => passkeys.length + (hasTotp ? 1 : 0);

/** Refuses to leave the account without a second factor where it needs one. */
export function refuseIfLast(account: HeldAccount): void {
  if (countOf(account) > 1) return;
  if (account.isRequired) throw refused(NEEDED);
  if (!account.isPasswordLong) throw refused(TOO_SHORT);
}

const free = query(`
  with turned as (
    update administrators set factors_version = factors_version + 1 where institution_code = $1 and user_id = $2)
  update sessions set is_restricted = false, second_factor = $4 where token_hash = $3`);

/** The session goes on as one with a second factor, at once. Who had none gets recovery codes. */
export async function addedFactor(
  db: Db,
  who: Administrator,
  before: HeldAccount,
  factor: 'totp' | 'passkey',
): Promise<{ recoveryCodes: string[] }> {
  await free(db, who.institutionCode, who.userId, who.tokenHash, factor);
  return { recoveryCodes: countOf(before) === 0 ? await renewRecovery(db, who.service.secret, who) : [] };
}

const turn = query(`
  with gone as (
    delete from staff_recovery_codes where institution_code = $1 and user_id = $2 and $3)
  update administrators set factors_version = factors_version + 1 where institution_code = $1 and user_id = $2`);

/** With the last factor the recovery codes go, which stand in for it. */
export async function removedFactor(db: Db, who: Administrator, before: HeldAccount): Promise<void> {
  await turn(db, who.institutionCode, who.userId, countOf(before) <= 1);
}
