// The day in the address of the reception and of its lists by examination; without one it is today.
import { dateParts, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';

/** What it is called there. */
type DayKey = 'date' | 'day';

export const receptionOn = (path: string, date: PlainDate | null, key: DayKey = 'date') =>
  date ? `${path}?${key}=${date}` : path;

/** Null where it names no day, or none that there is. */
export function readReceptionDate(search: string, key: DayKey = 'date'): PlainDate | null {
  const given = new URLSearchParams(search).get(key) ?? '';
  const { year, month, day } = dateParts(given);
  return makeDate(year, month, day) === given ? given : null;
}
