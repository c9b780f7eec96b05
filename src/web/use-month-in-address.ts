// The month that a calendar shows, in its address: a reload, a second tab and a colleague's link show the same.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isInCalendarRange } from '#domain/calendar/calendar-range.ts';
import { today } from '#domain/calendar/clock.ts';
import type { Month } from '#domain/calendar/month.ts';

interface AddressedMonth extends Month {
  /** Of a calendar that every frame has for itself. */
  frameCode?: string;
}

const write = ({ year, month, frameCode }: AddressedMonth): Record<string, string> => ({
  month: `${year}-${String(month).padStart(2, '0')}`,
  ...(frameCode && { frame: frameCode }),
});

function read(params: URLSearchParams): AddressedMonth | null {
  const [, year, month] = /^([0-9]{4})-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '') ?? [];
  const named = { year: Number(year), month: Number(month), frameCode: params.get('frame') ?? undefined };
  return isInCalendarRange(today(new Date()), named) ? named : null;
}

export const atMonth = (path: string, month: AddressedMonth) => `${path}?${new URLSearchParams(write(month))}`;

/** As it was when the screen opened, so that a link to the same screen takes nothing from under what is typed. */
export function useMonthInAddress() {
  const [params, setParams] = useSearchParams();
  const [wanted, setWanted] = useState(() => read(params));
  return {
    wanted,
    forget: () => setWanted(null),
    keep: (month: AddressedMonth | null) => setParams(month ? write(month) : {}, { replace: true }),
  };
}
