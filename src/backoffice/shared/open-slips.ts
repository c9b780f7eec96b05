// Opens slips from another screen: of one reservation, of those that are selected, of a whole day.
import { createStore } from '#web/store.ts';

interface WantedSlips {
  /** In the order in which they are printed. */
  numbers: readonly number[];
  /** Where one goes back to. */
  from: string;
}

/** Named below the office's session, so that it goes with the log-out. */
export const wantedSlips = createStore<WantedSlips>('office/slips', { numbers: [], from: '' });

/** To be called before going to the slips. */
export const openSlipsOf = (numbers: readonly number[], from: string) => wantedSlips.set({ numbers, from });
