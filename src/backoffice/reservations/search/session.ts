// What a tab remembers of the extraction, so that coming back from a reservation finds it as it was left.

import { givenConditions } from '#backoffice/shared/open-search.ts';
import { officeSession } from '#web/session.ts';
import { createStore } from '#web/store.ts';
import { fromGiven } from './conditions.ts';
import { type Conditions, NO_CONDITIONS } from './contract.ts';
import { BY_NUMBER, type Narrowing, NOT_NARROWED, type Sort } from './narrow.ts';

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

const FRESH: ExtractionSession = { conditions: null, narrowing: NOT_NARROWED, sort: BY_NUMBER, left: null };

/** Named below the office's session, so that it goes with the log-out. */
export const extractionSession = createStore<ExtractionSession>('office/extraction', FRESH);

/** Conditions that another screen gives come before those that were left here. */
export function beginExtraction(): ExtractionSession {
  const { given } = givenConditions.get();
  if (given) {
    givenConditions.set({ given: null });
    extractionSession.set({ ...FRESH, conditions: fromGiven(given) });
  }
  // What an earlier version of this page has kept may lack something.
  const { conditions, narrowing } = extractionSession.get();
  extractionSession.set({
    conditions: conditions && { ...NO_CONDITIONS, ...conditions },
    narrowing: { ...NOT_NARROWED, ...narrowing },
  });
  return extractionSession.get();
}

/** From which row one comes back: the one that was looked at last, which may be another than the one that was opened. */
export function placeToReturnTo(left: ExtractionSession['left']) {
  if (!left) return null;
  const seen = officeSession.get().selected.reservation;
  const key = typeof seen === 'number' ? seen : left.number;
  return { key, scrollTop: key === left.number ? left.scrollTop : null };
}
