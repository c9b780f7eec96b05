// What a tab remembers of the extraction, so that coming back from a reservation finds it as it was left.
import { createStore } from '#web/store.ts';
import type { Conditions } from './contract.ts';
import { BY_NUMBER, EVERYTHING, type Narrowing, type Sort } from './narrow.ts';

export interface ExtractionSession {
  /** What was searched by last; null before the first search, when this month's visits are shown. */
  conditions: Conditions | null;
  narrowing: Narrowing;
  sort: Sort;
  /**
   * The reservation that was opened, and how far the page was scrolled, if the row will be there again; null where nothing
   * is to be found again.
   */
  left: { number: number; scrollTop: number | null } | null;
}

export const FRESH: ExtractionSession = { conditions: null, narrowing: EVERYTHING, sort: BY_NUMBER, left: null };

/** Named below the office's session, so that it goes with the log-out. */
export const extractionSession = createStore<ExtractionSession>('office/extraction', FRESH);
