// Age on a day, and the day a client counts it at.
import { makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';

export type AgeBasis = 'this_year' | 'next_year' | 'visit_day';

/** One grows older on the birthday; born on February 29, on March 1 of a common year (string order does just that). */
export function ageOn(birthDate: PlainDate, day: PlainDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

export function birthdayIn(birthDate: PlainDate, year: number): PlainDate {
  const monthDay = birthDate.slice(5);
  return monthDay === '02-29' && !makeDate(year, 2, 29) ? `${year}-03-01` : `${year}-${monthDay}`;
}

/** The day at which a client counts ages for a fiscal year; a day that the month lacks becomes its last one. */
export function ageDay(
  basis: { basis: AgeBasis; month: number; day: number },
  fiscalYear: number,
  visitDay: PlainDate,
): PlainDate {
  if (basis.basis === 'visit_day') return visitDay;
  const year = basis.basis === 'this_year' ? fiscalYear : fiscalYear + 1;
  for (let day = basis.day; day > 28; day--) {
    const date = makeDate(year, basis.month, day);
    if (date) return date;
  }
  return makeDate(year, basis.month, Math.min(basis.day, 28)) ?? visitDay;
}
