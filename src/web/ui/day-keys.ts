// Moving through the days of a month by keys, as the ARIA practice for date pickers says: one stop of Tab, arrows from day to
// day, Home and End within the week, PageUp and PageDown from month to month.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { addMonths, type Month, monthOf, monthsBetween } from '#domain/calendar/month.ts';
import { addDays, dateParts, dayOfWeek, daysInMonth, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';

const DAY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTH_STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** A day of that month, or its last one. */
const dayIn = ({ year, month }: Month, day: number) => makeDate(year, month, Math.min(day, daysInMonth(year, month)));

/** Where a key leads from a day; null where it is no key for that. Within a week nobody is led into another month. */
export function stepFrom(date: PlainDate, key: string): PlainDate | null {
  const [days, months] = [DAY_STEPS[key], MONTH_STEPS[key]];
  if (days) return addDays(date, days);
  if (months) return dayIn(addMonths(monthOf(date), months), dateParts(date).day);
  const { day } = dateParts(date);
  const weekday = dayOfWeek(date);
  if (key === 'Home') return dayIn(monthOf(date), Math.max(1, day + 1 - weekday));
  if (key === 'End') return dayIn(monthOf(date), day + 7 - weekday);
  return null;
}

interface DayKeysOptions {
  /** The month on view. */
  shown: Month;
  /** Where Tab leads, until keys have led elsewhere; the first day without it. */
  entry: PlainDate | null;
  canShow(month: Month): boolean;
  onMonth(month: Month): void;
}

export interface DayKeys {
  grid: { ref: RefObject<HTMLTableElement | null>; onKeyDown(event: KeyboardEvent<HTMLElement>): void };
  /** The one stop of Tab. */
  entry: PlainDate | null;
  /** For what stands for a day and takes the focus. */
  day(date: PlainDate): { 'data-date': PlainDate; tabIndex: 0 | -1; onFocus(): void };
}

const focusDay = (grid: HTMLElement | null, date: PlainDate) =>
  grid?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();

export function useDayKeys({ shown: { year, month }, entry, canShow, onMonth }: DayKeysOptions): DayKeys {
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<PlainDate | null>(null);
  /** The day that keys have led to in a month that is still to come. */
  const wanted = useRef<PlainDate | null>(null);
  const isShown = (date: PlainDate | null) => date !== null && monthsBetween({ year, month }, monthOf(date)) === 0;
  const stop = [at, entry].find(isShown) ?? dayIn({ year, month }, 1);

  // The month has come: go on where the keys led, unless the reader has gone elsewhere meanwhile.
  useEffect(() => {
    const date = wanted.current;
    if (!date || monthsBetween({ year, month }, monthOf(date)) !== 0) return;
    wanted.current = null;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body || grid.current?.contains(activeElement)) focusDay(grid.current, date);
  }, [year, month]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { date } = (event.target as HTMLElement).dataset;
    const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const next = date && !isOther ? stepFrom(date, event.key) : null;
    if (!next) return;
    // Also where the calendar ends: the page must not scroll instead.
    event.preventDefault();
    if (isShown(next)) {
      focusDay(grid.current, next);
    } else if (canShow(monthOf(next))) {
      wanted.current = next;
      onMonth(monthOf(next));
    }
  }

  return {
    grid: { ref: grid, onKeyDown },
    entry: stop,
    day: (date) => ({ 'data-date': date, tabIndex: date === stop ? 0 : -1, onFocus: () => setAt(date) }),
  };
}
