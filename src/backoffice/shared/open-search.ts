// Opens the extraction from another screen with conditions of that screen's: the counts of what is to be done, a day of the calendar.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { ReservationStatus } from '#domain/reservation/reservation-status.ts';
import { createStore } from '#web/store.ts';

export interface GivenConditions {
  /** Reservations of any day, where no day is given. */
  statuses?: readonly ReservationStatus[];
  visitFrom?: PlainDate;
  visitTo?: PlainDate;
  frameCode?: string;
  kana?: string;
  /** Only what no CSV file has yet. */
  isPending?: boolean;
}

/** Named below the office's session, so that it goes with the log-out. */
export const givenConditions = createStore<{ given: GivenConditions | null }>('office/given-conditions', {
  given: null,
});

/** To be called before going to the extraction, which takes these and forgets what was searched before. */
export const openSearch = (given: GivenConditions) => givenConditions.set({ given });
