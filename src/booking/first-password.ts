// The first password of a guest's account, by the institution's rule.
import type { PlainDate } from '#domain/plain-date.ts';
import { derivePassword, hashPassword, keyedHash } from '#server/passwords.ts';

export type FirstPasswordRule = 'birth_date' | 'random';

/** A birth date is easily guessed, so it opens the account for a day only. */
const HOURS: Readonly<Record<FirstPasswordRule, number>> = { birth_date: 24, random: 72 };

/** Follows from the reservation, so that it can be told again to who repeats the request, and is stored nowhere. */
export function firstPassword(
  secret: Buffer,
  rule: FirstPasswordRule,
  reservation: { institutionCode: string; number: number; birthDate: PlainDate },
): string {
  if (rule === 'birth_date') return reservation.birthDate.replaceAll('-', '');
  return derivePassword(secret, `first:${reservation.institutionCode}:${reservation.number}`);
}

export async function firstCredential(secret: Buffer, rule: FirstPasswordRule, password: string, now: Date) {
  return {
    scheme: rule === 'birth_date' ? 'argon2id' : 'keyed',
    hash: rule === 'birth_date' ? await hashPassword(password) : keyedHash(secret, password),
    expires_at: new Date(now.getTime() + HOURS[rule] * 3_600_000).toISOString(),
  };
}
