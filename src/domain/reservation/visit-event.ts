// A reservation's visit as an entry of a calendar: the same on every screen and in every mail.

import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { parseDuration } from './duration.ts';

export type VisitEvent = Omit<CalendarEvent, 'now'>;

interface Visit {
  number: number;
  date: PlainDate;
  startMinute: number | null;
  courseName: string;
  courseDuration: string;
  /** Tentative: asked for, and not confirmed by staff yet. */
  status: NonNullable<CalendarEvent['status']>;
  /** Of the reservation with which it began, before all changes. */
  firstNumber: number;
  sequence: number;
  institution: { name: string; address: string; phone: string };
}

/** Also for programs that only ever add what they are sent. */
const MARKS = { confirmed: '', tentative: '【お申し込み中】', cancelled: '【キャンセル】' };

const ONE_HOUR = 60;

export function visitEvent(visit: Visit): VisitEvent {
  const { number, firstNumber, sequence, date, startMinute, status } = visit;
  const { name, address, phone } = visit.institution;
  const time = formatTime(startMinute);
  const lines = [
    `予約番号 ${number}`,
    time && `受付時間 ${time}`,
    status === 'tentative' && 'お申し込み中です（まだ確定していません）。',
    phone && `電話番号 ${phone}`,
  ];
  return {
    // By a number alone, so that a calendar knows the file from a mail and the one from a screen for the same; a change has another number.
    uid: `${firstNumber}@kenshin-biyori`,
    sequence,
    status,
    date,
    startMinute,
    minutes: parseDuration(visit.courseDuration) ?? ONE_HOUR,
    title: `${MARKS[status]}${visit.courseName}（${name}）`,
    place: [name, address].filter(Boolean).join(' '),
    notes: lines.filter(Boolean).join('\n'),
  };
}
