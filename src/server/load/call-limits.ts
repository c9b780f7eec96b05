// How many calls there may be: of an institution at a time (bulkheads, by the pattern's name), so that those of others do not stand behind them,
// and of somebody within a minute.
import { FairQueue, type Waiting } from '#db/fair-queue.ts';
import { LruCache } from '#domain/lru-cache.ts';
import type { Config } from '#server/config.ts';
import type { ShortEffect } from '#wire/call.ts';

/**
 * Each kind by itself: reads need not stand behind bookings that wait for a lock. Few reads, since more would only make
 * others wait; fewer saves than there are connections for transactions, so that an institution whose saves wait for each
 * other leaves some to the rest; many bookings, since they go to the database in batches of those in work.
 */
export class InstitutionCalls {
  readonly #queues: Readonly<Record<ShortEffect, FairQueue>>;
  #entered = 0;

  constructor({ atOnce, waiting, waitMs }: Config['institutionCalls']) {
    const queue = (atOnceEach: number) => new FairQueue('calls', { atOnceEach, waitingEach: waiting, waitMs });
    this.#queues = { read: queue(atOnce.read), write: queue(atOnce.write), steps: queue(atOnce.steps) };
  }

  /** How many have come so far: who sees it grow is not alone. */
  get entered(): number {
    return this.#entered;
  }

  waitingFor(effect: ShortEffect): number {
    return this.#queues[effect].waiting;
  }

  run<T>(effect: ShortEffect, institutionCode: string, work: () => Promise<T>, waiting?: Waiting): Promise<T> {
    this.#entered++;
    return this.#queues[effect].run(institutionCode, work, waiting);
  }
}

interface Window {
  calls: number;
  began: number;
}

/** So many addresses are remembered; the one that has not been heard of for the longest goes. */
const MOST = 5_000;

type Done = (error: Error | null, result: { current: number; ttl: number }) => void;

/**
 * By a clock that only goes forward: with one that is set back by an hour, as after a machine's wrong time was mended, whoever had used up a
 * minute's calls would be refused for an hour.
 */
export class RateWindows {
  readonly #windows = new LruCache<string, Window>(MOST);

  incr(key: string, done: Done, windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const isOpen = known !== undefined && now - known.began < windowMs;
    const window = isOpen ? { calls: known.calls + 1, began: known.began } : { calls: 1, began: now };
    this.#windows.set(key, window);
    done(null, { current: window.calls, ttl: Math.ceil(window.began + windowMs - now) });
  }

  child(): RateWindows {
    return new RateWindows();
  }
}
