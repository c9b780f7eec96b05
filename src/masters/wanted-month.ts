// The month with which a calendar's screen opens, where whoever leads there says which: the one that was just filled in bulk.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { type Month, monthOf } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

interface WantedMonth extends Month {
  /** Of a calendar that every frame has for itself. */
  frameCode?: string;
}

/** State of a navigation to the month of a day. */
export const openAt = (date: PlainDate, frameCode?: string) => ({
  wanted: { ...monthOf(date), frameCode } satisfies WantedMonth,
});

/** As it was when the screen opened, so that a link to the same screen takes nothing from under what is typed. */
export function useWantedMonth(): [WantedMonth | null, () => void] {
  const { state } = useLocation();
  const [wanted, setWanted] = useState<WantedMonth | null>(state?.wanted ?? null);
  return [wanted, () => setWanted(null)];
}
