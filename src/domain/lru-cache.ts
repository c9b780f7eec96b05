// A bounded cache: what has not been used for the longest goes first.
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  /** As many as `max`, or as much where `sizeOf` says how much each is. */
  constructor(max: number, sizeOf: (value: V) => number = () => 1) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    // While half of it is empty, nothing is about to go: then what was used when does not matter.
    if (value === undefined || 2 * this.#size <= this.#max) return value;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#remove(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#max) return;
      this.#remove(oldest);
    }
  }

  getOrMake(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  #remove(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
