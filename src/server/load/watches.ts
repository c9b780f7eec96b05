// Calls that wait until something moves (long polling): looked at once a second for all who wait for the same, however many they
// are. A call that finds no place is answered by one look, at once.
import type { OnGone } from '#db/fair-queue.ts';

const BOUNDS = {
  /** From the end of a look to the next. */
  everyMs: 1_000,
  /** Short of what front servers and the door grant a call. */
  holdMs: 25_000,
  atOnce: 2_000,
  atOnceEach: 200,
};

interface One {
  known: string;
  until: number;
  answer(version: string): void;
  fail(error: unknown): void;
}

interface Watched {
  waiting: Set<One>;
  timer?: NodeJS.Timeout;
}

export class Watches {
  readonly #bounds: typeof BOUNDS;
  readonly #watched = new Map<string, Watched>();
  #held = 0;
  #isClosed = false;

  constructor(bounds: Partial<typeof BOUNDS> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  get held(): number {
    return this.#held;
  }

  /** The version as soon as it is not the known one; that one where nothing has moved for as long as a call is held. */
  wait(key: string, known: string, look: () => Promise<string>, onGone?: OnGone): Promise<string> {
    const { atOnce, atOnceEach, holdMs } = this.#bounds;
    const watched = this.#watched.get(key) ?? { waiting: new Set() };
    if (this.#isClosed || this.#held >= atOnce || watched.waiting.size >= atOnceEach) return look();
    return new Promise((resolve, reject) => {
      let unwatch = () => {};
      const leave = () => {
        if (watched.waiting.delete(one)) this.#held--;
        unwatch();
      };
      const one: One = {
        known,
        until: performance.now() + holdMs,
        answer(version) {
          leave();
          resolve(version);
        },
        fail(error) {
          leave();
          reject(error);
        },
      };
      watched.waiting.add(one);
      this.#held++;
      // Nobody is there to be told.
      unwatch = onGone?.(() => one.answer(known)) ?? unwatch;
      if (this.#watched.has(key)) return;
      this.#watched.set(key, watched);
      void this.#look(key, watched, look);
    });
  }

  /** Lets everybody go. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting, timer } of this.#watched.values()) {
      clearTimeout(timer);
      for (const one of waiting) one.answer(one.known);
    }
    this.#watched.clear();
  }

  async #look(key: string, watched: Watched, look: () => Promise<string>): Promise<void> {
    const { waiting } = watched;
    try {
      const version = await look();
      for (const one of waiting) {
        if (version !== one.known) one.answer(version);
        else if (performance.now() >= one.until) one.answer(version);
      }
    } catch (error) {
      for (const one of waiting) one.fail(error);
    }
    if (this.#isClosed) return;
    if (waiting.size === 0) this.#watched.delete(key);
    else watched.timer = setTimeout(() => void this.#look(key, watched, look), this.#bounds.everyMs);
  }
}
