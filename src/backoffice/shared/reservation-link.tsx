// From a list to a reservation, from there to the next of the list, and back to it.
import type { ReactNode } from 'react';
import { OFFICE, reservationAt } from '#web/addresses.ts';
import { useOpenedReservation } from '#web/key-in-address.ts';
import { createStore } from '#web/store.ts';
import { Link } from '#web/ui/link.tsx';

/** The list in which a reservation was found. */
interface FoundReservations {
  /** In the order of its rows. */
  numbers: readonly number[];
  /** Whether all of them had arrived when the first was opened; else the rest may still be on its way. */
  isWhole: boolean;
  /** The screen that they were found on, if not the extraction, and what it calls its rows. */
  list: { name: string; path: string; rows: string } | null;
  /** The one that was looked at last, which may be another than the one that was opened. */
  seen: number | null;
}

type Found = Pick<FoundReservations, 'numbers'> & Partial<FoundReservations>;

export const resultContext = createStore<FoundReservations>('office/found-reservations', {
  numbers: [],
  isWhole: true,
  list: null,
  seen: null,
});

/** To be called before going to a reservation; whatever another list has left goes. */
export const setResultContext = (found: Found) =>
  resultContext.set({ isWhole: true, list: null, seen: null, ...found });

export interface ReservationLinkProps {
  number: number;
  /** The rows of its list; without them it is as if it had been found alone. */
  found?: Found;
  children?: ReactNode;
}

/** Whoever follows it comes back to its list, and may step through the rows. */
export function ReservationLink({ number, found = { numbers: [number] }, children }: ReservationLinkProps) {
  return (
    <Link to={reservationAt(number)} onFollow={() => setResultContext(found)}>
      {children ?? number}
    </Link>
  );
}

/** The way back: the extraction for who came from there, or from nowhere; for others their own list. */
export function useBackLink(): { path: string; name: string } {
  const { numbers, list } = resultContext.use();
  const number = useOpenedReservation();
  const isFromThere = number !== null && numbers.includes(number);
  return list && isFromThere ? list : { path: OFFICE.extraction, name: '受診者抽出' };
}
