// The extraction of a tab: what it remembers, so that coming back finds it as it was left, and its rows, which are shown while the rest of them still arrives.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FoundRow } from '#backoffice/shared/contract-rows.ts';
import { givenKana } from '#backoffice/shared/open-search.ts';
import { resultContext } from '#backoffice/shared/reservation-link.tsx';
import { DOWNLOAD_WORDS, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { CallFailed, isAborted } from '#web/send.ts';
import { sendForPieces } from '#web/send-for-pieces.ts';
import { createStore } from '#web/store.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { whenBack } from '#web/use-load.ts';
import type { Run } from '../run.ts';
import { describeInAddress, readAddress, toOpenWith } from './conditions.ts';
import { type Choices, type Conditions, NO_CONDITIONS, openExtraction, searchReservations } from './contract.ts';
import { BY_NUMBER, type ListRow, type Narrowing, NOT_NARROWED, prepareRow, type Sort } from './narrow.ts';

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

export interface Found {
  /** What they were searched by; null before the first search, when this month's visits are shown. */
  conditions: Conditions | null;
  rows: readonly ListRow[];
  rowCount: number;
  isArriving: boolean;
  notice: string;
}

const emptyResult = (conditions: Conditions | null): Found => ({
  conditions,
  rows: [],
  rowCount: 0,
  isArriving: true,
  notice: '',
});

/** Often enough to see it grow, seldom enough to leave the time to whoever types meanwhile. */
const SHOW_EVERY_MS = 300;

/** What goes on arriving after its screen was left; there is one list at a time. */
let leftBehind: AbortController | null = null;

/** Takes what an answer begins with, and its rows. */
interface Arrival {
  head(found: { rowCount: number; notice?: string }): void;
  piece(rows: readonly FoundRow[]): void;
}

export function useExtraction(start: Conditions | null) {
  const dialogs = useDialogs();
  const [choices, setChoices] = useState<Choices | null>(null);
  const [found, setFound] = useState(() => emptyResult(start));
  const under = useRef<AbortController | null>(null);
  /** Who is handed the rest, once the screen was left while it arrives. */
  const heir = useRef<((rows: readonly ListRow[]) => void) | null>(null);
  /** The last list that was there to its end, which stays when a search fails. */
  const whole = useRef<Found | null>(null);
  if (!found.isArriving) whole.current = found;

  /** Shows the rows of an answer as they come, gathered and now and then. Whatever was arriving before is called off. */
  const follow = useCallback(
    async (conditions: Conditions | null, ask: (arrival: Arrival, signal: AbortSignal) => Promise<void>) => {
      under.current?.abort();
      const controller = new AbortController();
      under.current = controller;
      const { signal } = controller;
      const rows: ListRow[] = [];
      let head = { rowCount: 0, notice: '' };
      let timer: ReturnType<typeof setTimeout> | undefined;
      function show(isArriving: boolean) {
        clearTimeout(timer);
        timer = undefined;
        if (!signal.aborted && !heir.current) setFound({ conditions, ...head, rows: rows.slice(), isArriving });
      }
      function piece(more: readonly FoundRow[]) {
        const isFirst = rows.length === 0;
        for (const row of more) rows.push(prepareRow(row));
        if (isFirst) show(true);
        else timer ??= setTimeout(show, SHOW_EVERY_MS, true);
      }
      show(true);
      try {
        await ask({ head: ({ rowCount, notice = '' }) => (head = { rowCount, notice }), piece }, signal);
        show(false);
        heir.current?.(rows);
      } finally {
        clearTimeout(timer);
      }
    },
    [],
  );

  const load = useCallback(async () => {
    try {
      await follow(start, (arrival, signal) => {
        const head = (reply: Choices) => {
          setChoices(reply);
          arrival.head(reply);
        };
        const asked = start ? toOpenWith(start) : NO_CONDITIONS;
        return sendForPieces(openExtraction, 'rows', asked, { ...arrival, head }, { signal });
      });
    } catch (error) {
      // Whoever has gone on to a reservation is busy with that.
      if (isAborted(error) || heir.current) return;
      const again = await dialogs.systemError(error, { canRetry: true });
      if (again) await load();
      else if (error instanceof CallFailed && error.isLost && under.current) whenBack(load, under.current.signal);
    }
  }, [start, follow, dialogs]);

  useEffect(() => {
    leftBehind?.abort();
    leftBehind = null;
    load();
    return () => {
      if (heir.current) leftBehind = under.current;
      else under.current?.abort();
    };
  }, [load]);

  /** Whether the list now shows what was searched for, or the one before; null where another search has taken its place. */
  async function search(conditions: Conditions, onBegin: () => void): Promise<boolean | null> {
    try {
      await follow(conditions, (arrival, signal) => {
        const head = (reply: { rowCount: number }) => {
          arrival.head(reply);
          onBegin();
        };
        return sendForPieces(searchReservations, 'rows', conditions, { ...arrival, head }, { signal });
      });
      return true;
    } catch (error) {
      if (isAborted(error) || heir.current) return null;
      if (error instanceof CallFailed && error.is('NoData')) {
        setFound({ ...emptyResult(conditions), isArriving: false, notice: error.sentences.join('') });
        return true;
      }
      if (whole.current) setFound(whole.current);
      // Who has logged in again to go on need not press again.
      if (await dialogs.failure(error)) return search(conditions, onBegin);
      if (!whole.current) await load();
      return false;
    }
  }

  /** What is still arriving goes on doing so when the screen is left, and is handed over as a whole. */
  function handOverTo(onWhole: (rows: readonly ListRow[]) => void): void {
    heir.current = onWhole;
  }

  function markDownloaded(numbers: readonly number[]): void {
    const downloaded = new Set(numbers);
    const mark = (row: ListRow): ListRow =>
      downloaded.has(row.number) ? { ...row, downloadStatus: 'done', downloadWord: DOWNLOAD_WORDS.done } : row;
    setFound((state) => ({ ...state, rows: state.rows.map(mark) }));
  }

  /**
   * What a run has changed; `changes` are what else stands in their rows since. One that was refused keeps its version: it is
   * not done as something that nobody has looked at, however often that is asked for.
   */
  function takeConfirmed(results: Run['results'], changes: ReadonlyMap<number, Partial<ListRow>> = new Map()): void {
    const byNumber = new Map(results.map((one) => [one.number, one]));
    const take = (row: ListRow): ListRow => {
      const { status = null, outcome, version = '' } = byNumber.get(row.number) ?? {};
      if (!status) return row;
      const known = { ...row, status, statusWord: STATUS_WORDS[status] };
      return outcome === 'refused' ? known : { ...known, ...changes.get(row.number), version };
    };
    setFound((state) => ({ ...state, rows: state.rows.map(take) }));
  }

  return { choices, found, search, handOverTo, markDownloaded, takeConfirmed };
}

export type Extraction = ReturnType<typeof useExtraction>;
