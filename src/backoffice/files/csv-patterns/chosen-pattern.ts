// The pattern that was chosen last for a CSV file, for as long as the tab lives.
import { createStore } from '#web/store.ts';

/** Null before anybody has chosen; empty where none was. Named below the office's session, so that it goes with the log-out. */
export const chosenPattern = createStore<{ code: string | null }>('office/csv-pattern', { code: null });
