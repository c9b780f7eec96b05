// Writes the keys of rows in the order in which jsonb keeps them, shortest first: what comes in another one the database sorts, which for the
// sixty columns of a reservation takes a twentieth of all that a booking costs it.

const byJsonb = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

/** For rows of one kind, in the database's words: those before say which keys there may be. */
export class JsonbOrder {
  #empty: Record<string, undefined> = {};
  #size = 0;

  sort<T extends object>(row: T): T {
    const sorted = { ...this.#empty, ...row };
    const keys = Object.keys(sorted);
    if (keys.length === this.#size) return sorted;
    this.#empty = Object.fromEntries(keys.sort(byJsonb).map((key) => [key, undefined]));
    this.#size = keys.length;
    return { ...this.#empty, ...row };
  }
}
