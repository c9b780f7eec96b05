// Where the screens about a reservation lie.
export interface ReservationPaths {
  home: string;
  /** The list that a reservation is opened from: the extraction, or another that has found it. */
  list: string;
  listName: string;
  detail: string;
  picker: string;
  done: string;
  /** What is kept of its person; for managers. */
  person: string;
  /** Anyone is found there. */
  find: string;
  /** Staff book there for whoever calls. */
  deskBooking: string;
  /** The reception of the day of the visit. */
  reception: string;
  /** Slips are printed there. */
  slips: string;
}
