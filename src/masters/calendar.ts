// What the calls about closed days and about capacity have in common on the server.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { findRangeProblem, isInCalendarRange, pickDays } from '#domain/calendar/calendar-range.ts';
import { calendarYears } from '#domain/calendar/calendar-years.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import { dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import type { Administrator } from '#server/service.ts';
import { invalid, refused } from '#wire/failure.ts';

export function assertInCalendarRange(who: Administrator, month: Month): void {
  if (!isInCalendarRange(today(who.now), month)) throw invalid('表示できる期間を超えています。');
}

export const describeNow = (who: Administrator) => ({
  now: localTime(who.now),
  years: calendarYears(today(who.now)),
});

export const describeMonth = (who: Administrator, { year, month }: Month) => ({
  ...describeNow(who),
  year,
  month,
  layout: layOutMonth({ year, month }),
});

interface Range {
  from: PlainDate | null;
  to: PlainDate | null;
  weekdays: readonly number[];
  holidays: boolean;
}

export function chooseDays(who: Administrator, { from, to, weekdays, holidays }: Range): PlainDate[] {
  if (from === null || to === null) throw new Error('The contract requires both days.');
  const problem = findRangeProblem(today(who.now), from, to);
  if (problem) throw refused(problem);
  return pickDays(from, to, (date) => weekdays.includes(dayOfWeek(date)) || (holidays && isPublicHoliday(date)));
}

export const formatRange = ({ from, to }: Range) => `${formatOfficeDate(from ?? '')}〜${formatOfficeDate(to ?? '')}`;

interface Row {
  date: PlainDate;
  status: 'open' | 'closed';
}

const readRecords = query<Row>(`
  select day as date, status from calendar_days where institution_code = $1 and day between $2::date and $3::date`);

/** The days that have a record; all others are open. */
export async function readDays(db: Db, { institutionCode }: Administrator, from: PlainDate, to: PlainDate) {
  const rows = await readRecords(db, institutionCode, from, to);
  return new Map(rows.map(({ date, status }) => [date, status]));
}

export const describeDay = (date: PlainDate, days: ReadonlyMap<PlainDate, Row['status']>) => ({
  date,
  kind: days.get(date) ?? ('open' as const),
  status: days.has(date) ? ('saved' as const) : ('off' as const),
});
