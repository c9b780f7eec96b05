// What is shown of a reservation, to its owner and to staff, beside what stands in it.
import { formatTime } from '#domain/calendar/clock.ts';
import { payable } from '#domain/offer/price.ts';
import { ANONYMISED, isLive, isReplaced, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { refused } from '#wire/failure.ts';
import type { ReservationRow } from './reservation-columns.ts';

export const EDITABLE_COLUMNS = ['status', 'replacedBy', 'isAnonymous'] as const;

/** Throws what is said of one that nobody is known of, or that another one has replaced. */
export function assertEditable({ status, replacedBy, isAnonymous }: ReservationRow<typeof EDITABLE_COLUMNS>): void {
  if (isAnonymous) throw refused(ANONYMISED);
  if (isReplaced(status)) {
    throw refused(
      `この予約は変更されています。変更後の予約（予約番号${replacedBy}）を開いて、もう一度お手続きください。`,
    );
  }
}

/** Throws in addition what is said of one that was called off. */
export function assertLive(found: ReservationRow<typeof EDITABLE_COLUMNS>): void {
  assertEditable(found);
  const { status } = found;
  if (!isLive(status)) throw refused(`この予約は取り消されているため、変更できません（${STATUS_WORDS[status]}）。`);
}

/** What is shown follows from these. */
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
