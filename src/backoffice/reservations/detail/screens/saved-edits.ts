// What was typed about a reservation while its clerk looks at the calendar.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { createStore } from '#web/store.ts';
import type { Draft } from '#wire/record.ts';
import type { reservationForm } from '../contract.ts';

export type ReservationDraft = Draft<typeof reservationForm>;

/** Only what differs from what was shown: the rest may have been changed by somebody else meanwhile. */
export interface SavedEdits {
  number: number | null;
  /** Empty where the calendar was opened without the form. */
  version: string;
  start: ReservationDraft | null;
  changes: Partial<ReservationDraft>;
  /** The day and slot that stand in the form, which the calendar marks. */
  at: { date: PlainDate | null; slotCode: string };
}

export const savedEdits = createStore<SavedEdits>('office/reservation-edits', {
  number: null,
  version: '',
  start: null,
  changes: {},
  at: { date: null, slotCode: '' },
});

/** State of the way back from the calendar; who opens a reservation again finds it as it is. */
export const FROM_PICKER = { fromPicker: true };
