// A bounded queue for work that may not run too often at once, in which everybody's line moves alike.
import { tooMany } from '#wire/failure.ts';

interface Bounds {
  atOnce: number;
  /** How many may wait; one owner may fill half of it. */
  longest: number;
}

export class FairQueue {
  readonly #bounds: Bounds;
  /** In the order in which their turns come. */
  readonly #lines = new Map<string, (() => void)[]>();
  #running = 0;
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs it when it is its owner's turn; refuses at once where too much is waiting already. Whom the signal calls off
   * leaves the line.
   */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw tooMany();
    if (this.#running < this.#bounds.atOnce) this.#running++;
    else await this.#waitInLine(owner, signal);
    try {
      return await work();
    } finally {
      this.#callNext();
    }
  }

  #waitInLine(owner: string, signal?: AbortSignal): Promise<void> {
    const line = this.#lines.get(owner) ?? [];
    const { longest } = this.#bounds;
    if (this.#waiting >= longest || line.length >= longest / 2) throw tooMany();
    this.#lines.set(owner, line);
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#leaveLine(owner, go);
        reject(tooMany());
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(go);
    });
  }

  #leaveLine(owner: string, go: () => void): void {
    const line = this.#lines.get(owner) ?? [];
    line.splice(line.indexOf(go), 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#waiting--;
  }

  /** Round robin: the first of the first line, which then goes behind the others. */
  #callNext(): void {
    const [first] = this.#lines;
    if (!first) {
      this.#running--;
      return;
    }
    const [owner, line] = first;
    const go = line.shift();
    this.#lines.delete(owner);
    if (line.length > 0) this.#lines.set(owner, line);
    this.#waiting--;
    go?.();
  }
}
