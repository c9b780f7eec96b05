// How long a person may change or cancel a reservation: to the end of a day that lies so many days before the visit.
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isLive, type Reception, type ReservationStatus } from './reservation-status.ts';

export const changeDeadline = (visitDate: PlainDate, deadlineDays: number): PlainDate =>
  addDays(visitDate, -deadlineDays);

export const isChangeOpen = (today: PlainDate, visitDate: PlainDate, deadlineDays: number): boolean =>
  today <= changeDeadline(visitDate, deadlineDays);

interface Changed {
  status: ReservationStatus;
  visitDate: PlainDate;
  reception: Reception;
}

/** Whether a reservation can be changed or cancelled today: it stands, its window is open, and the person has not come yet. */
export const isChangeable = (
  { status, visitDate, reception }: Changed,
  deadlineDays: number,
  today: PlainDate,
): boolean => isLive(status) && isChangeOpen(today, visitDate, deadlineDays) && reception !== 'arrived';
