// The time of day at which something was marked, as the desks show it.
import { japanTimeOf } from '#booking/records/japan-time.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';

/** 8:51 */
export const timeOf = (at: Date) => formatTime(japanTimeOf(at).minute);
