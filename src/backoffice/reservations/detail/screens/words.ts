// A reservation as the screen has it, and how its values are written there.
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Reply } from '#wire/call.ts';
import type { openReservation } from '../contract.ts';

export type Reservation = Reply<typeof openReservation>;

export const writeDay = (date: PlainDate | null) => (date ? formatOfficeDay(date) : '');
