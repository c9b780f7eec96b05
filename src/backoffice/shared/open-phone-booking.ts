// Opens the phone booking from another screen: for a person, as a change of a reservation, or with what a clerk has typed already.
import type { PersonData } from '#domain/reservation/person.ts';
import { createStore } from '#web/store.ts';

export interface PhoneBookingStart {
  /** The reservation whose person it is for, 0 = nobody known yet. */
  personOf: number;
  /** The reservation that it takes the place of, 0 = none. */
  replaces: number;
  /** Somebody stands at the counter, and comes today if there is room. */
  isAtCounter: boolean;
  /** What stands in the form besides, over what the server knows: what was searched for, or a person as they are corrected. */
  typed: Partial<PersonData>;
}

export const phoneBookingStart = createStore<{ start: PhoneBookingStart | null }>('office/desk-booking-start', {
  start: null,
});

/** To be given to the way there: who has stayed after all, and then comes by the menu, begins with an empty page. */
export const STARTED = { isStarted: true };

/** To be called before going to the phone booking by a way with STARTED; it takes this and forgets what stood there. */
export const startPhoneBooking = (start: Partial<PhoneBookingStart>) =>
  phoneBookingStart.set({ start: { personOf: 0, replaces: 0, isAtCounter: false, typed: {}, ...start } });
