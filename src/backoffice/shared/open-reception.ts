// The address of a day's reception; without a day it is today's.
import { dateParts, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';

export const receptionOn = (path: string, date: PlainDate | null) => (date ? `${path}?date=${date}` : path);

/** Null where it names no day, or none that there is. */
export function readReceptionDate(search: string): PlainDate | null {
  const given = new URLSearchParams(search).get('date') ?? '';
  const { year, month, day } = dateParts(given);
  return makeDate(year, month, day) === given ? given : null;
}
