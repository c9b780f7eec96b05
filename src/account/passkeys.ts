// Passkeys of the staff: what browsers are asked, and whether their answer is good. WebAuthn itself is the library's.
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Config } from '#server/config.ts';

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

const find = query<Stored>(`
  select k.passkey_id as "passkeyId", k.public_key as "publicKey", k.counter, a.passkey_user as handle
    from staff_passkeys k
    join administrators a on a.institution_code = k.institution_code and a.user_id = k.user_id
   where k.institution_code = $1 and k.user_id = $2 and k.credential_id = $3`);

const move = query<{ passkeyId: string }>(`
  update staff_passkeys set counter = $4, last_used_at = $5
   where institution_code = $1 and user_id = $2 and passkey_id = $3 and (counter < $4 or (counter = 0 and $4 = 0))
  returning passkey_id as "passkeyId"`);

interface Owner {
  institutionCode: string;
  userId: string;
}

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
  const [stored] = await find(db, institutionCode, userId, response.id);
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
      (await move(transaction, institutionCode, userId, passkeyId, newCounter, now)).length > 0,
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
