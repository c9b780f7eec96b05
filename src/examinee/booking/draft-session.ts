// What was chosen and typed at the steps of a booking in this tab.
import type { Month } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import type { TaxDisplay, TaxRounding } from '#domain/offer/price.ts';
import type { ChosenOption, Visit } from '#examinee/booking-session.ts';
import { createStore } from '#web/store.ts';
import type { Draft } from '#wire/record.ts';
import type { entryForm } from './contract-reserve.ts';

export interface Bill {
  pricesShown: boolean;
  taxDisplay: TaxDisplay;
  taxRounding: TaxRounding;
  taxRate: number;
  course: { name: string; amount: number; isFrom: boolean };
  options: { name: string; amount: number; isFrom?: boolean }[];
  /** Whom it was made for, as far as the steps knew. */
  person?: { birthDate: PlainDate | null; sex: Sex | null };
}

export interface Slot {
  slotCode: string;
  /** Empty where only the day is chosen. */
  startTime: string;
}

export interface ChosenDay {
  date: PlainDate;
  slots: readonly Slot[];
  /** Null as long as a time is to be chosen. */
  slotCode: string | null;
  bill?: Bill;
}

/** Under which a choice of options is kept to prefill. */
export const optionKey = (groupCode: string, optionCode: string) => `${groupCode}/${optionCode}`;

interface Entry {
  values: Partial<Draft<typeof entryForm>>;
  /** Which of them the person has changed: the rest is what the steps before or the server said. */
  edited: readonly string[];
  consent: boolean;
  /** Null until the server has found the form in order. */
  age: number | null;
}

export const NO_DRAFT = {
  course: null as { fiscalYear: number; courseCode: string; conditionCode: string } | null,
  /** Null until the step is done; it may be done with none. */
  options: null as ChosenOption[] | null,
  visit: null as Visit | null,
  entry: null as Entry | null,
  /** What was typed and chosen at steps that one has gone back over: it only prefills. */
  prefill: {
    insurance: null as Readonly<Record<string, unknown>> | null,
    /** Who was logged in then: whoever logs in after it is known by the account. */
    insuranceBy: null as number | null,
    courseCode: '',
    options: null as readonly string[] | null,
    visit: null as Visit | null,
  },
  bill: null as Bill | null,
  method: null as 'confirmed' | 'desired' | null,
  /** What the calendar shows and has chosen, for a page that is loaded again. */
  calendar: null as { month: Month; day: ChosenDay | null } | null,
  /** Made with the draft, and copied with the tab: of it comes the id under which a booking is sent, so that nothing is booked twice. */
  requestSeed: '',
};
export type DraftSession = typeof NO_DRAFT;

export const draftSession = createStore('examinee/booking/draft', NO_DRAFT, { holdsPerson: true });
