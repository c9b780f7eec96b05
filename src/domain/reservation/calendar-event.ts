// A visit as a file that a phone's calendar takes over (iCalendar, RFC 5545).
import { addDays, dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';

export interface CalendarEvent {
  /** Stays the same when the file is fetched again, so that calendars replace what they have. */
  uid: string;
  date: PlainDate;
  /** Minutes since midnight in Tokyo; null = the whole day. */
  startMinute: number | null;
  /** How long, in minutes. What an older server has left in the outbox lacks this and the next two. */
  minutes?: number;
  /** Of two files under one uid, the one with the higher number counts. */
  sequence?: number;
  status?: 'confirmed' | 'tentative' | 'cancelled';
  title: string;
  place: string;
  notes: string;
  now: Date;
}

const TOKYO_AHEAD_MINUTES = 9 * 60;
const compact = (date: PlainDate) => date.replaceAll('-', '');
const moment = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '');

function startOf({ date, startMinute, minutes = 60 }: CalendarEvent): string[] {
  if (startMinute === null) {
    return [`DTSTART;VALUE=DATE:${compact(date)}`, `DTEND;VALUE=DATE:${compact(addDays(date, 1))}`];
  }
  const { year, month, day } = dateParts(date);
  const start = new Date(Date.UTC(year, month - 1, day, 0, startMinute - TOKYO_AHEAD_MINUTES));
  const rest = minutes % 60;
  return [`DTSTART:${moment(start)}`, `DURATION:PT${Math.floor(minutes / 60)}H${rest ? `${rest}M` : ''}`];
}

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

const LONGEST_LINE = 75;

/** In UTF-8. */
const octetsOf = (codePoint: number) => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4);

/** Lines of 75 octets at the most; no character is cut in two. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + size > LONGEST_LINE) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** Whether calendars are to take it in or to take it out: the file says so, and so does the mail around it. */
export const calendarMethodOf = ({ status }: Pick<CalendarEvent, 'status'>) =>
  status === 'cancelled' ? 'CANCEL' : 'PUBLISH';

export function formatCalendarEvent(event: CalendarEvent): string {
  const { status = 'confirmed', sequence = 0 } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//kenshin-biyori//reservation//JA',
    `METHOD:${calendarMethodOf(event)}`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${moment(event.now)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${status.toUpperCase()}`,
    ...startOf(event),
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.place)}`,
    `DESCRIPTION:${escapeText(event.notes)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
