// What the calls about closed days and about capacity have in common on the server: months, ranges, days, and the version of a month.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears, findRangeProblem, isInCalendarRange, pickDays } from '#domain/calendar/calendar-range.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import { dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, invalid, refused } from '#wire/failure.ts';

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

/** Two characters hold any number of places. */
const WIDTH = 2;
const BASE = 36;

/**
 * The version of a month is what its cells held when it was read: whoever sends it back learns which have changed since. `name`
 * says whose month it is. A row is a day, from the first on, with a number for each column.
 */
export function writeMonthVersion(name: string, columns: readonly string[], rows: readonly (readonly number[])[]) {
  const cells = rows.flat().map((value) => value.toString(BASE).padStart(WIDTH, '0'));
  return `${name}:${columns.join('.')}:${cells.join('')}`;
}

/** Undefined where the version says nothing about the cell, as of another month, or one that nobody has written. */
function readCell(version: string, name: string, date: PlainDate, column: string): number | undefined {
  const [of, columns = '', cells = ''] = version.split(':');
  const names = columns.split('.');
  const at = (Number(date.slice(8)) - 1) * names.length + names.indexOf(column);
  const value = Number.parseInt(cells.slice(at * WIDTH, (at + 1) * WIDTH), BASE);
  return of !== name || !names.includes(column) || Number.isNaN(value) ? undefined : value;
}

interface Cell {
  date: PlainDate;
  column: string;
  value: number;
}

/** Refuses all where one of the cells no longer holds what it held; null compares nothing. */
export function refuseChangedCells(version: string | null, name: string, cells: readonly Cell[]): void {
  if (version === null) return;
  const changed = cells.filter(({ date, column, value }) => readCell(version, name, date, column) !== value);
  if (changed.length === 0) return;
  const dates = [...new Set(changed.map(({ date }) => formatOfficeDate(date)))].sort();
  throw new Failure('Stale', [
    `${dates.join('、')}は、ほかの利用者が先に更新しました。最新の内容を確認してから、もう一度更新してください。`,
  ]);
}
