// The first password of a guest's account, by the institution's rule.
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { derivePassword, keyedHash } from '#server/access/passwords.ts';
import type { Service } from '#server/service.ts';

export type FirstPasswordRule = 'birth_date' | 'random';

/** A birth date is easily guessed, so it opens the account for a day only. */
const HOURS: Readonly<Record<FirstPasswordRule, number>> = { birth_date: 24, random: 72 };

/** Follows from the reservation, so that it can be sent again to who repeats the request, and is stored nowhere. */
export function firstPassword(
  secret: KeyRing,
  rule: FirstPasswordRule,
  reservation: { institutionCode: string; number: number; birthDate: PlainDate },
): string {
  if (rule === 'birth_date') return reservation.birthDate.replaceAll('-', '');
  return derivePassword(secret, `first:${reservation.institutionCode}:${reservation.number}`);
}

export const firstPasswordEnd = (rule: FirstPasswordRule, now: Date) =>
  new Date(now.getTime() + HOURS[rule] * 3_600_000);

/** Keyed at first, also a birth date: nobody's place may wait for a slow hash. */
export function firstCredential(secret: KeyRing, rule: FirstPasswordRule, password: string, now: Date) {
  return {
    scheme: 'keyed',
    hash: keyedHash(secret, password),
    expires_at: firstPasswordEnd(rule, now).toISOString(),
  };
}

const harden = query(`
  update examinee_credentials as c set scheme = 'argon2id', hash = $4
    from reservations as r
   where r.institution_code = $1 and r.reservation_number = $2
     and c.institution_code = r.institution_code and c.examinee_id = r.examinee_id
     and c.kind = 'first' and c.scheme = 'keyed' and c.hash = $3`);

/**
 * A birth date, which can be guessed, gets its slow hash once the booking is made. Should that never happen, since the
 * server dies meanwhile, the keyed one lasts for the rest of its day.
 */
export function hashLater(
  { db, secret, slowHashes }: Service,
  rule: FirstPasswordRule,
  institutionCode: string,
  { number, firstPassword: password }: { number: number; firstPassword: string | null },
): void {
  if (rule !== 'birth_date' || password === null) return;
  slowHashes.makeLater(password, (hash) => harden(db, institutionCode, number, keyedHash(secret, password), hash));
}
