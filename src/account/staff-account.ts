// An account of the staff as a log-in looks at it: its password, and what it has besides.
import { hash } from 'node:crypto';
import { query } from '#db/query.ts';
import type { LookedAt } from '#server/access/staff-sessions.ts';
import { FACTORS, type Factor } from './contract.ts';

export interface StaffAccount extends LookedAt {
  /** The app's secret, sealed; null where none is set up. */
  totpSealed: string | null;
  credentialIds: string[];
  recoveryCount: number;
}

const SELECT = `
  select a.institution_code as "institutionCode", a.user_id as "userId", a.password_hash as "passwordHash",
         a.factors_version as "factorsVersion",
         case when a.totp_confirmed_at is not null then a.totp_sealed end as "totpSealed",
         array(select k.credential_id from staff_passkeys k
                where k.institution_code = a.institution_code and k.user_id = a.user_id
                order by k.created_at, k.passkey_id) as "credentialIds",
         (select count(*)::int from staff_recovery_codes c
           where c.institution_code = a.institution_code and c.user_id = a.user_id and c.used_at is null)
           as "recoveryCount"
    from administrators a`;

export const findByUserId = query<StaffAccount>(`
  ${SELECT} join administrator_directory d on d.institution_code = a.institution_code and d.user_id = a.user_id
   where d.user_id = $1 and a.disabled_at is null`);

/** Whose passkey it is, where nobody has said who they are. Without a password an account is not set up yet. */
export const findByPasskey = query<StaffAccount>(`
  ${SELECT} join passkey_directory d on d.institution_code = a.institution_code and d.user_id = a.user_id
   where d.credential_id = $1 and a.password_hash is not null and a.disabled_at is null`);

/** What it has a second step by. Recovery codes stand in for a factor that was lost; alone they are none. */
export function factorsOf({ totpSealed, credentialIds, recoveryCount }: StaffAccount): Factor[] {
  const has = {
    totp: totpSealed !== null,
    passkey: credentialIds.length > 0,
    recovery: recoveryCount > 0 && (totpSealed !== null || credentialIds.length > 0),
  };
  return FACTORS.filter((factor) => has[factor]);
}

/** Turns with the password and with every change of factors. */
export const fingerprintOf = ({ passwordHash, factorsVersion }: LookedAt) =>
  hash('sha256', `${factorsVersion}\n${passwordHash ?? ''}`, 'base64url');
