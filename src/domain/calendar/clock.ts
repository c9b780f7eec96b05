// The one clock: an instant from outside, read as Japanese local time wherever the server stands; and times of day as screens show them.
import type { PlainDate } from './plain-date.ts';

export type Clock = () => Date;

// Japan has had no daylight saving time since 1951, so its local time is a fixed shift.
const TOKYO_OFFSET_MS = 9 * 3_600_000;

export function today(now: Date): PlainDate {
  return new Date(now.getTime() + TOKYO_OFFSET_MS).toISOString().slice(0, 10);
}

/** The instant at which a day begins in Japan. */
export const startOfDay = (date: PlainDate) => new Date(`${date}T00:00:00+09:00`);

/** 2026/11/18 10:00 */
export function formatMinute(moment: Date): string {
  const { year, month, day, hour, minute } = localTime(moment);
  return `${year}/${month}/${day} ${hour}:${minute}`;
}

/** 2026/11/18 10:00:00 */
export const formatSecond = (moment: Date) => `${formatMinute(moment)}:${moment.toISOString().slice(17, 19)}`;

/** Zero-padded parts, as the screens show and the wire carries them. */
export function localTime(now: Date) {
  const iso = new Date(now.getTime() + TOKYO_OFFSET_MS).toISOString();
  return {
    year: iso.slice(0, 4),
    month: iso.slice(5, 7),
    day: iso.slice(8, 10),
    hour: iso.slice(11, 13),
    minute: iso.slice(14, 16),
  };
}

export interface JapanTime {
  today: PlainDate;
  /** Since midnight. */
  minute: number;
}

export function japanTimeOf(now: Date): JapanTime {
  const { hour, minute } = localTime(now);
  return { today: today(now), minute: Number(hour) * 60 + Number(minute) };
}

/** What `formatTime` has written, in minutes since midnight. */
export function parseTime(text: string): number | null {
  const [hour, minute] = text.split(':');
  return minute === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** 9:00, 13:30; empty for a day without a time. */
export function formatTime(startMinute: number | null): string {
  if (startMinute === null) return '';
  return `${Math.floor(startMinute / 60)}:${String(startMinute % 60).padStart(2, '0')}`;
}
