// A phone booking that was left half-typed, until somebody goes on with it, discards it or books.
import type { PhoneBookingStart } from '#backoffice/shared/open-phone-booking.ts';
import { createStore } from '#web/store.ts';
import type { CallerDraft } from './caller-form.ts';
import type { Choices } from './choices.ts';

export interface PhoneBookingDraft {
  start: PhoneBookingStart;
  caller: CallerDraft;
  choices: Choices;
  sendMail: boolean;
}

/** Named below the office's session, so that it goes with the log-out. */
export const phoneBookingDraft = createStore<{ draft: PhoneBookingDraft | null }>(
  'office/desk-draft',
  { draft: null },
  { holdsPerson: true },
);
