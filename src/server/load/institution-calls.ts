// The calls of institutions (bulkheads, by the pattern's name): so many of each are in work at a time, the next wait outside, and
// those of other institutions do not stand behind them.
import { FairQueue, type Waiting } from '#db/fair-queue.ts';
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
