// What a tab remembers of the extraction, so that coming back from a reservation finds it as it was left.
import { givenKana } from '#backoffice/shared/open-search.ts';
import { resultContext } from '#backoffice/shared/reservation-link.tsx';
import { createStore } from '#web/store.ts';
import { describeInAddress, readAddress } from './conditions.ts';
import { type Conditions, NO_CONDITIONS } from './contract.ts';
import { BY_NUMBER, type Narrowing, NOT_NARROWED, type Sort } from './narrow.ts';

interface ExtractionSession {
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

export const extractionSession = createStore<ExtractionSession>('office/extraction', FRESH);

export const narrow = (change: Partial<Narrowing>) =>
  extractionSession.set({ narrowing: { ...extractionSession.get().narrowing, ...change } });

/**
 * What another screen gives, and what the address says, comes before what was left here; who comes back to the address that was
 * left finds it as it was.
 */
export function beginExtraction(search: string, isComingBack: boolean): ExtractionSession {
  const { kana } = givenKana.get();
  const named = readAddress(search);
  const isLeft = describeInAddress(named) === describeInAddress(extractionSession.get().conditions);
  if (kana !== null) extractionSession.set({ ...FRESH, conditions: { ...NO_CONDITIONS, kana } });
  else if (named && !(isComingBack && isLeft)) extractionSession.set({ ...FRESH, conditions: named });
  givenKana.set({ kana: null });
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
  const key = resultContext.get().seen ?? left.number;
  return { key, scrollTop: key === left.number ? left.scrollTop : null };
}
