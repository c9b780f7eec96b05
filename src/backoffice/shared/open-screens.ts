// Opens the phone booking, the reception, slips and labels from other screens: what stands in their address, or is handed over in the tab.

import { dateParts, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { createStore } from '#web/store.ts';

/** For a person, as a change of a reservation, or with what a clerk has typed already. */
export interface PhoneBookingStart {
  /** The reservation whose person it is for, 0 = nobody known yet. */
  personOf: number;
  /** The reservation that it takes the place of, 0 = none. */
  replaces: number;
  /** Somebody stands at the counter, and comes today if there is room. */
  isAtCounter: boolean;
  /** What stands in the form besides, over what the server knows: what was searched for, or a person as they are corrected. */
  typed: Partial<PersonData>;
}

export const phoneBookingStart = createStore<{ start: PhoneBookingStart | null }>('office/desk-booking-start', {
  start: null,
});

/** To be given to the way there: who has stayed after all, and then comes by the menu, begins with an empty page. */
export const STARTED = { isStarted: true };

/** To be called before going to the phone booking by a way with STARTED; it takes this and forgets what stood there. */
export const startPhoneBooking = (start: Partial<PhoneBookingStart>) =>
  phoneBookingStart.set({ start: { personOf: 0, replaces: 0, isAtCounter: false, typed: {}, ...start } });

/** What the day is called in the address of the reception, and of its lists by examination. */
type DayKey = 'date' | 'day';

/** Without a day it is today. */
export const receptionOn = (path: string, date: PlainDate | null, key: DayKey = 'date') =>
  date ? `${path}?${key}=${date}` : path;

/** Null where it names no day, or none that there is. */
export function readReceptionDate(search: string, key: DayKey = 'date'): PlainDate | null {
  const given = new URLSearchParams(search).get(key) ?? '';
  const { year, month, day } = dateParts(given);
  return makeDate(year, month, day) === given ? given : null;
}

/** Of one reservation, of those that are selected, of a whole day. */
interface WantedPapers {
  /** In the order in which they are printed. */
  numbers: readonly number[];
  /** Where one goes back to. */
  from: string;
}

export const wantedSlips = createStore<WantedPapers>('office/slips', { numbers: [], from: '' });
export const wantedLabels = createStore<WantedPapers & { hasAddresses: boolean }>('office/labels', {
  numbers: [],
  from: '',
  hasAddresses: false,
});

export const openSlipsOf = (numbers: readonly number[], from: string) => wantedSlips.set({ numbers, from });
/** To be called before going to the labels; with addresses where something is sent to these people. */
export const openLabelsOf = (numbers: readonly number[], from: string, hasAddresses = false) =>
  wantedLabels.set({ numbers, from, hasAddresses });
