// Japan's public holidays.
import { createRequire } from 'node:module';
import { makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';

// The package has no types and is CommonJS.
const { getHolidaysOf } = createRequire(import.meta.url)('japanese-holidays') as {
  getHolidaysOf(year: number, furikae?: boolean): { month: number; date: number; name: string }[];
};

const byYear = new Map<number, ReadonlyMap<PlainDate, string>>();

function publicHolidaysOf(year: number): ReadonlyMap<PlainDate, string> {
  let days = byYear.get(year);
  if (!days) {
    days = new Map(
      getHolidaysOf(year, true).map(({ month, date, name }) => [makeDate(year, month, date) ?? '', name] as const),
    );
    byYear.set(year, days);
  }
  return days;
}

const holidaysAround = (date: PlainDate) => publicHolidaysOf(Number(date.slice(0, 4)));

export const isPublicHoliday = (date: PlainDate) => holidaysAround(date).has(date);

export const holidayNameOf = (date: PlainDate) => holidaysAround(date).get(date) ?? '';
