// Dates and amounts in the words of letters, examinees' screens and the back office.
import { dateParts, dayOfWeek, type PlainDate, WEEKDAYS } from './plain-date.ts';

const weekday = (date: PlainDate) => WEEKDAYS[dayOfWeek(date) - 1] ?? '';

/** 2026年11月18日（水） */
export function formatDate(date: PlainDate): string {
  const { year, month, day } = dateParts(date);
  return `${year}年${month}月${day}日（${weekday(date)}）`;
}

/** 11月11日（水） */
export function formatMonthDay(date: PlainDate): string {
  const { month, day } = dateParts(date);
  return `${month}月${day}日（${weekday(date)}）`;
}

/** The end of a day, as a deadline: 11月11日（水）23:59 */
export const formatDayEnd = (date: PlainDate) => `${formatMonthDay(date)}23:59`;

/** 11月11日（水）23:59まで */
export const formatDeadline = (date: PlainDate) => `${formatDayEnd(date)}まで`;

/** A moment as the wire has it (2026/11/18 09:30), as a deadline: 11月18日（水）9:30 */
export function formatDateTime(moment: string): string {
  const [day = '', time = ''] = moment.split(' ');
  return `${formatMonthDay(day.replaceAll('/', '-'))}${time.replace(/^0/, '')}`;
}

const THOUSANDS = /\B(?=(\d{3})+$)/g;

/** 58,300円 */
export const formatYen = (amount: number) => `${String(amount).replaceAll(THOUSANDS, ',')}円`;

/** 2026/11/18 */
export const formatOfficeDate = (date: PlainDate) => date.replaceAll('-', '/');

/** 2026/11/18 ほか2日: the first of so many. */
export const formatOfficeDays = (first: PlainDate, count: number) =>
  `${formatOfficeDate(first)}${count > 1 ? ` ほか${count - 1}日` : ''}`;

/** 2026/11/18（水） */
export const formatOfficeDay = (date: PlainDate) => `${formatOfficeDate(date)}（${WEEKDAYS[dayOfWeek(date) - 1]}）`;
