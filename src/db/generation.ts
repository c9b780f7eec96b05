// Which connections are still good: when one finds that the schema has changed under its prepared statements, or that it leads to
// a database that takes no writes, so have all that were opened before, and each is replaced before it is used again.
import { ConnectionLost, DiskFull, isStalePlan, TakesNoWrites } from './errors.ts';

/** While no database takes writes, new connections lead to the same: they are not opened again for every write. */
const PAUSE_MS = 1_000;

export class Generation {
  /** Called when the database has refused a write since it takes none, or has no room for it. */
  onNoWrites: (error: TakesNoWrites | DiskFull) => void = () => {};
  #current = 0;
  #pausedUntil = 0;

  get current(): number {
    return this.#current;
  }

  /** Those of this generation are out of date; hearing so from others of them changes nothing more. */
  retire(generation: number): void {
    if (generation === this.#current) this.#current++;
  }

  /** From an error on one of them: those that were opened with one that broke have most likely gone with it. */
  learn(generation: number, error: unknown): void {
    if (error instanceof TakesNoWrites) this.#retireReadOnly(generation, error);
    else if (error instanceof DiskFull) this.onNoWrites(error);
    else if (error instanceof ConnectionLost || isStalePlan(error)) this.retire(generation);
  }

  /** A new connection may lead elsewhere: to the standby that has taken over. */
  #retireReadOnly(generation: number, error: TakesNoWrites): void {
    this.onNoWrites(error);
    const now = performance.now();
    if (now < this.#pausedUntil) return;
    this.#pausedUntil = now + PAUSE_MS;
    this.retire(generation);
  }
}
