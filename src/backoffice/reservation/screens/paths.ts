// Where the screens about a reservation lie.
export interface ReservationPaths {
  home: string;
  /** The extraction, from which a reservation is opened. */
  list: string;
  detail: string;
  picker: string;
  done: string;
  /** What is kept of its person; for managers. */
  person: string;
}
