// Which connections are still good: when one finds that the schema has changed under its prepared statements, so have all
// that were opened before, and each is replaced before it is used again.

export class Generation {
  #current = 0;

  get current(): number {
    return this.#current;
  }

  /** Those of this generation are out of date; to be told so again by others of them changes nothing more. */
  retire(generation: number): void {
    if (generation === this.#current) this.#current++;
  }
}
