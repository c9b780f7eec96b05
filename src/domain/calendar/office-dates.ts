// Dates in the words of the back office.
import { dayOfWeek, type PlainDate, WEEKDAYS } from './plain-date.ts';

/** 2026/11/18 */
export const formatOfficeDate = (date: PlainDate) => date.replaceAll('-', '/');

/** 2026/11/18 ほか2日: the first of so many. */
export const formatOfficeDays = (first: PlainDate, count: number) =>
  `${formatOfficeDate(first)}${count > 1 ? ` ほか${count - 1}日` : ''}`;

/** 2026/11/18（水） */
export const formatOfficeDay = (date: PlainDate) => `${formatOfficeDate(date)}（${WEEKDAYS[dayOfWeek(date) - 1]}）`;
