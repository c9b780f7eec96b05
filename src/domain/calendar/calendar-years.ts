// The years that can be chosen wherever a day is chosen in the back office.
import type { PlainDate } from './plain-date.ts';

/** Last year to two years ahead. */
export function calendarYears(today: PlainDate): number[] {
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1, year + 2];
}
