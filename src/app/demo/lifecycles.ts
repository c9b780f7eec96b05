// What happens to a booking of the demo between the day it was made and now.
import { today as dateOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type ReservationStatus, replacedBy } from '#domain/reservation/reservation-status.ts';
import type { Booking } from './booking.ts';
import type { Calendar } from './calendar.ts';
import { registrationPeriod } from './courses.ts';
import type { Random } from './random.ts';

const REASONS = ['本人の都合', '体調不良', '日程の都合', 'ほかで受診'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEADLINE_DAYS = 7;
const FIRST_BOOKABLE = 14;
const LAST_BOOKABLE = 180;

export interface World {
  now: Date;
  today: PlainDate;
  random: Random;
  calendar: Calendar;
}

export function instant(date: PlainDate, minute: number): Date {
  return new Date(Date.parse(`${date}T00:00:00+09:00`) + minute * 60_000);
}

const earlier = (a: PlainDate, b: PlainDate) => (a < b ? a : b);
const later = (a: PlainDate, b: PlainDate) => (a > b ? a : b);

export function bookingWindow(visitDate: PlainDate, latest: PlainDate): { from: PlainDate; to: PlainDate } | null {
  const period = registrationPeriod(fiscalYearOf(visitDate));
  const from = later(period.from, addDays(visitDate, -LAST_BOOKABLE));
  const to = earlier(earlier(period.to, addDays(visitDate, -FIRST_BOOKABLE)), latest);
  return from <= to ? { from, to } : null;
}

export function isBookable(visitDate: PlainDate, on: PlainDate): boolean {
  const window = bookingWindow(visitDate, on);
  return window !== null && window.to === on;
}

export function makeLifecycles({ now, today, random, calendar }: World) {
  const daysBetween = (from: PlainDate, to: PlainDate) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const someTime = (date: PlainDate) => instant(date, random.between(7 * 60, 22 * 60 + 59));
  const someDay = (from: PlainDate, to: PlainDate) => addDays(from, random.between(0, daysBetween(from, to)));

  /** Old enough that staff have looked at it since. */
  const settled = addDays(today, -4);

  function bookedAt(visitDate: PlainDate, latest = settled): Date | null {
    const window = bookingWindow(visitDate, latest);
    return window && someTime(someDay(window.from, window.to));
  }

  function handledAfter(moment: Date): Date {
    let day = addDays(dateOf(moment), 1);
    while (!calendar.isOpen(day) && day < today) day = addDays(day, 1);
    const at = instant(day, random.between(9 * 60, 16 * 60));
    return at < now ? at : new Date((moment.getTime() + now.getTime()) / 2);
  }

  let cancelled = 0;
  function edit(booking: Booking, at: Date, status: ReservationStatus): void {
    const isNoted = status === 'cancel_confirmed' && cancelled++ % 2 === 0;
    booking.cancelReason = isNoted ? (REASONS[(cancelled >> 1) % REASONS.length] ?? '') : '';
    booking.history.push({
      at,
      by: 'administrator',
      act: 'edited',
      details: {
        status: { from: booking.status, to: status },
        ...(isNoted && { cancel_reason: { from: '', to: booking.cancelReason } }),
      },
    });
    booking.status = status;
  }

  function begin(booking: Booking, at: Date): Booking {
    booking.status = 'new';
    booking.history.push({ at, by: 'examinee', act: 'booked', details: {} });
    return booking;
  }

  function beginConfirmed(booking: Booking, at: Date): Booking {
    begin(booking, at);
    edit(booking, handledAfter(at), 'confirmed');
    return booking;
  }

  function cancelAndSettle(booking: Booking): boolean {
    const last = booking.history.at(-1)!.at;
    const from = addDays(dateOf(last), 1);
    const to = earlier(addDays(booking.visitDate, -DEADLINE_DAYS), settled);
    if (from > to) return false;
    const at = someTime(someDay(from, to));
    cancel(booking, at);
    edit(booking, handledAfter(at), 'cancel_confirmed');
    return true;
  }

  function cancel(booking: Booking, at: Date): void {
    booking.history.push({ at, by: 'examinee', act: 'cancelled', details: { from: booking.status } });
    booking.status = 'cancelled';
  }

  function replace(predecessor: Booking, booking: Booking, at: Date): void {
    predecessor.history.push({ at, by: 'examinee', act: 'replaced', details: {} });
    predecessor.status = replacedBy(predecessor.status);
    booking.replaces = predecessor;
    booking.status = 'changed';
    booking.history = [{ at, by: 'examinee', act: 'changed', details: {} }];
  }

  function changeMoment(predecessor: Booking, booking: Booking): Date | null {
    const { status, history } = predecessor;
    if (status === 'new') {
      const soon = new Date(history[0]!.at.getTime() + HOUR_MS / 2);
      return isBookable(booking.visitDate, dateOf(soon)) ? soon : null;
    }
    const window = bookingWindow(booking.visitDate, settled);
    if (!window) return null;
    const from = later(addDays(dateOf(history.at(-1)!.at), 1), window.from);
    const to = earlier(window.to, addDays(predecessor.visitDate, -DEADLINE_DAYS));
    return from <= to ? someTime(someDay(from, to)) : null;
  }

  return {
    settled,
    bookedAt,
    handledAfter,
    edit,
    begin,
    beginConfirmed,
    cancel,
    cancelAndSettle,
    replace,
    changeMoment,
    recently: (index: number) => new Date(now.getTime() - (1.5 + index * 3.5) * HOUR_MS),
  };
}

export type Lifecycles = ReturnType<typeof makeLifecycles>;
