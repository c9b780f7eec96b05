// Loads the extraction: what can be chosen, and the rows, which are shown while the rest of them still arrives.
import { useCallback, useEffect, useRef, useState } from 'react';
import { DOWNLOAD_WORDS, type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { CallFailed, isAborted } from '#web/send.ts';
import { sendForPieces } from '#web/send-for-pieces.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { whenBack } from '#web/use-load.ts';
import { toOpenWith } from './conditions.ts';
import { type Choices, type Conditions, NO_CONDITIONS, openExtraction, searchReservations } from './contract.ts';
import { type ListRow, prepareRow } from './narrow.ts';

export interface Found {
  /** What they were searched by; null before the first search, when this month's visits are shown. */
  conditions: Conditions | null;
  rows: readonly ListRow[];
  /** How many there will be. */
  rowCount: number;
  isArriving: boolean;
  /** Why there are none. */
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

export class Arrival {
  readonly #show: (found: Found) => void;
  #rows: ListRow[] = [];
  #found: Found;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(conditions: Conditions | null, show: (found: Found) => void) {
    this.#show = show;
    this.#found = emptyResult(conditions);
    show(this.#found);
  }

  begin(rowCount: number, notice: string): void {
    this.#found = { ...this.#found, rowCount, notice };
  }

  add(rows: readonly ListRow[]): void {
    const isFirst = this.#rows.length === 0;
    for (const row of rows) this.#rows.push(row);
    if (isFirst) this.#notify(true);
    else this.#timer ??= setTimeout(() => this.#notify(true), SHOW_EVERY_MS);
  }

  end(): readonly ListRow[] {
    this.#notify(false);
    return this.#rows;
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #notify(isArriving: boolean): void {
    this.stop();
    this.#show({ ...this.#found, rows: this.#rows.slice(), isArriving });
  }
}

/** What goes on arriving after its screen was left; there is one list at a time. */
let leftBehind: AbortController | null = null;

/** A reservation as what was done to it has left it. */
export interface Confirmed {
  number: number;
  outcome: 'done' | 'already' | 'refused';
  /** Null where there is no such reservation any more. */
  status: ReservationStatus | null;
  version: string;
}

type Ask = (arrival: Arrival, signal: AbortSignal) => Promise<void>;

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

  /** Shows the rows of an answer as they come. Whatever was arriving before is called off. */
  const follow = useCallback(async (conditions: Conditions | null, ask: Ask) => {
    under.current?.abort();
    const controller = new AbortController();
    under.current = controller;
    const { signal } = controller;
    const arrival = new Arrival(conditions, (state) => signal.aborted || heir.current || setFound(state));
    try {
      await ask(arrival, signal);
      const rows = arrival.end();
      heir.current?.(rows);
    } finally {
      arrival.stop();
    }
  }, []);

  const load = useCallback(async () => {
    try {
      await follow(start, (arrival, signal) =>
        sendForPieces(
          openExtraction,
          'rows',
          start ? toOpenWith(start) : NO_CONDITIONS,
          {
            head(reply) {
              setChoices(reply);
              arrival.begin(reply.rowCount, reply.notice);
            },
            piece: (rows) => arrival.add(rows.map(prepareRow)),
          },
          { signal },
        ),
      );
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
      await follow(conditions, (arrival, signal) =>
        sendForPieces(
          searchReservations,
          'rows',
          conditions,
          {
            head({ rowCount }) {
              arrival.begin(rowCount, '');
              onBegin();
            },
            piece: (rows) => arrival.add(rows.map(prepareRow)),
          },
          { signal },
        ),
      );
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

  /** What a download has changed, without asking for all of it again. */
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
  function takeConfirmed(
    confirmed: readonly Confirmed[],
    changes: ReadonlyMap<number, Partial<ListRow>> = new Map(),
  ): void {
    const byNumber = new Map(confirmed.map((one) => [one.number, one]));
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
