// What is told of a reservation, to its owner and to staff, beside what stands in it.
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { payable } from '#domain/offer/price.ts';
import type { ReservationRow } from './reservation-reads.ts';

/** What is told follows from these. */
export const TOLD_FROM = [
  'desired',
  'startMinute',
  'options',
  'total',
  'taxDisplay',
  'taxRate',
  'taxRounding',
] as const;

export function tell<Row extends ReservationRow<typeof TOLD_FROM>>(row: Row) {
  return {
    ...row,
    method: methodOf(row),
    /** Empty where only a day was chosen. */
    startTime: writeTime(row.startMinute),
    optionNames: row.options.map(({ name }) => name),
    totalWithTax: payable(row.total, row),
  };
}

export const methodOf = ({ desired }: { desired: boolean }): 'desired' | 'confirmed' =>
  desired ? 'desired' : 'confirmed';

/** The course follows from these. */
export const COURSE = [
  'courseName',
  'courseDuration',
  'courseDescription',
  'courseRecommendedFor',
  'courseAmount',
  'courseItems',
] as const;

export const courseOf = (row: ReservationRow<typeof COURSE>) => ({
  name: row.courseName,
  duration: row.courseDuration,
  description: row.courseDescription,
  recommendedFor: row.courseRecommendedFor,
  amount: row.courseAmount,
  items: row.courseItems.flatMap(({ name, extent }) => (extent === 'none' ? [] : [{ name, extent }])),
});
