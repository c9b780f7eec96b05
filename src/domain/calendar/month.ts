// A month as calendars show it: whole weeks from Sunday to Saturday; and which day of it stands for which of another.
import { LruCache } from '#domain/lru-cache.ts';
import { addDays, dateParts, dayOfWeek, daysInMonth, makeDate, type PlainDate } from './plain-date.ts';

export interface Month {
  year: number;
  month: number;
}

export interface MonthLayout {
  first: PlainDate;
  last: PlainDate;
  lastDay: number;
  /** 1 = Sunday ... 7 = Saturday. */
  firstDayOfWeek: number;
  lastDayOfWeek: number;
  /** The days of the neighbouring months that fill the first and the last week. */
  before: PlainDate[];
  after: PlainDate[];
  days: PlainDate[];
}

export function monthOf(date: PlainDate): Month {
  const { year, month } = dateParts(date);
  return { year, month };
}

export function addMonths({ year, month }: Month, months: number): Month {
  const index = year * 12 + month - 1 + months;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

export function monthsBetween(from: Month, to: Month): number {
  return (to.year - from.year) * 12 + to.month - from.month;
}

/** How far calendars for examinees reach, from the current month. */
export const MONTHS_BACK = 3;
export const MONTHS_AHEAD = 6;

export function isInMonthRange(current: Month, month: Month): boolean {
  const distance = monthsBetween(current, month);
  return -MONTHS_BACK <= distance && distance <= MONTHS_AHEAD;
}

/** The month itself, or the nearest one within reach. */
export function clampToMonthRange(current: Month, month: Month): Month {
  const distance = monthsBetween(current, month);
  return addMonths(current, Math.max(-MONTHS_BACK, Math.min(distance, MONTHS_AHEAD)));
}

const run = (from: PlainDate, count: number) => Array.from({ length: count }, (_, index) => addDays(from, index));

const layouts = new LruCache<number, MonthLayout>(1000);

/** Months do not change, and calendars ask for the same few all day: kept, so not to be written to. */
export function layOutMonth(month: Month): MonthLayout {
  return layouts.getOrMake(month.year * 12 + month.month, () => computeLayout(month));
}

function computeLayout({ year, month }: Month): MonthLayout {
  const lastDay = daysInMonth(year, month);
  const first = makeDate(year, month, 1) ?? '';
  const last = makeDate(year, month, lastDay) ?? '';
  const firstDayOfWeek = dayOfWeek(first);
  const lastDayOfWeek = dayOfWeek(last);
  return {
    first,
    last,
    lastDay,
    firstDayOfWeek,
    lastDayOfWeek,
    before: run(addDays(first, 1 - firstDayOfWeek), firstDayOfWeek - 1),
    after: run(addDays(last, 1), 7 - lastDayOfWeek),
    days: run(first, lastDay),
  };
}

export function monthWeeks(year: number, month: number): (PlainDate | null)[][] {
  const { before, days, after } = layOutMonth({ year, month });
  const cells: (PlainDate | null)[] = [...before.map(() => null), ...days, ...after.map(() => null)];
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

const nthOf = (date: PlainDate) => Math.ceil(dateParts(date).day / 7);

/**
 * Which day of another month each day takes after: the n-th Monday after the n-th Monday. Where that is not usable, or there is none, the
 * nearest of the same weekday stands in, the earlier of two; null where none is.
 */
export function pairDays(target: Month, source: Month, isUsable: (date: PlainDate) => boolean) {
  const usable = layOutMonth(source).days.filter(isUsable);
  return layOutMonth(target).days.map((date) => {
    const distance = (other: PlainDate) => Math.abs(nthOf(other) - nthOf(date));
    const [nearest = null] = usable
      .filter((other) => dayOfWeek(other) === dayOfWeek(date))
      .toSorted((one, other) => distance(one) - distance(other));
    return { date, source: nearest };
  });
}
