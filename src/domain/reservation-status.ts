// The states of a reservation and what follows from them.

export type ReservationStatus =
  | 'new'
  | 'changed'
  | 'confirmed'
  | 'replaced_unconfirmed'
  | 'replaced_confirmed'
  | 'cancelled'
  | 'cancel_confirmed'
  | 'deleted';

export const LIVE = ['new', 'changed', 'confirmed'] as const satisfies readonly ReservationStatus[];
export const OUTSTANDING = ['new', 'changed', 'cancelled'] as const satisfies readonly ReservationStatus[];

export function isLive(status: ReservationStatus): boolean {
  return (LIVE as readonly ReservationStatus[]).includes(status);
}

/** A desired booking holds places only once staff have confirmed it. */
export function holdsPlaces(status: ReservationStatus, desired: boolean): boolean {
  return status === 'confirmed' || (isLive(status) && !desired);
}

/** What a reservation becomes when another one takes its place. */
export function replacedBy(status: ReservationStatus): 'replaced_unconfirmed' | 'replaced_confirmed' {
  return status === 'confirmed' ? 'replaced_confirmed' : 'replaced_unconfirmed';
}
