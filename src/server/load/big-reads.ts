// Reading much, in pieces, and answering with it: few are read at a time, on connections of their own, and each answer goes out as it is read,
// no faster than it is fetched. However many there are, nobody else's call stands behind them.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { type Db, runBigRead } from '#db/database.ts';
import type { Bounds, OnGone } from '#db/fair-queue.ts';
import { beginAnswer } from '#server/answers.ts';
import type { Handler, InPieces, Service } from '#server/service.ts';
import { TAIL, writeHead, writePiece } from '#wire/pieces.ts';

/** Answers under way; one institution may have half of those that wait. */
export const BIG_ANSWERS: Bounds = { atOnce: 8, waiting: 16, waitingEach: 8 };

/**
 * Sends the answer, or throws what the call refuses. What goes wrong once the answer has begun is thrown too: all that can be
 * done then is to cut it off, so that nobody takes a part for the whole. Null in the end: nothing is left to be answered.
 */
export async function answerInPieces(
  service: Service,
  handler: Handler,
  owner: string,
  run: (db: Db) => Promise<unknown>,
  response: ServerResponse,
): Promise<null> {
  const { timeouts } = service.config;
  const closed = new AbortController();
  const { signal } = closed;
  const onGone = onGoneOf(response);
  onGone(() => closed.abort());
  // Nothing moves on the connection while the database looks for the rows.
  const cutOff = () => response.destroy();
  response.setTimeout(timeouts.bigCall * 2, cutOff);

  const canRepeat = () => !response.headersSent && !signal.aborted;
  let end = (_isWhole: boolean) => {};
  const read = async (db: Db): Promise<Writable> => {
    const found = (await run(db)) as InPieces<Record<string, unknown>, string>;
    const texts = textsOf(handler, found);
    const sent = new SentRows();
    end = (isWhole) => {
      end = () => {};
      found.onEnd?.(isWhole, sent.count);
    };
    // As long as nothing was sent, what goes wrong can still be answered.
    const first = await texts.next();
    response.setTimeout(timeouts.call, cutOff);
    response.once('finish', () => end(true));
    const { out, bytes } = beginAnswer(response);
    sent.bytes = bytes;
    const write = ({ text, rows }: Piece) => {
      sent.add(rows);
      return out.write(text);
    };
    write(first.value);
    for await (const piece of texts) if (!write(piece)) await once(out, 'drain', { signal });
    return out;
  };
  const answer = async () => {
    const out = await runBigRead(service.db, owner, read, { signal, isAdmitted: true, canRepeat });
    out.end();
    await once(response, 'finish', { signal });
  };
  try {
    signal.throwIfAborted();
    await service.bigAnswers.run(owner, answer, { onGone });
  } catch (error) {
    // Whatever happened to the answer of somebody who has gone is no fault of anybody's.
    if (!signal.aborted) throw error;
  } finally {
    end(false);
  }
  return null;
}

interface Piece {
  text: string;
  rows: number;
}

/** How many rows have left the service, to the piece: whatever of a piece has left counts as all of it. */
class SentRows {
  bytes = { made: 0, left: 0 };
  readonly #pieces: { from: number; rows: number }[] = [];

  add(rows: number): void {
    this.#pieces.push({ from: this.bytes.made, rows });
  }

  get count(): number {
    return this.#pieces.reduce((sum, { from, rows }) => (from < this.bytes.left ? sum + rows : sum), 0);
  }
}

export const onGoneOf =
  (response: ServerResponse): OnGone =>
  (leave) => {
    // It may have gone while it was found out who is asking.
    if (response.destroyed) leave();
    else response.once('close', leave);
    return () => response.off('close', leave);
  };

async function* textsOf(
  { call, list = '' }: Handler,
  { reply, pieces }: InPieces<Record<string, unknown>, string>,
): AsyncGenerator<Piece> {
  let begun = writeHead(call, list, reply);
  let isFirst = true;
  for await (const rows of pieces) {
    const piece = writePiece(call, list, rows, isFirst);
    if (piece === '') continue;
    yield { text: begun + piece, rows: (rows as unknown[]).length };
    begun = '';
    isFirst = false;
  }
  yield { text: begun + TAIL, rows: 0 };
}

/** Otherwise it rests for as long as the piece took. */
const LONGEST_REST_MS = 250;
/** Of all rests together: others may make it later, not too late. */
const MOST_REST_MS = 60_000;

/**
 * Each piece while the one before is being used (prefetch) as long as nobody else is there, one after the other and with a rest after each while
 * others have calls in work (back-off), so that theirs do not stand behind it. Nothing is read of an empty list, and never more than one ahead.
 */
export async function* readAhead<Key, Row>(
  others: { readonly entered: number },
  keys: readonly Key[],
  size: number,
  read: (some: readonly Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let checkedCourse = others.entered;
  let restLeft = MOST_REST_MS;
  const begin = (from: number) => {
    if (from >= keys.length) return null;
    checkedCourse = others.entered;
    const reading = read(keys.slice(from, from + size));
    // Reported when its turn comes.
    reading.catch(() => {});
    return reading;
  };
  let next = begin(0);
  try {
    for (let from = size; next !== null; from += size) {
      const began = performance.now();
      const rows = await next;
      const isAlone = others.entered === checkedCourse;
      next = isAlone ? begin(from) : null;
      yield rows;
      if (!isAlone && from < keys.length) {
        const ms = Math.min(performance.now() - began, LONGEST_REST_MS, restLeft);
        restLeft -= ms;
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
        next = begin(from);
      }
    }
  } finally {
    // The connection is free again when whoever leaves early has left.
    await next?.catch(() => {});
  }
}
