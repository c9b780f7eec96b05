// The time of day at which something was marked, as the desks show it.
import { momentOf } from '#booking/moment.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';

/** 8:51 */
export const timeOf = (at: Date) => writeTime(momentOf(at).minute);
