// The demo's CSV downloads: every Friday afternoon, staff fetch what is new or has changed.
import type { Db } from '#db/database.ts';
import { today as dateOf } from '#domain/clock.ts';
import { addDays, dayOfWeek } from '#domain/plain-date.ts';
import type { Booking } from './booking.ts';
import { type Calendar, DAYS_BACK, FRIDAY } from './calendar.ts';
import { PATTERN } from './csv-pattern.ts';
import { insertRows } from './insert.ts';
import { ADMINISTRATOR, INSTITUTION } from './institution.ts';
import { instant } from './lives.ts';

export type DownloadStatus = 'new' | 'changed' | 'done';
const HALF_PAST_FOUR = 16 * 60 + 30;
/** This week's is still to be done, so that there is something to fetch. */
const NOT_YET_DAYS = 5;

export interface Downloads {
  statusOf: Map<Booking, DownloadStatus>;
  bookingsAt: Map<Date, Booking[]>;
}

/** Adds to each booking's history when it was downloaded. */
export function planDownloads(bookings: Booking[], calendar: Calendar, now: Date): Downloads {
  // From before the calendar's first day, since visits are booked up to half a year ahead.
  const moments: Date[] = [];
  for (
    let day = addDays(dateOf(now), -2 * DAYS_BACK);
    day < addDays(dateOf(now), -NOT_YET_DAYS);
    day = addDays(day, 1)
  ) {
    if (dayOfWeek(day) === FRIDAY && calendar.isOpen(day)) moments.push(instant(day, HALF_PAST_FOUR));
  }
  const bookingsAt = new Map<Date, Booking[]>();
  const statusOf = new Map<Booking, DownloadStatus>();
  for (const booking of bookings) {
    const born = booking.history[0]!;
    const replacedAt = booking.history.find(({ act }) => act === 'replaced')?.at;
    const endedAt = booking.history.find(isEnd)?.at;
    const first = moments.find((moment) => moment > born.at);
    const second = endedAt && moments.find((moment) => moment > endedAt);
    // One that was replaced before it was fetched is not fetched any more.
    const fetched = [...new Set([first, second])].filter((moment) => moment && !(replacedAt && moment > replacedAt));
    for (const moment of fetched as Date[]) {
      bookingsAt.set(moment, [...(bookingsAt.get(moment) ?? []), booking]);
      booking.history.push({ at: moment, by: 'administrator', act: 'downloaded', details: { pattern: PATTERN } });
    }
    booking.history.sort((a, b) => a.at.getTime() - b.at.getTime());
    const last = endedAt ?? born.at;
    const done = fetched.some((moment) => moment && moment > last);
    statusOf.set(booking, done ? 'done' : endedAt || born.act === 'changed' ? 'changed' : 'new');
  }
  return { statusOf, bookingsAt };
}

function isEnd({ act, details }: Booking['history'][number]): boolean {
  return act === 'cancelled' || (details.status as { to?: string } | undefined)?.to === 'deleted';
}

export async function writeDownloads(db: Db, { bookingsAt }: Downloads, numberOf: Map<Booking, number>): Promise<void> {
  await insertRows(
    db,
    'csv_downloads',
    [...bookingsAt]
      .sort(([a], [b]) => a.getTime() - b.getTime())
      .map(([at, bookings]) => ({
        institution_code: INSTITUTION,
        at,
        administrator_id: ADMINISTRATOR,
        pattern_code: PATTERN,
        reservation_numbers: bookings.map((booking) => numberOf.get(booking)!),
      })),
  );
}
