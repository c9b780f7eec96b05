// Passwords that are checked: of an examinee there may be several at a time (an own one, the first one, a reissued one); and what is said of a wrong one.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { COMMON_PASSWORD, findEasyGuesses } from '#domain/text/new-password.ts';
import { isCommon } from '#server/access/common-passwords.ts';
import { networkOf } from '#server/access/limiter.ts';
import { checkKeyed } from '#server/access/passwords.ts';
import type { SessionOwner } from '#server/access/tokens.ts';
import type { RequestContext } from '#server/service.ts';
import { refused } from '#wire/failure.ts';

/** How long a change of a password that comes again is taken for one whose answer was lost. */
export const REPEATED_WITHIN_MS = 15 * 60_000;

export const wrongCurrent = () => refused('現在のパスワードが正しくありません。');

/** Somebody whom a partner has handed over: who it is, as far as that is known here. */
export interface Identified {
  person: Exclude<SessionOwner, { kind: 'administrator' }>;
  userId: string;
  clientCode?: string;
}

export interface Credential {
  kind: 'own' | 'first' | 'reissued';
  scheme: 'keyed' | 'argon2id';
  hash: string;
  expiresAt: Date | null;
}

export const CREDENTIAL = 'c.kind, c.scheme, c.hash, c.expires_at as "expiresAt"';

/** What only the server knows a new password must not be. */
export function refuseEasy(
  next: string,
  owner: { current: string; mail: string; birthDate: PlainDate | null; routeParam: string },
): void {
  const guesses = findEasyGuesses({ ...owner, next });
  if (isCommon(next, owner.routeParam)) guesses.push(COMMON_PASSWORD);
  if (guesses.length > 0) throw refused(...guesses);
}

/** The one that this password is, of those that still hold. Whatever is refused took exactly one slow check, so that the time reveals nothing. */
export async function findFitting<C extends Credential>(
  { service, address, now, onGone }: RequestContext,
  credentials: readonly C[],
  password: string,
): Promise<C | null> {
  const usable = credentials.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const keyed = usable.find(({ scheme, hash }) => scheme === 'keyed' && checkKeyed(service.secret, hash, password));
  if (keyed) return keyed;
  const slow = usable.find(({ scheme }) => scheme === 'argon2id');
  const fits = await service.slowHashes.check(slow?.hash ?? null, password, networkOf(address), onGone);
  return slow && fits ? slow : null;
}
