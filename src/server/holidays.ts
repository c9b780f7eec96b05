// Japan's public holidays.
import { createRequire } from 'node:module';
import { makeDate, type PlainDate } from '#domain/plain-date.ts';

// The package has no types and is CommonJS.
const { getHolidaysOf } = createRequire(import.meta.url)('japanese-holidays') as {
  getHolidaysOf(year: number, furikae?: boolean): { month: number; date: number; name: string }[];
};

const byYear = new Map<number, ReadonlySet<PlainDate>>();

/** With substitute holidays. */
export function publicHolidaysOf(year: number): ReadonlySet<PlainDate> {
  let days = byYear.get(year);
  if (!days) {
    days = new Set(getHolidaysOf(year, true).map(({ month, date }) => makeDate(year, month, date) ?? ''));
    byYear.set(year, days);
  }
  return days;
}

export const isPublicHoliday = (date: PlainDate) => publicHolidaysOf(Number(date.slice(0, 4))).has(date);
