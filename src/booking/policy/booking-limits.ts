// How many bookings an account may make, as the database's function takes it (functions/booking-limits.sql).
import { startOfDay } from '#domain/calendar/clock.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { keyOf, startOf } from '#server/access/limiter.ts';
import type { ValidatedBooking } from './validate-booking.ts';

/** Null where nobody counts: a guest's address opens one account. */
export function bookingLimitRow({ actor, person, original }: ValidatedBooking) {
  const { service, now, examineeId, institutionCode, today } = actor;
  const { perAccountPerDay, livePerAccount, perRecipientPerDay } = service.config.bookings;
  if (examineeId === null || !(perAccountPerDay || livePerAccount || perRecipientPerDay)) return null;
  const mail = lowerAscii(person.mail);
  const rule = { kind: 'booking-recipient', minutes: 24 * 60, limit: perRecipientPerDay, since: 'first' } as const;
  return {
    examinee_id: examineeId,
    mail,
    replaces: original?.number ?? null,
    per_day: perAccountPerDay,
    live: livePerAccount,
    per_recipient: perRecipientPerDay,
    day_start: startOfDay(today).toISOString(),
    today,
    recipient: perRecipientPerDay > 0 ? keyOf(service, rule, institutionCode, mail) : '',
    since: startOf(rule, now).toISOString(),
  };
}
