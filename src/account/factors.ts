// The factors of the staff beside the password: codes of authenticator apps and recovery codes, each good once; and passkeys, for which
// WebAuthn itself is the library's.
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { hashesReadable, makeReadableCode } from '#server/access/passwords.ts';
import { seal, unseal } from '#server/access/seal.ts';
import { findStep } from '#server/access/totp.ts';
import type { Config } from '#server/config.ts';

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

const moveStep = query<{ userId: string }>(`
  update administrators set totp_last_step = $3
   where institution_code = $1 and user_id = $2 and totp_last_step < $3 returning user_id as "userId"`);

/** False where this code, or a later one, was used before. */
export const spendStep = async (db: Db, { institutionCode, userId }: Owner, step: number) =>
  (await moveStep(db, institutionCode, userId, step)).length > 0;

const RECOVERY_CODES = 10;
const hashesOf = (secret: KeyRing, owner: Owner, code: string) =>
  hashesReadable(secret, 'recovery', aboutOf(owner), code);

const renewCodes = query(`
  with gone as (delete from staff_recovery_codes where institution_code = $1 and user_id = $2)
  insert into staff_recovery_codes (institution_code, user_id, hash) select $1, $2, unnest($3::text[])`);

/** Ends those of before; these are shown once. */
export async function renewRecovery(db: Db, secret: KeyRing, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeReadableCode(5, 5));
  const hashes = codes.map((code) => hashesOf(secret, owner, code)[0]);
  await renewCodes(db, owner.institutionCode, owner.userId, hashes);
  return codes;
}

const markRecoveryUsed = query<{ hash: string }>(`
  update staff_recovery_codes set used_at = $4
   where institution_code = $1 and user_id = $2 and hash = any($3::text[]) and used_at is null returning hash`);

export const spendRecovery = async (db: Db, secret: KeyRing, owner: Owner, code: string, now: Date) =>
  (await markRecoveryUsed(db, owner.institutionCode, owner.userId, hashesOf(secret, owner, code), now)).length > 0;

/** Takes a quarter of a second to load, which starts do without. */
const webauthn = () => import('@simplewebauthn/server');

// EdDSA, ES256, RS256.
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

/** Where passkeys belong; null where browsers would make none: they want https, or this very machine. */
function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): { rpId: string; origin: string } | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = isIP(hostname) !== 0 || hostname.startsWith('[');
  return (protocol === 'https:' || isLocal) && !isNumber ? { rpId: hostname, origin } : null;
}

/** JSON text for the browser, and the challenge that its answer has to hold; both empty where there are no passkeys. */
export async function askForPasskey(config: Config, credentialIds?: readonly string[]) {
  const place = relyingPartyOf(config);
  if (!place) return { options: '', challenge: '' };
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: place.rpId,
    allowCredentials: credentialIds?.map((id) => ({ id })),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
  return { options: JSON.stringify(options), challenge: options.challenge };
}

interface NewPasskey {
  rpName: string;
  userId: string;
  displayName: string;
  /** What passkeys call the account. */
  handle: Buffer;
  known: readonly string[];
}

export async function askForNewPasskey(config: Config, { rpName, userId, displayName, handle, known }: NewPasskey) {
  const place = relyingPartyOf(config);
  if (!place) return null;
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName,
    rpID: place.rpId,
    userName: userId,
    userDisplayName: displayName,
    userID: new Uint8Array(handle),
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: TIMEOUT_MS,
  });
  return { options: JSON.stringify(options), challenge: options.challenge };
}

/** What the browser says of the credential; null where that is not even such an answer. What it claims is checked by the library. */
function readCredential<T extends { id: string }>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text);
    const isOne = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
    return isOne && 'response' in value && typeof value.response === 'object' ? (value as unknown as T) : null;
  } catch {
    return null;
  }
}

export const credentialIdIn = (credential: string) =>
  readCredential<AuthenticationResponseJSON>(credential)?.id ?? null;

interface Stored {
  passkeyId: string;
  publicKey: Buffer;
  counter: number;
  handle: Buffer | null;
}

const findPasskey = query<Stored>(`
  select k.passkey_id as "passkeyId", k.public_key as "publicKey", k.counter, a.passkey_user as handle
    from staff_passkeys k
    join administrators a on a.institution_code = k.institution_code and a.user_id = k.user_id
   where k.institution_code = $1 and k.user_id = $2 and k.credential_id = $3`);

const moveCounter = query<{ passkeyId: string }>(`
  update staff_passkeys set counter = $4, last_used_at = $5
   where institution_code = $1 and user_id = $2 and passkey_id = $3 and (counter < $4 or (counter = 0 and $4 = 0))
  returning passkey_id as "passkeyId"`);

/** Said of any passkey that is not good, whatever is wrong with it. */
export const NOT_CONFIRMED = 'パスキーを確認できませんでした。もう一度お試しください。';

/** A counter that goes back: there may be a copy of it. */
export const COUNTER_WENT_BACK = 'パスキーの使用回数が前回より少ないため、拒否しました（複製のおそれ）。';

/**
 * Whether it is a passkey of this account that has signed the challenge. `use` then moves its counter, and says whether that
 * went forward; null where it is not good at all.
 */
export async function checkPasskey(db: Db, config: Config, owner: Owner, challenge: string, credential: string) {
  const place = relyingPartyOf(config);
  const response = readCredential<AuthenticationResponseJSON>(credential);
  if (!place || !response || challenge === '') return null;
  const { institutionCode, userId } = owner;
  const [stored] = await findPasskey(db, institutionCode, userId, response.id);
  const { userHandle } = response.response;
  if (!stored || (userHandle && userHandle !== stored.handle?.toString('base64url'))) return null;
  const { passkeyId, publicKey, counter } = stored;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    // Its counter is compared below, where that it went back can be distinguished.
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter } = verified.authenticationInfo;
  return {
    wentBack: newCounter <= counter && (newCounter > 0 || counter > 0),
    use: async (transaction: Db, now: Date) =>
      (await moveCounter(transaction, institutionCode, userId, passkeyId, newCounter, now)).length > 0,
  };
}

export async function checkNewPasskey(config: Config, challenge: string, credential: string) {
  const place = relyingPartyOf(config);
  const response = readCredential<RegistrationResponseJSON>(credential);
  if (!place || !response) return null;
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
}
