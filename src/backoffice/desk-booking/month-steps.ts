// Moving through the days of the month by keys, and how far months reach.
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { addMonths, type Month, monthOf, monthsBetween } from '#domain/calendar/month.ts';
import { addDays, dateParts, daysInMonth, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';

export interface Reach {
  from: PlainDate;
  to: PlainDate;
}

/** From today on, inside the fiscal year. */
export function reachOf(fiscalYear: number, today: PlainDate): Reach {
  const { from, to } = fiscalYearRange(fiscalYear);
  return { from: from > today ? from : today, to };
}

export const isMonthWithin = (month: Month, { from, to }: Reach) =>
  monthsBetween(monthOf(from), month) >= 0 && monthsBetween(month, monthOf(to)) >= 0;

const DAY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTH_STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** The same day of another month, or its last one. */
function inMonth(date: PlainDate, months: number): PlainDate {
  const { year, month } = addMonths(monthOf(date), months);
  return makeDate(year, month, Math.min(dateParts(date).day, daysInMonth(year, month))) ?? date;
}

/** Where a key leads from a day; null where it is no key for that, or leads to a month that is not shown. */
export function stepFrom(date: PlainDate, key: string, reach: Reach): PlainDate | null {
  const days = DAY_STEPS[key];
  const months = MONTH_STEPS[key];
  const next = days ? addDays(date, days) : months ? inMonth(date, months) : null;
  return next && isMonthWithin(monthOf(next), reach) ? next : null;
}
