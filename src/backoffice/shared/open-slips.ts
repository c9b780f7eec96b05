// Opens slips and labels from another screen: of one reservation, of those that are selected, of a whole day.
import { createStore } from '#web/store.ts';

interface WantedPapers {
  /** In the order in which they are printed. */
  numbers: readonly number[];
  /** Where one goes back to. */
  from: string;
}

export const wantedSlips = createStore<WantedPapers>('office/slips', { numbers: [], from: '' });
export const wantedLabels = createStore<WantedPapers & { hasAddresses: boolean }>('office/labels', {
  numbers: [],
  from: '',
  hasAddresses: false,
});

export const openSlipsOf = (numbers: readonly number[], from: string) => wantedSlips.set({ numbers, from });
/** To be called before going to the labels; with addresses where something is sent to these people. */
export const openLabelsOf = (numbers: readonly number[], from: string, hasAddresses = false) =>
  wantedLabels.set({ numbers, from, hasAddresses });
