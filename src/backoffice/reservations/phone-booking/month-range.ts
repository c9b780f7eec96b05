// How far the months of the desk reach.
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { type Month, monthOf, monthsBetween } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

export type MonthRange = ReturnType<typeof fiscalYearRange>;

/** From today on, inside the fiscal year. */
export function monthRangeOf(fiscalYear: number, today: PlainDate): MonthRange {
  const { from, to } = fiscalYearRange(fiscalYear);
  return { from: from > today ? from : today, to };
}

export const isMonthInRange = (month: Month, { from, to }: MonthRange) =>
  monthsBetween(monthOf(from), month) >= 0 && monthsBetween(month, monthOf(to)) >= 0;
