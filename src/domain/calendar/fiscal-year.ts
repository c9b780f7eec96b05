// Fiscal years: April 1 to March 31, named by the year they begin in.
import type { PlainDate } from './plain-date.ts';

export function fiscalYearOf(date: PlainDate): number {
  const year = Number(date.slice(0, 4));
  return date.slice(5) >= '04-01' ? year : year - 1;
}

export function fiscalYearRange(year: number): { from: PlainDate; to: PlainDate } {
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` };
}
