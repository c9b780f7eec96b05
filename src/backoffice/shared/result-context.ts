// What the last extraction found, for stepping from one reservation's detail to the next: their numbers, in the order of its list.
import { createStore } from '#web/store.ts';

export interface FoundReservations {
  numbers: readonly number[];
  /** Whether all of them had arrived when the first was opened; else the rest may still be on its way. */
  isWhole: boolean;
  /** The screen that they were found on, if not the extraction, and what it calls its rows. */
  list: { name: string; path: string; rows: string } | null;
  /** The one that was looked at last, which may be another than the one that was opened. */
  seen: number | null;
}

export const resultContext = createStore<FoundReservations>('office/found-reservations', {
  numbers: [],
  isWhole: true,
  list: null,
  seen: null,
});

/** To be called before going to a reservation; whatever another list has left goes. */
export const setResultContext = (found: Pick<FoundReservations, 'numbers'> & Partial<FoundReservations>) =>
  resultContext.set({ isWhole: true, list: null, seen: null, ...found });
