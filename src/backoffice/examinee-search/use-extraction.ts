// Loads the extraction: what can be chosen, and the rows, which are shown while the rest of them still arrives.
import { useCallback, useEffect, useRef, useState } from 'react';
import { DOWNLOAD_WORDS } from '#domain/download-status.ts';
import { CallFailed } from '#web/send.ts';
import { sendForPieces } from '#web/send-for-pieces.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { whenBack } from '#web/use-load.ts';
import { NO_CONDITIONS, toOpenWith } from './conditions.ts';
import { type Choices, type Conditions, openExtraction, searchReservations } from './contract.ts';
import { prepareRow, type Row } from './narrow.ts';

export interface Found {
  rows: readonly Row[];
  /** How many there will be. */
  rowCount: number;
  isArriving: boolean;
  /** Why there are none. */
  notice: string;
}

const NOTHING_YET: Found = { rows: [], rowCount: 0, isArriving: true, notice: '' };
const NO_DATA = 13;
/** Often enough to see it grow, seldom enough to leave the time to whoever types meanwhile. */
const SHOW_EVERY_MS = 300;

export function useExtraction(start: Conditions | null) {
  const dialogs = useDialogs();
  const [choices, setChoices] = useState<Choices | null>(null);
  const [found, setFound] = useState(NOTHING_YET);
  const under = useRef<AbortController | null>(null);
  /** The last list that was there to its end, which stays when a search fails. */
  const whole = useRef<Found | null>(null);
  if (!found.isArriving) whole.current = found;

  /** Shows the rows of an answer as they come. Whatever was arriving before is called off. */
  const follow = useCallback(async (ask: (listener: Arrival, signal: AbortSignal) => Promise<void>) => {
    under.current?.abort();
    const controller = new AbortController();
    under.current = controller;
    const { signal } = controller;
    const arrival = new Arrival((state) => signal.aborted || setFound(state));
    try {
      await ask(arrival, signal);
      arrival.end();
    } finally {
      arrival.stop();
    }
  }, []);

  const load = useCallback(async () => {
    try {
      await follow((arrival, signal) =>
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
      if ((error as Error).name === 'AbortError') return;
      const again = await dialogs.systemError(error, { canRetry: true });
      if (again) await load();
      else if (error instanceof CallFailed && error.isLost && under.current) whenBack(load, under.current.signal);
    }
  }, [start, follow, dialogs]);

  useEffect(() => {
    load();
    return () => under.current?.abort();
  }, [load]);

  /** Whether the list now shows what was searched for. */
  async function search(conditions: Conditions): Promise<boolean> {
    try {
      await follow((arrival, signal) =>
        sendForPieces(
          searchReservations,
          'rows',
          conditions,
          {
            head: ({ rowCount }) => arrival.begin(rowCount, ''),
            piece: (rows) => arrival.add(rows.map(prepareRow)),
          },
          { signal },
        ),
      );
      return true;
    } catch (error) {
      if ((error as Error).name === 'AbortError') return false;
      if (error instanceof CallFailed && error.errorCode === NO_DATA) {
        setFound({ rows: [], rowCount: 0, isArriving: false, notice: error.sentences.join('') });
        return true;
      }
      if (whole.current) setFound(whole.current);
      // Who has logged in again to go on need not press again.
      if (await dialogs.failure(error)) return search(conditions);
      if (!whole.current) await load();
      return false;
    }
  }

  /** What a download has changed, without asking for all of it again. */
  function markDownloaded(numbers: readonly number[]): void {
    const downloaded = new Set(numbers);
    const mark = (row: Row): Row =>
      downloaded.has(row.number) ? { ...row, downloadStatus: 'done', downloadWord: DOWNLOAD_WORDS.done } : row;
    setFound((state) => ({ ...state, rows: state.rows.map(mark) }));
  }

  return { choices, found, search, markDownloaded };
}

/** Gathers the rows of one answer, and shows them now and then. */
class Arrival {
  readonly #show: (found: Found) => void;
  #rows: Row[] = [];
  #head = { rowCount: 0, notice: '' };
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(show: (found: Found) => void) {
    this.#show = show;
    show(NOTHING_YET);
  }

  begin(rowCount: number, notice: string): void {
    this.#head = { rowCount, notice };
  }

  add(rows: readonly Row[]): void {
    const isFirst = this.#rows.length === 0;
    for (const row of rows) this.#rows.push(row);
    if (isFirst) this.#tell(true);
    else this.#timer ??= setTimeout(() => this.#tell(true), SHOW_EVERY_MS);
  }

  end(): void {
    this.#tell(false);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(isArriving: boolean): void {
    this.stop();
    this.#show({ ...this.#head, rows: this.#rows.slice(), isArriving });
  }
}
