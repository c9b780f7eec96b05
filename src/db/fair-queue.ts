// A queue before something of which there is not enough for all (a keyed fair queue): every key, such as an institution or a
// network address, has a line of its own, and the lines take turns. What is beyond the bounds is refused at once, and nothing is
// done for it.
import { Overloaded } from './errors.ts';

/** What is not named has no bound. */
export interface Bounds {
  /** In work at a time, of all keys and of each. */
  atOnce?: number;
  atOnceEach?: number;
  /** How many wait for that, of all keys and of each. */
  waiting?: number;
  waitingEach?: number;
  /** Whoever has waited for longer is refused: better nothing is done than something that nobody hears of. */
  waitMs?: number;
}

/** Calls back once when nobody waits for the answer any more, at once if so already; gives what ends the watch. */
export type OnGone = (leave: () => void) => () => void;

export interface Waiting {
  /** Takes it out of its line; only asked if it has to wait. */
  onGone?: OnGone;
  /** Somebody who holds a place already for which others were refused: waits in turn, and is never sent away. */
  isAdmitted?: boolean;
}

/** Without the place while it waits; with it again when it ends. */
export type TakeBreak = (wait: () => Promise<void>) => Promise<void>;

interface InLine {
  until: number;
  go(): void;
  refuse(): void;
  unwatch?: () => void;
}

export class FairQueue {
  readonly #what: string;
  readonly #bounds: Required<Bounds>;
  readonly #inWork = new Map<string, number>();
  /** In the order in which their turns come. */
  readonly #lines = new Map<string, InLine[]>();
  #running = 0;
  #waiting = 0;

  /** `what` is waited for. */
  constructor(what: string, bounds: Bounds) {
    this.#what = what;
    const none = Number.POSITIVE_INFINITY;
    this.#bounds = { atOnce: none, atOnceEach: none, waiting: none, waitingEach: none, waitMs: none, ...bounds };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs it when it is its key's turn. */
  async run<T>(key: string, work: () => Promise<T>, waiting: Waiting = {}): Promise<T> {
    // Where there is room it begins at once, and not a turn later.
    if (this.#hasRoom(key)) this.#enter(key);
    else await this.#waitInLine(key, waiting);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  /** The same where the work may have to wait for something else, and gives its place to others meanwhile. */
  async runWithBreaks<T>(key: string, work: (takeBreak: TakeBreak) => Promise<T>, waiting: Waiting = {}): Promise<T> {
    await this.#takePlace(key, waiting);
    let isIn = true;
    const takeBreak: TakeBreak = async (wait) => {
      this.#leave(key);
      isIn = false;
      await wait();
      await this.#takePlace(key, { ...waiting, isAdmitted: true });
      isIn = true;
    };
    try {
      return await work(takeBreak);
    } finally {
      if (isIn) this.#leave(key);
    }
  }

  async #takePlace(key: string, waiting: Waiting): Promise<void> {
    if (this.#hasRoom(key)) this.#enter(key);
    else await this.#waitInLine(key, waiting);
  }

  #hasRoom(key: string): boolean {
    const { atOnce, atOnceEach } = this.#bounds;
    return this.#running < atOnce && (this.#inWork.get(key) ?? 0) < atOnceEach;
  }

  #enter(key: string): void {
    this.#running++;
    this.#inWork.set(key, (this.#inWork.get(key) ?? 0) + 1);
  }

  #leave(key: string): void {
    this.#running--;
    const others = (this.#inWork.get(key) ?? 1) - 1;
    if (others > 0) this.#inWork.set(key, others);
    else this.#inWork.delete(key);
    if (this.#waiting > 0) this.#callNext();
  }

  #waitInLine(key: string, { onGone, isAdmitted = false }: Waiting): Promise<void> {
    const line = this.#lines.get(key) ?? [];
    const { waiting, waitingEach, waitMs } = this.#bounds;
    if (!isAdmitted && (this.#waiting >= waiting || line.length >= waitingEach)) throw new Overloaded(this.#what);
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Overloaded(this.#what));
      const one: InLine = { until: performance.now() + waitMs, go: resolve, refuse };
      line.push(one);
      this.#lines.set(key, line);
      this.#waiting++;
      one.unwatch = onGone?.(() => {
        this.#takeOut(key, line.indexOf(one));
        refuse();
      });
    });
  }

  #takeOut(key: string, place: number): InLine | undefined {
    const line = this.#lines.get(key) ?? [];
    const [one] = line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#waiting--;
    return one;
  }

  /** Round robin: the first of the first line that may go; that line then stands behind the others. */
  #callNext(): void {
    for (const [key, line] of this.#lines) {
      if (!this.#hasRoom(key)) continue;
      const one = this.#takeOut(key, 0);
      if (this.#lines.delete(key)) this.#lines.set(key, line);
      one?.unwatch?.();
      if (one && one.until >= performance.now()) {
        this.#enter(key);
        one.go();
        return;
      }
      one?.refuse();
    }
  }
}
