// Writes things that arrive together in one go. While little happens each is written at once and alone; while much does,
// those that wait for their turn go together. If the database refuses several, each is tried by itself, so that nobody
// is refused for what somebody else asked.

interface Ways<T, R> {
  /** All or nothing; one result for each. */
  write(items: readonly T[]): Promise<R[]>;
  /** Only those of one group may go together. */
  groupOf(item: T): string;
  /** Of those that share this, only one may be among them. */
  apart(item: T): string;
  /** Whether an error means that nothing was written. */
  isRefusal(error: unknown): boolean;
}

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Group<T, R> {
  waiting: Waiting<T, R>[];
  running: number;
  lastBegan: number;
  timer?: NodeJS.Timeout;
}

/** How many go together at the most. */
const TOGETHER = 16;
/** When so many wait, they are sent behind the go that is under way, so that the database need not wait for them. */
const ENOUGH = 5;
/** A go that takes longer than this is held up: then others need not wait for it, up to so many of a group. */
const PATIENCE_MS = 50;
const LANES = 8;

export class Gathering<T, R> {
  readonly #ways: Ways<T, R>;
  readonly #groups = new Map<string, Group<T, R>>();

  constructor(ways: Ways<T, R>) {
    this.#ways = ways;
  }

  add(item: T): Promise<R> {
    const name = this.#ways.groupOf(item);
    const group = this.#groups.get(name) ?? { waiting: [], running: 0, lastBegan: 0 };
    this.#groups.set(name, group);
    return new Promise((resolve, reject) => {
      group.waiting.push({ item, resolve, reject });
      this.#go(name, group);
    });
  }

  #go(name: string, group: Group<T, R>): void {
    clearTimeout(group.timer);
    if (group.waiting.length === 0) {
      if (group.running === 0) this.#groups.delete(name);
      return;
    }
    const { running, waiting, lastBegan } = group;
    const isTime = running === 0 || (running === 1 && waiting.length >= ENOUGH);
    const patience = lastBegan + PATIENCE_MS - performance.now();
    if (!isTime && (patience > 0 || running >= LANES)) {
      group.timer = setTimeout(() => this.#go(name, group), patience > 0 ? patience : PATIENCE_MS);
      return;
    }
    group.running++;
    group.lastBegan = performance.now();
    this.#write(this.#take(group)).finally(() => {
      group.running--;
      this.#go(name, group);
    });
  }

  #take(group: Group<T, R>): Waiting<T, R>[] {
    const taken = new Map<string, Waiting<T, R>>();
    const left: Waiting<T, R>[] = [];
    for (const one of group.waiting) {
      const mark = this.#ways.apart(one.item);
      if (taken.size < TOGETHER && !taken.has(mark)) taken.set(mark, one);
      else left.push(one);
    }
    group.waiting = left;
    return [...taken.values()];
  }

  async #write(several: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#ways.write(several.map(({ item }) => item));
      several.forEach(({ resolve }, index) => {
        resolve(results[index] as R);
      });
    } catch (error) {
      if (several.length > 1 && this.#ways.isRefusal(error))
        await Promise.all(several.map((one) => this.#write([one])));
      else for (const { reject } of several) reject(error);
    }
  }
}
