// Entries about what was read: written together behind the answers, so that no read waits for its own. Bounded, and nothing is
// read for which there would be no place.
import type { Db } from '#db/database.ts';
import { Overloaded } from '#db/errors.ts';
import { type LogEntry, type LogRow, rowOf, writeRows } from './write-log.ts';

/** Those included that belong to reads under way, and those that are being written. */
export const MOST_ENTRIES = 10_000;
const EVERY_MS = 1_000;
/** So many are not kept waiting for the second to be over. */
const ENOUGH = 200;
const AT_A_TIME = 1_000;

export class LogQueue {
  /** Called with what keeps the entries from being written; they are tried again. */
  onFault: (error: unknown) => void = () => {};
  readonly #db: Db;
  /** Places of reads that are under way. */
  #held = 0;
  readonly #rows: LogRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  get length(): number {
    return this.#rows.length;
  }

  get isFull(): boolean {
    return this.#held + this.#rows.length >= MOST_ENTRIES;
  }

  /** A place for the entry of what is about to be read; to be filled by `put`, or given back by `free`. */
  hold(): void {
    if (this.isFull) throw new Overloaded('entries of the access log');
    this.#held++;
  }

  /** Of what needs no place beforehand: it is refused where there is none. */
  add(entry: LogEntry): void {
    this.hold();
    this.put(entry);
  }

  free(): void {
    this.#held--;
  }

  put(entry: LogEntry): void {
    this.#held--;
    this.#rows.push(rowOf(entry));
    if (this.#writing) return;
    if (this.#rows.length >= ENOUGH) this.#writeNow();
    else this.#writeSoon();
  }

  /** Writes what waits, and throws where that fails. The last thing that a server does with it. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#write(1);
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.#writeNow(), EVERY_MS).unref();
  }

  /** What fails is tried again with the next second's. */
  #writeNow(): void {
    this.#write(ENOUGH).catch((error) => this.onFault(error));
  }

  /** One statement at a time, while so many are there: what comes meanwhile gathers for the next. */
  #write(least: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const written = this.#writeWhile(least).finally(() => {
      this.#writing = undefined;
      if (this.#rows.length > 0) this.#writeSoon();
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  async #writeWhile(least: number): Promise<void> {
    do {
      const some = this.#rows.slice(0, AT_A_TIME);
      if (some.length > 0) await writeRows(this.#db, some);
      this.#rows.splice(0, some.length);
    } while (this.#rows.length >= least);
  }
}
