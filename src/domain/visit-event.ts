// A reservation's visit as an entry of a calendar: the same on every screen and in every mail.
import type { CalendarEvent } from './calendar-event.ts';
import type { PlainDate } from './plain-date.ts';

export type VisitEvent = Omit<CalendarEvent, 'now'>;

export interface Visit {
  number: number;
  date: PlainDate;
  startMinute: number | null;
  courseName: string;
  institution: { name: string; address: string; phone: string };
}

export function visitEvent({ number, date, startMinute, courseName, institution }: Visit): VisitEvent {
  const { name, address, phone } = institution;
  return {
    // By the number alone, so that a calendar knows the file from a mail and the one from a screen for the same.
    uid: `${number}@kenshin-biyori`,
    date,
    startMinute,
    title: `${name}（${courseName}）`,
    place: [name, address].filter((part) => part !== '').join(' '),
    notes: [`予約番号 ${number}`, phone && `電話 ${phone}`].filter((line) => line !== '').join('\n'),
  };
}
