// How far the calendars of the back office reach, and which days of a range are chosen by weekday.
import { type Month, monthsBetween } from './month.ts';
import { addDays, dateParts, makeDate, type PlainDate } from './plain-date.ts';

/** The years that can be chosen: last year to two years ahead. */
export function calendarYears(today: PlainDate): number[] {
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1, year + 2];
}

export function calendarRange(today: PlainDate): { first: PlainDate; last: PlainDate } {
  const years = calendarYears(today);
  return { first: `${years[0]}-01-01`, last: `${years.at(-1)}-12-31` };
}

export const isInCalendarRange = (today: PlainDate, { year }: Month) => calendarYears(today).includes(year);

const PICKER_MONTHS = 3;

/** The picker of a reservation's day reaches as far back as ahead. */
export const isInPickerRange = (current: Month, month: Month) =>
  Math.abs(monthsBetween(current, month)) <= PICKER_MONTHS;

const MOST_YEARS = 3;

/** What is wrong with a range of days that are to be set at once; null for nothing. */
export function findRangeProblem(today: PlainDate, from: PlainDate, to: PlainDate): string | null {
  const { first, last } = calendarRange(today);
  if (to < from) return '終了日は開始日以降の日付を選択してください。';
  if (from < first || to > last) {
    return `${first.slice(0, 4)}年1月1日から${last.slice(0, 4)}年12月31日までの日付を選択してください。`;
  }
  const { year, month, day } = dateParts(from);
  // The years of a February 29 end with a February 28.
  const end = makeDate(year + MOST_YEARS, month, day) ?? `${year + MOST_YEARS}-03-01`;
  return to >= end ? `期間は${MOST_YEARS}年以内で選択してください。` : null;
}

export function pickDays(from: PlainDate, to: PlainDate, isChosen: (date: PlainDate) => boolean): PlainDate[] {
  const days: PlainDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) if (isChosen(date)) days.push(date);
  return days;
}
