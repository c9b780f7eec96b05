// What a tab remembers of the search for people, so that coming back from a reservation finds the same row.
import { createStore } from '#web/store.ts';

interface FindPlace {
  /** The search that was shown last: another one begins at its first row. */
  round: number;
  /** The row from which one has gone on. */
  left: number | null;
  /** To the reservation itself: from there, others may have been looked at since. */
  isOpened: boolean;
  /** Of whom all reservations were shown, by the number that tells them apart. */
  unfolded: readonly number[];
}

/** Named below the office's session, so that it goes with the log-out. */
export const findPlace = createStore<FindPlace>('office/find-place', {
  round: 0,
  left: null,
  isOpened: false,
  unfolded: [],
});
