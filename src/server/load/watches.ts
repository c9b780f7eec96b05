// Calls that wait until something moves (long polling): looked at once a second for all who wait for the same, however many they
// are. A call that finds no place is answered at once, by a look that it shares with others.
import type { OnGone } from '#db/fair-queue.ts';

const BOUNDS = {
  /** From the end of a look to the next. */
  everyMs: 1_000,
  /** Short of what front servers and the door grant a call. */
  holdMs: 25_000,
  /** Of all, of one party (an institution), and for one thing of it. */
  atOnce: 2_000,
  atOnceOf: 500,
  atOnceEach: 200,
  /** So many things one party watches. */
  thingsOf: 20,
};

type Look = () => Promise<string>;

/** What is waited for, and whose it is. */
interface Thing {
  of: string;
  name: string;
}

interface One {
  known: string;
  until: number;
  answer(version: string): void;
  fail(error: unknown): void;
}

interface Watched {
  waiting: Set<One>;
  /** The look that is under way, or else the last one. */
  seen: Promise<string>;
  timer?: NodeJS.Timeout;
}

type Party = Map<string, Watched>;

const heldOf = (party: Party) => [...party.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);

export class Watches {
  readonly #bounds: typeof BOUNDS;
  readonly #parties = new Map<string, Party>();
  /** Looks under way for those who found no place, of what nobody waits for. */
  readonly #spare = new Map<string, Promise<string>>();
  #held = 0;
  #isClosed = false;

  constructor(bounds: Partial<typeof BOUNDS> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  get held(): number {
    return this.#held;
  }

  /** The version as soon as it is not the known one; that one where nothing has moved for as long as a call is held. */
  wait(thing: Thing, known: string, look: Look, onGone?: OnGone): Promise<string> {
    const watched = this.#parties.get(thing.of)?.get(thing.name);
    if (!this.#hasPlace(thing, watched)) return watched?.seen ?? this.#share(thing, look);
    const { waiting } = watched ?? this.#start(thing, look);
    return new Promise((resolve, reject) => {
      let unwatch = () => {};
      const leave = () => {
        if (waiting.delete(one)) this.#held--;
        unwatch();
      };
      const one: One = {
        known,
        until: performance.now() + this.#bounds.holdMs,
        answer(version) {
          leave();
          resolve(version);
        },
        fail(error) {
          leave();
          reject(error);
        },
      };
      waiting.add(one);
      this.#held++;
      // Nobody is there to be told.
      unwatch = onGone?.(() => one.answer(known)) ?? unwatch;
    });
  }

  /** Lets everybody go. */
  close(): void {
    this.#isClosed = true;
    for (const party of this.#parties.values()) {
      for (const { waiting, timer } of party.values()) {
        clearTimeout(timer);
        for (const one of waiting) one.answer(one.known);
      }
    }
    this.#parties.clear();
  }

  #hasPlace({ of }: Thing, watched: Watched | undefined): boolean {
    const { atOnce, atOnceOf, atOnceEach, thingsOf } = this.#bounds;
    if (this.#isClosed || this.#held >= atOnce) return false;
    const party = this.#parties.get(of);
    if (!party) return true;
    if (watched ? watched.waiting.size >= atOnceEach : party.size >= thingsOf) return false;
    return heldOf(party) < atOnceOf;
  }

  #share({ of, name }: Thing, look: Look): Promise<string> {
    const key = `${of}/${name}`;
    const shared = this.#spare.get(key) ?? look().finally(() => this.#spare.delete(key));
    this.#spare.set(key, shared);
    return shared;
  }

  #start({ of, name }: Thing, look: Look): Watched {
    const watched: Watched = { waiting: new Set(), seen: look() };
    const party = this.#parties.get(of) ?? new Map();
    this.#parties.set(of, party.set(name, watched));
    void this.#goOn(watched, look, () => {
      party.delete(name);
      if (party.size === 0) this.#parties.delete(of);
    });
    return watched;
  }

  async #goOn(watched: Watched, look: Look, end: () => void): Promise<void> {
    const { waiting } = watched;
    try {
      const version = await watched.seen;
      for (const one of waiting) {
        if (version !== one.known) one.answer(version);
        else if (performance.now() >= one.until) one.answer(version);
      }
    } catch (error) {
      for (const one of waiting) one.fail(error);
    }
    if (this.#isClosed) return;
    if (waiting.size === 0) return end();
    watched.timer = setTimeout(() => {
      watched.seen = look();
      void this.#goOn(watched, look, end);
    }, this.#bounds.everyMs);
  }
}
