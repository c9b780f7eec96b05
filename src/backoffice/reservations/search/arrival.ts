// The rows of one answer as they come: gathered, and shown now and then.
import type { Conditions } from './contract.ts';
import type { ListRow } from './narrow.ts';

export interface Found {
  /** What they were searched by; null before the first search, when this month's visits are shown. */
  conditions: Conditions | null;
  rows: readonly ListRow[];
  /** How many there will be. */
  rowCount: number;
  isArriving: boolean;
  /** Why there are none. */
  notice: string;
}

export const emptyResult = (conditions: Conditions | null): Found => ({
  conditions,
  rows: [],
  rowCount: 0,
  isArriving: true,
  notice: '',
});

/** Often enough to see it grow, seldom enough to leave the time to whoever types meanwhile. */
const SHOW_EVERY_MS = 300;

export class Arrival {
  readonly #show: (found: Found) => void;
  #rows: ListRow[] = [];
  #found: Found;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(conditions: Conditions | null, show: (found: Found) => void) {
    this.#show = show;
    this.#found = emptyResult(conditions);
    show(this.#found);
  }

  begin(rowCount: number, notice: string): void {
    this.#found = { ...this.#found, rowCount, notice };
  }

  add(rows: readonly ListRow[]): void {
    const isFirst = this.#rows.length === 0;
    for (const row of rows) this.#rows.push(row);
    if (isFirst) this.#notify(true);
    else this.#timer ??= setTimeout(() => this.#notify(true), SHOW_EVERY_MS);
  }

  end(): readonly ListRow[] {
    this.#notify(false);
    return this.#rows;
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #notify(isArriving: boolean): void {
    this.stop();
    this.#show({ ...this.#found, rows: this.#rows.slice(), isArriving });
  }
}
