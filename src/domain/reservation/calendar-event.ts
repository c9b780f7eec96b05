// A reservation's visit as an entry of a calendar, the same on every screen and in every mail, and as a file that a phone's calendar takes
// over (iCalendar, RFC 5545).

import { formatTime } from '#domain/calendar/clock.ts';
import { addDays, dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { LruCache } from '#domain/lru-cache.ts';

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

const DAY = 24 * 60;
const HOURS_AND_MINUTES = /(?:(\d+(?:\.\d+)?)時間(?:(半)|と?(\d+)分)?)|(\d+)分/g;

const known = new LruCache<string, { minutes: number | null }>(1000);

/** In minutes, the longest where several are named (「2〜3時間」); null where none can be read (「半日」). */
export const parseDuration = (words: string) => known.getOrMake(words, () => ({ minutes: parse(words) })).minutes;

function parse(words: string): number | null {
  const read = [...words.normalize('NFKC').replaceAll(/\s/g, '').matchAll(HOURS_AND_MINUTES)].map(
    ([, hours = 0, half, rest = 0, minutes = 0]) => Number(hours) * 60 + (half ? 30 : Number(rest)) + Number(minutes),
  );
  const longest = Math.round(Math.max(0, ...read));
  return longest > 0 && longest <= DAY ? longest : null;
}

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
