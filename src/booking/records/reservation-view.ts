// What is told of a reservation, to its owner and to staff, beside what stands in it.
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { payable } from '#domain/offer/price.ts';
import type { ReservationRow } from './reservation-columns.ts';

/** What is told follows from these. */
export const RESERVATION_VIEW_COLUMNS = [
  'desired',
  'startMinute',
  'options',
  'total',
  'taxDisplay',
  'taxRate',
  'taxRounding',
] as const;

export function toReservationView<Row extends ReservationRow<typeof RESERVATION_VIEW_COLUMNS>>(row: Row) {
  return {
    ...row,
    method: bookingMethodOf(row),
    /** Empty where only a day was chosen. */
    startTime: formatTime(row.startMinute),
    optionNames: row.options.map(({ name }) => name),
    totalWithTax: payable(row.total, row),
  };
}

export const bookingMethodOf = ({ desired }: { desired: boolean }): 'desired' | 'confirmed' =>
  desired ? 'desired' : 'confirmed';

/** The course follows from these. */
export const COURSE_VIEW_COLUMNS = [
  'courseName',
  'courseDuration',
  'courseDescription',
  'courseRecommendedFor',
  'courseAmount',
  'courseItems',
] as const;

export const toCourseView = (row: ReservationRow<typeof COURSE_VIEW_COLUMNS>) => ({
  name: row.courseName,
  duration: row.courseDuration,
  description: row.courseDescription,
  recommendedFor: row.courseRecommendedFor,
  amount: row.courseAmount,
  items: row.courseItems.flatMap(({ name, extent }) => (extent === 'none' ? [] : [{ name, extent }])),
});
