// What time it is at the server, by which marks are set: a desk's own clock may be wrong.
import { useEffect, useState } from 'react';
import type { ReceptionDay } from '#backoffice/shared/contract-reception.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

/** To the minute: so much says nothing yet. */
const UNSURE_MS = 90_000;

/** By how many milliseconds the server is ahead. */
export function shiftOf({ now }: Pick<ReceptionDay, 'now'>, own: number): number {
  const serverTime = Date.parse(`${now.year}-${now.month}-${now.day}T${now.hour}:${now.minute}:00+09:00`);
  return Math.abs(serverTime - own) < UNSURE_MS ? 0 : serverTime - own;
}

export interface DeskTime {
  today: PlainDate;
  /** Since midnight. */
  minute: number;
}

export function timeAt(ms: number): DeskTime {
  const at = new Date(ms);
  const { hour, minute } = localTime(at);
  return { today: today(at), minute: Number(hour) * 60 + Number(minute) };
}

const EVERY_MS = 5_000;

export function useDeskTime(shift: number): DeskTime {
  const [ms, setMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMs(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return timeAt(ms + shift);
}
