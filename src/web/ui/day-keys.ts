// Moving through the days of a month by keys, as the ARIA practice for date pickers says: one stop of Tab, arrows from day to
// day, Home and End within the week, PageUp and PageDown from month to month. The same for a month that is a list of its days.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { addMonths, type Month, monthOf, monthsBetween } from '#domain/calendar/month.ts';
import { addDays, dateParts, dayOfWeek, daysInMonth, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';

/**
 * How the days lie: weeks under each other; in a list, a day a line, whose left and right are the line's own; or as fields, to
 * which all keys belong that move in a text.
 */
type Shape = 'weeks' | 'list' | 'fields';

const DAY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const LINE_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -31, End: 31 };
const MONTH_STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** A day of that month, or the nearest to it. */
const dayIn = ({ year, month }: Month, day: number) =>
  makeDate(year, month, Math.max(1, Math.min(day, daysInMonth(year, month))));

/** Where a key leads from a day; null where it is no key for that. Within a week, and along a list, nobody is led into another month. */
export function stepFrom(date: PlainDate, key: string, shape: Shape = 'weeks'): PlainDate | null {
  const { day } = dateParts(date);
  const months = MONTH_STEPS[key];
  if (months) return dayIn(addMonths(monthOf(date), months), day);
  if (shape === 'fields') return null;
  if (shape === 'list') return LINE_STEPS[key] ? dayIn(monthOf(date), day + LINE_STEPS[key]) : null;
  if (DAY_STEPS[key]) return addDays(date, DAY_STEPS[key]);
  const weekday = dayOfWeek(date);
  if (key === 'Home') return dayIn(monthOf(date), day + 1 - weekday);
  if (key === 'End') return dayIn(monthOf(date), day + 7 - weekday);
  return null;
}

interface DayKeysOptions {
  shown: Month;
  shape?: Shape;
  /** Where Tab leads, until keys have led elsewhere; the first day without it. */
  entry: PlainDate | null;
  /** What of a day is gone to, from its top down, where it is more than one thing: its times, say. */
  partsOf?(date: PlainDate): readonly string[];
  canShow(month: Month): boolean;
  onMonth(month: Month): void;
}

export interface DayKeys {
  /** For the table that holds the days. */
  grid: {
    role: 'grid';
    ref: RefObject<HTMLTableElement | null>;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onFocus(event: FocusEvent<HTMLElement>): void;
  };
  entry: PlainDate | null;
  /** For what stands for a day, or for a part of it, and takes the focus. */
  day(date: PlainDate, part?: string): { 'data-date': PlainDate; 'data-part'?: string; tabIndex: 0 | -1 };
}

interface Place {
  date: PlainDate;
  part: string;
}

const WHOLE = [''];

/** The day's part, or what else of the day there is; where there is nothing, as on a closed day without a field, the next day's. */
function focusPlace(grid: HTMLElement | null, { date, part }: Place): void {
  const all = [...(grid?.querySelectorAll<HTMLElement>('[data-date]') ?? [])];
  const ofDay = all.filter((one) => one.dataset.date === date);
  const ofPart = all.filter((one) => (one.dataset.part ?? '') === part);
  const found =
    ofDay.find((one) => one.matches(':checked')) ??
    ofDay.find((one) => ofPart.includes(one)) ??
    ofDay[0] ??
    ofPart.find((one) => (one.dataset.date ?? '') > date) ??
    all.at(-1);
  found?.focus();
}

export function useDayKeys(options: DayKeysOptions): DayKeys {
  const { shown, shape = 'weeks', entry, partsOf = () => WHOLE, canShow, onMonth } = options;
  const { year, month } = shown;
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Place | null>(null);
  /** Where keys have led to in a month that is still to come. */
  const wanted = useRef<Place | null>(null);
  const isShown = (date: PlainDate | null) => date !== null && monthsBetween({ year, month }, monthOf(date)) === 0;
  const stop = [at?.date ?? null, entry].find(isShown) ?? dayIn({ year, month }, 1);
  const stopPart = stop && (partsOf(stop).find((part) => stop === at?.date && part === at.part) ?? partsOf(stop)[0]);

  // The month has come: go on where the keys led, unless the reader has gone elsewhere meanwhile.
  useEffect(() => {
    const place = wanted.current;
    if (!place || monthsBetween({ year, month }, monthOf(place.date)) !== 0) return;
    wanted.current = null;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body || grid.current?.contains(activeElement)) {
      focusPlace(grid.current, place);
    }
  }, [year, month]);

  /** Up and down lead through a day's parts first, and come into the next one from there. */
  function placeFrom({ date, part }: Place, key: string): Place | null {
    const down = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const parts = partsOf(date);
    const beside = parts.includes(part) && down !== 0 ? parts[parts.indexOf(part) + down] : undefined;
    if (beside !== undefined) return { date, part: beside };
    const next = stepFrom(date, key, shape);
    if (!next) return null;
    return { date: next, part: (down < 0 ? partsOf(next).at(-1) : down > 0 ? partsOf(next)[0] : part) ?? '' };
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { date, part = '' } = (event.target as HTMLElement).dataset;
    const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const next = date && !isOther ? placeFrom({ date, part }, event.key) : null;
    if (!next) return;
    // Also where the calendar ends: the page must not scroll instead.
    event.preventDefault();
    if (isShown(next.date)) {
      focusPlace(grid.current, next);
    } else if (canShow(monthOf(next.date)) && !(event.repeat && wanted.current)) {
      // A key that is held asks for each month once.
      wanted.current = next;
      onMonth(monthOf(next.date));
    }
  }

  function onFocus({ target: { dataset } }: FocusEvent<HTMLElement>): void {
    if (dataset.date) setAt({ date: dataset.date, part: dataset.part ?? '' });
  }

  return {
    grid: { role: 'grid', ref: grid, onKeyDown, onFocus },
    entry: stop,
    day: (date, part = '') => ({
      'data-date': date,
      'data-part': part || undefined,
      tabIndex: date === stop && part === stopPart ? 0 : -1,
    }),
  };
}
