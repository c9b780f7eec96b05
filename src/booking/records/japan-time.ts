// The present as bookings see it: a day and a minute in Japan.
import { localTime, today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

export interface JapanTime {
  today: PlainDate;
  /** Since midnight. */
  minute: number;
}

export function japanTimeOf(now: Date): JapanTime {
  const { hour, minute } = localTime(now);
  return { today: today(now), minute: Number(hour) * 60 + Number(minute) };
}
