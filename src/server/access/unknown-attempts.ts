// Counts tries that the access log has no entry of: with ids that nobody has, and those that were refused unseen. The service's log
// gets a line a minute at the most, however many there are.

const EVERY_MS = 60_000;
/** Different ones are counted so far. */
const MOST_ADDRESSES = 1000;

export interface SilentCounts {
  /** Nobody has this id, or the hour's entries of the institution are used up. */
  unknown: number;
  /** The id, or the network address, has had too many. */
  refused: number;
  addresses: number;
}

export class UnknownAttempts {
  onMinute: (counts: SilentCounts) => void = () => {};
  #counts = { unknown: 0, refused: 0 };
  readonly #addresses = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  count(kind: 'unknown' | 'refused', address: string): void {
    this.#counts[kind]++;
    if (this.#addresses.size < MOST_ADDRESSES) this.#addresses.add(address);
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS).unref();
  }

  /** The last thing that a server does with it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = { ...this.#counts, addresses: this.#addresses.size };
    this.#counts = { unknown: 0, refused: 0 };
    this.#addresses.clear();
    if (counts.addresses > 0) this.onMinute(counts);
  }
}
