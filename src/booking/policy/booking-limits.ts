// How many bookings an account may make, as the database's function takes it (functions/booking-limits.sql).
import { startOfDay } from '#domain/calendar/clock.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { keyOf } from '#server/access/attempts.ts';
import type { ValidatedBooking } from './validate-booking.ts';

const DAY_MINUTES = 24 * 60;

/** Null where nobody counts: a guest's address opens one account. */
export function bookingLimitRow({ actor, person, original }: ValidatedBooking) {
  const { service, now, examineeId, institutionCode, today } = actor;
  const { perAccountPerDay, livePerAccount, perRecipientPerDay } = service.config.bookings;
  if (examineeId === null || !(perAccountPerDay || livePerAccount || perRecipientPerDay)) return null;
  const mail = lowerAscii(person.mail);
  const counter = {
    kind: 'booking-recipient',
    minutes: DAY_MINUTES,
    limit: perRecipientPerDay,
    since: 'first',
  } as const;
  return {
    examinee_id: examineeId,
    mail,
    replaces: original?.number ?? null,
    per_day: perAccountPerDay,
    live: livePerAccount,
    per_recipient: perRecipientPerDay,
    day_start: startOfDay(today).toISOString(),
    today,
    recipient: perRecipientPerDay > 0 ? keyOf(service, counter, institutionCode, mail) : '',
    since: new Date(now.getTime() - DAY_MINUTES * 60_000).toISOString(),
  };
}
