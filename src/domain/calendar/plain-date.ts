// Calendar dates without a time zone, as 'YYYY-MM-DD' strings: they compare, sort and store as they are.

export type PlainDate = string;

const DAY_MS = 86_400_000;

function toUtc(date: PlainDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
}

function fromUtc(ms: number): PlainDate {
  return new Date(ms).toISOString().slice(0, 10);
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The date, or null when there is no such day (February 30, month 13 ...). */
export function makeDate(year: number, month: number, day: number): PlainDate | null {
  const whole = Number.isInteger(year) && Number.isInteger(month) && Number.isInteger(day);
  if (!whole || year < 1000 || year > 9999 || month < 1 || month > 12) return null;
  if (day < 1 || day > daysInMonth(year, month)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function dateParts(date: PlainDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return fromUtc(toUtc(date) + days * DAY_MS);
}

/** The same day of another year; February 29 becomes the 28th where there is none. */
export function addYears(date: PlainDate, years: number): PlainDate {
  const { year, month, day } = dateParts(date);
  return makeDate(year + years, month, Math.min(day, daysInMonth(year + years, month))) ?? date;
}

/** 1 = Sunday ... 7 = Saturday. */
export function dayOfWeek(date: PlainDate): number {
  return new Date(toUtc(date)).getUTCDay() + 1;
}

export const WEEKDAYS = ['日', '月', '火', '水', '木', '金', '土'] as const;

export const daysBetween = (from: PlainDate, to: PlainDate) => (toUtc(to) - toUtc(from)) / DAY_MS;
