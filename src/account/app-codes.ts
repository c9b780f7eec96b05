// Codes of authenticator apps and recovery codes: each is good once.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { hashesReadable, makeReadableCode } from '#server/access/readable-codes.ts';
import { seal, unseal } from '#server/access/seal.ts';
import { findStep } from '#server/access/totp.ts';

interface Owner {
  institutionCode: string;
  userId: string;
}

const aboutOf = ({ institutionCode, userId }: Owner) => `${institutionCode}/${userId}`;

export const sealTotp = (secret: KeyRing, owner: Owner, bytes: Buffer) =>
  seal(secret, 'totp', bytes.toString('base64url'), aboutOf(owner));

export function unsealTotp(secret: KeyRing, owner: Owner, sealed: string): Buffer | null {
  const text = unseal(secret, 'totp', sealed, aboutOf(owner));
  return text === null ? null : Buffer.from(text, 'base64url');
}

/** The step that a code is of; null where it is wrong, or the secret was sealed under another key. */
export function stepOf(secret: KeyRing, owner: Owner, sealed: string | null, code: string, now: Date): number | null {
  const bytes = sealed === null ? null : unsealTotp(secret, owner, sealed);
  return bytes === null ? null : findStep(bytes, code, now);
}

const move = query<{ userId: string }>(`
  update administrators set totp_last_step = $3
   where institution_code = $1 and user_id = $2 and totp_last_step < $3 returning user_id as "userId"`);

/** False where this code, or a later one, was used before. */
export const spendStep = async (db: Db, { institutionCode, userId }: Owner, step: number) =>
  (await move(db, institutionCode, userId, step)).length > 0;

const RECOVERY_CODES = 10;
const hashesOf = (secret: KeyRing, owner: Owner, code: string) =>
  hashesReadable(secret, 'recovery', aboutOf(owner), code);

const renew = query(`
  with gone as (delete from staff_recovery_codes where institution_code = $1 and user_id = $2)
  insert into staff_recovery_codes (institution_code, user_id, hash) select $1, $2, unnest($3::text[])`);

/** Ends those of before; these are shown once. */
export async function renewRecovery(db: Db, secret: KeyRing, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeReadableCode(5, 5));
  const hashes = codes.map((code) => hashesOf(secret, owner, code)[0]);
  await renew(db, owner.institutionCode, owner.userId, hashes);
  return codes;
}

const use = query<{ hash: string }>(`
  update staff_recovery_codes set used_at = $4
   where institution_code = $1 and user_id = $2 and hash = any($3::text[]) and used_at is null returning hash`);

export const spendRecovery = async (db: Db, secret: KeyRing, owner: Owner, code: string, now: Date) =>
  (await use(db, owner.institutionCode, owner.userId, hashesOf(secret, owner, code), now)).length > 0;
