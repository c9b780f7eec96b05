// The days an examinee may choose: from so many days ahead to so many, and only inside the course's fiscal year.

import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';

export interface Window {
  from: PlainDate;
  to: PlainDate;
}

/** Empty (from after to) when no day of that year can be booked yet, or any more. */
export function bookableWindow(today: PlainDate, fromDays: number, toDays: number, fiscalYear: number): Window {
  const year = fiscalYearRange(fiscalYear);
  const from = addDays(today, fromDays);
  const to = addDays(today, toDays);
  return { from: from > year.from ? from : year.from, to: to < year.to ? to : year.to };
}

export const isEmptyWindow = ({ from, to }: Window) => from > to;

/** What stands for the day of the visit while none is chosen: the first that can be booked, or today if none can. */
export const firstBookableDay = (window: Window, today: PlainDate) => (isEmptyWindow(window) ? today : window.from);

export const isInWindow = (window: Window, day: PlainDate) => window.from <= day && day <= window.to;
