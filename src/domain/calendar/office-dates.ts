// Dates in the words of the back office.
import { dayOfWeek, type PlainDate, WEEKDAYS } from './plain-date.ts';

/** 2026/11/18 */
export const slashed = (date: PlainDate) => date.replaceAll('-', '/');

/** 2026/11/18 ほか2日: the first of so many. */
export const nameDays = (first: PlainDate, count: number) =>
  `${slashed(first)}${count > 1 ? ` ほか${count - 1}日` : ''}`;

/** 2026/11/18（水） */
export const slashedDay = (date: PlainDate) => `${slashed(date)}（${WEEKDAYS[dayOfWeek(date) - 1]}）`;
