// Writes things that arrive together in one batch. While little happens each is written at once and alone; while much does,
// those that wait for their turn go together. If the database refuses several, each is tried by itself, so that nobody
// is refused for what somebody else asked.
import { Overloaded } from '#db/errors.ts';

interface Steps<T, R> {
  /** All or nothing; one result for each. */
  write(batch: readonly T[]): Promise<R[]>;
  /** Only those of one group may go together. */
  groupOf(item: T): string;
  /** Of those that share this, only one may be in a batch. */
  apart(item: T): string;
  /** Whether an error means that nothing was written. */
  isRefusal(error: unknown): boolean;
}

interface Bounds {
  /** How many wait at the most; of one institution that is what the HTTP server lets in. */
  waiting: number;
  /** How long one waits at the most. */
  waitMs: number;
}

export const BOUNDS: Bounds = { waiting: 10_000, waitMs: 10_000 };

interface Waiting<T, R> {
  item: T;
  until: number;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Group<T, R> {
  queue: Waiting<T, R>[];
  running: number;
  lastBegan: number;
  timer?: NodeJS.Timeout;
}

const LARGEST_BATCH = 16;
/** When so many wait, they are sent behind the batch that is under way, so that the database need not wait for them. */
const WORTH_SENDING = 5;
/** A batch that takes longer than this is held up: then the next need not wait for it. */
const STALLED_MS = 50;
/** More would take connections from other groups when all of them are held up. */
const MOST_RUNNING = 2;

export class BatchWriter<T, R> {
  readonly #steps: Steps<T, R>;
  readonly #bounds: Bounds;
  readonly #groups = new Map<string, Group<T, R>>();
  #waiting = 0;

  constructor(steps: Steps<T, R>, bounds: Bounds = BOUNDS) {
    this.#steps = steps;
    this.#bounds = bounds;
  }

  get waiting(): number {
    return this.#waiting;
  }

  add(item: T): Promise<R> {
    const name = this.#steps.groupOf(item);
    const group = this.#groups.get(name) ?? { queue: [], running: 0, lastBegan: 0 };
    const { waiting, waitMs } = this.#bounds;
    if (this.#waiting >= waiting) return Promise.reject(new Overloaded('bookings'));
    this.#groups.set(name, group);
    return new Promise((resolve, reject) => {
      this.#waiting++;
      group.queue.push({ item, until: performance.now() + waitMs, resolve, reject });
      this.#go(name, group);
    });
  }

  #go(name: string, group: Group<T, R>): void {
    clearTimeout(group.timer);
    this.#refuseOverdue(group);
    if (group.queue.length === 0) {
      if (group.running === 0) this.#groups.delete(name);
      return;
    }
    const { running, queue, lastBegan } = group;
    const isTime = running === 0 || (running === 1 && queue.length >= WORTH_SENDING);
    const patience = lastBegan + STALLED_MS - performance.now();
    if (!isTime && (patience > 0 || running >= MOST_RUNNING)) {
      group.timer = setTimeout(() => this.#go(name, group), patience > 0 ? patience : STALLED_MS);
      return;
    }
    group.running++;
    group.lastBegan = performance.now();
    this.#write(this.#takeBatch(group)).finally(() => {
      group.running--;
      this.#go(name, group);
    });
  }

  /** The longest waiting stand first. */
  #refuseOverdue(group: Group<T, R>): void {
    const now = performance.now();
    while (group.queue[0] && group.queue[0].until < now) {
      this.#waiting--;
      group.queue.shift()?.reject(new Overloaded('bookings'));
    }
  }

  #takeBatch(group: Group<T, R>): Waiting<T, R>[] {
    const batch = new Map<string, Waiting<T, R>>();
    const left: Waiting<T, R>[] = [];
    for (const one of group.queue) {
      const mark = this.#steps.apart(one.item);
      if (batch.size < LARGEST_BATCH && !batch.has(mark)) batch.set(mark, one);
      else left.push(one);
    }
    group.queue = left;
    this.#waiting -= batch.size;
    return [...batch.values()];
  }

  async #write(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#steps.write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as R);
      });
    } catch (error) {
      if (batch.length > 1 && this.#steps.isRefusal(error)) await Promise.all(batch.map((one) => this.#write([one])));
      else for (const { reject } of batch) reject(error);
    }
  }
}
