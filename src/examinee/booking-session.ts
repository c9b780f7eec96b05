// How far a booking has come in this tab: the entrances begin it, its steps carry it on.
import type { Sex } from '#domain/conditions.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import type { TaxDisplay, TaxRounding } from '#domain/price.ts';
import { createStore } from '#web/store.ts';

export interface ChosenOption {
  groupCode: string;
  optionCode: string;
  conditionCode: string;
}

export interface Visit {
  date: PlainDate;
  slotCode: string;
  /** Empty where only a day is chosen. */
  startTime: string;
}

/** What the booking costs as far as it is chosen, and how that is told. */
export interface Bill {
  pricesShown: boolean;
  taxDisplay: TaxDisplay;
  taxRounding: TaxRounding;
  taxRate: number;
  course: { name: string; amount: number; isFrom: boolean };
  options: { name: string; amount: number }[];
}

export interface BookingResult {
  number: number;
  visit: Visit;
  courseName: string;
  /** A wish, which staff have yet to confirm. */
  desired: boolean;
  /** Of an account that the booking has made: told once. */
  account: { mail: string; firstPassword: string } | null;
}

export interface BookingSession {
  insurance: {
    inUse: boolean;
    clientCode: string;
    insurerNumber: string;
    sex: Sex | null;
    birthDate: PlainDate | null;
    fiscalYear: number | null;
    age: number | null;
    categoryCode: string | null;
  };
  /** Who an individual's booking is for, once that is known. */
  person: { birthDate: PlainDate; sex: Sex } | null;
  /** The year an individual looks at courses of; null = the first that is open. */
  fiscalYear: number | null;
  course: { fiscalYear: number; courseCode: string; conditionCode: string } | null;
  /** Null until the step is done; it may be done with none. */
  options: ChosenOption[] | null;
  visit: Visit | null;
  /** What the information step's form holds; an age once the server has found it in order. */
  entry: {
    values: Readonly<Record<string, unknown>>;
    /** Which of them the person has changed: the rest is what the steps before or the server said. */
    edited: readonly string[];
    consent: boolean;
    age: number | null;
  } | null;
  /** What was typed and chosen at steps that one has gone back over: it only prefills. */
  draft: {
    /** As the insurance entry's form holds it. */
    insurance: Readonly<Record<string, unknown>> | null;
    courseCode: string;
    options: readonly string[] | null;
    visit: Visit | null;
  };
  bill: Bill | null;
  method: 'confirmed' | 'desired' | null;
  /** The id under which the confirmed content was sent: sent again, it books nothing twice. */
  request: { id: string; content: string } | null;
  result: BookingResult | null;
  enRoute: { inUse: boolean };
}

export const NO_BOOKING: BookingSession = {
  insurance: {
    inUse: false,
    clientCode: '',
    insurerNumber: '',
    sex: null,
    birthDate: null,
    fiscalYear: null,
    age: null,
    categoryCode: null,
  },
  person: null,
  fiscalYear: null,
  course: null,
  options: null,
  visit: null,
  entry: null,
  draft: { insurance: null, courseCode: '', options: null, visit: null },
  bill: null,
  method: null,
  request: null,
  result: null,
  enRoute: { inUse: false },
};

export const bookingSession = createStore<BookingSession>('examinee/booking', NO_BOOKING);
