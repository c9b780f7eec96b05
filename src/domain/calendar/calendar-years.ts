// The years that can be chosen: of days in the back office, and of births.
import type { PlainDate } from './plain-date.ts';

/** Last year to two years ahead. */
export function calendarYears(today: PlainDate): number[] {
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1, year + 2];
}

const OLDEST = 110;

export function birthYears(today: PlainDate): number[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: OLDEST + 1 }, (_, index) => year - index);
}
