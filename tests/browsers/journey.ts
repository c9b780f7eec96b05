// What a journey is given: a fresh tab in one of the browsers, and a service whose calls it may make beside.
import type { BookedGuest } from '#tests/kit/booked-guest.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import type { Page } from './page.ts';

export interface Walk {
  page: Page;
  isPhone: boolean;
  /** Which of all runs it is, from 0: they share a service, and each takes what no other does. */
  turn: number;
  /** A guest who has booked, by the calls themselves. */
  bookGuest(changes?: Form): Promise<BookedGuest>;
  /** A call as the administrator's own screens make it. */
  // biome-ignore lint/suspicious/noExplicitAny: the wire as a test sees it
  ask(path: string, form: Form): Promise<any>;
  /** The file that the browser saves next. */
  saved(): Promise<{ name: string; bytes: Buffer }>;
}

export interface Journey {
  name: string;
  walk(walk: Walk): Promise<void>;
}
