// A reservation in a list, which leads to it; whoever follows it comes back to that list, and may step through its rows.
import type { ReactNode } from 'react';
import { reservationAt } from '#web/addresses.ts';
import { Link } from '#web/ui/link.tsx';
import { type FoundReservations, setResultContext } from './result-context.ts';

export interface ReservationLinkProps {
  number: number;
  /** The rows of its list; without them it is as if it had been found alone. */
  found?: Pick<FoundReservations, 'numbers'> & Partial<FoundReservations>;
  children?: ReactNode;
}

export function ReservationLink({ number, found = { numbers: [number] }, children }: ReservationLinkProps) {
  return (
    <Link to={reservationAt(number)} onFollow={() => setResultContext(found)}>
      {children ?? number}
    </Link>
  );
}
