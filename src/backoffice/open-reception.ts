// Opens the day's reception at a day, from another screen.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { createStore } from '#web/store.ts';

/** The day that is shown, null = today; named below the office's session, so that it goes with the log-out. */
export const receptionDate = createStore<{ date: PlainDate | null }>('office/reception', { date: null });

/** To be called before going to the reception. */
export const openReception = (date: PlainDate) => receptionDate.set({ date });
