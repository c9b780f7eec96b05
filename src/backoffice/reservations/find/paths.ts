// Where the search for people leads.
export interface FindPaths {
  home: string;
  /** The search itself, to which a reservation leads back. */
  find: string;
  detail: string;
  /** The extraction. */
  search: string;
  /** Where staff book for whoever calls. */
  booking: string;
}
