// Who books for whom, and through whom: the entrances say it, the steps of the booking carry it on. What is chosen on the
// way is the booking's own (booking/draft-session.ts), and goes when this is emptied.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { createStore } from '#web/store.ts';

export interface Visit {
  date: PlainDate;
  slotCode: string;
  /** Empty where only a day is chosen. */
  startTime: string;
}

export interface ChosenOption {
  groupCode: string;
  optionCode: string;
  conditionCode: string;
}

export interface BookingResult {
  number: number;
  visit: Visit;
  courseName: string;
  /** Of its entry in a calendar; a tab of 1.0.0 has kept none of these. */
  courseDuration?: string;
  firstNumber?: number;
  sequence?: number;
  /** A wish, which staff have yet to confirm. */
  desired: boolean;
  replaced: number | null;
  account: { mail: string; firstPassword: string; passwordLimit: string } | null;
}

/** The reservation that is being changed, with what was chosen for it: the steps start with that. */
interface ChangedReservation {
  number: number;
  courseCode: string;
  options: readonly ChosenOption[] | null;
  visit: Visit | null;
  /** It was asked for, and staff have confirmed its day: changed, it is a request again. */
  isConfirmedRequest: boolean;
}

export const NO_BOOKING = {
  insurance: {
    inUse: false,
    clientCode: '',
    insurerNumber: '',
    sex: null as Sex | null,
    birthDate: null as PlainDate | null,
    fiscalYear: null as number | null,
    age: null as number | null,
    categoryCode: null as string | null,
  },
  person: null as { birthDate: PlainDate; sex: Sex } | null,
  /** The year an individual looks at courses of; null = the first that is open. */
  fiscalYear: null as number | null,
  changes: null as ChangedReservation | null,
  enRoute: { inUse: false },
  result: null as BookingResult | null,
};
export type BookingSession = typeof NO_BOOKING;

export const bookingSession = createStore('examinee/booking', NO_BOOKING, { holdsPerson: true });
