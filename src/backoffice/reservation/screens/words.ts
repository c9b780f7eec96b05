// A reservation as the screen has it, and how its values are written there.
import { slashed } from '#domain/capacity.ts';
import { WEEKDAYS } from '#domain/month.ts';
import { dayOfWeek, type PlainDate } from '#domain/plain-date.ts';
import type { Reply } from '#wire/call.ts';
import type { openReservation } from '../contract.ts';

export type Reservation = Reply<typeof openReservation>;

/** 2026/10/21（水） */
export const writeDay = (date: PlainDate | null) =>
  date ? `${slashed(date)}（${WEEKDAYS[dayOfWeek(date) - 1]}）` : '';

export const SEXES = { male: '男性', female: '女性' } as const;
