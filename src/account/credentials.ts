// An examinee's passwords, of which there may be several at a time: an own one, the first one, a reissued one.
import type { Selectable } from 'kysely';
import type { Tables } from '#db/tables.ts';
import { networkOf } from '#server/access/limiter.ts';
import { checkKeyed } from '#server/access/passwords.ts';
import type { SessionOwner } from '#server/access/tokens.ts';
import type { RequestContext } from '#server/service.ts';

/** Somebody whom a partner has handed over: who it is, as far as that is known here. */
export interface Identified {
  person: Exclude<SessionOwner, { kind: 'administrator' }>;
  userId: string;
  clientCode?: string;
}

type Credential = Pick<Selectable<Tables['examinee_credentials']>, 'kind' | 'scheme' | 'hash' | 'expires_at'>;

/** The one that this password is, of those that still hold. Whatever is refused took exactly one slow check, so that the time tells nothing. */
export async function findFitting<C extends Credential>(
  { service, address, now, onGone }: RequestContext,
  credentials: readonly C[],
  password: string,
): Promise<C | null> {
  const usable = credentials.filter(({ expires_at }) => expires_at === null || expires_at > now);
  const keyed = usable.find(({ scheme, hash }) => scheme === 'keyed' && checkKeyed(service.secret, hash, password));
  if (keyed) return keyed;
  const slow = usable.find(({ scheme }) => scheme === 'argon2id');
  const fits = await service.slowHashes.check(slow?.hash ?? null, password, networkOf(address), onGone);
  return slow && fits ? slow : null;
}
