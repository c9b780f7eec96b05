// A reservation's visit as an entry of a calendar: the same on every screen and in every mail.

import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import type { CalendarEvent } from './calendar-event.ts';

export type VisitEvent = Omit<CalendarEvent, 'now'>;

interface Visit {
  number: number;
  date: PlainDate;
  startMinute: number | null;
  courseName: string;
  /** Asked for, and not confirmed by staff yet. */
  isRequest: boolean;
  institution: { name: string; address: string; phone: string };
}

export function visitEvent({ number, date, startMinute, courseName, isRequest, institution }: Visit): VisitEvent {
  const { name, address, phone } = institution;
  const time = writeTime(startMinute);
  const lines = [
    `予約番号 ${number}`,
    time && `受付時間 ${time}`,
    isRequest && 'お申し込み中です（まだ確定していません）。',
    phone && `電話番号 ${phone}`,
  ];
  return {
    // By the number alone, so that a calendar knows the file from a mail and the one from a screen for the same.
    uid: `${number}@kenshin-biyori`,
    date,
    startMinute,
    title: `${isRequest ? '【お申し込み中】' : ''}${courseName}（${name}）`,
    place: [name, address].filter(Boolean).join(' '),
    notes: lines.filter(Boolean).join('\n'),
  };
}
