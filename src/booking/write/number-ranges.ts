// Numbers of reservations and examinees, taken from the database many at a time: a booking knows its number before it is
// written, and so do its mails and the password that follows from it. Numbers that are not used are lost, never given
// twice.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';

const AT_ONCE = 64;
const take = query<{ number: number }>('select nextval($1::regclass) as number from generate_series(1, $2::integer)');

export class NumberRange {
  readonly #db: Db;
  readonly #sequence: string;
  readonly #stock: number[] = [];
  #coming: Promise<unknown> | null = null;

  constructor(db: Db, sequence: string) {
    this.#db = db;
    this.#sequence = sequence;
  }

  async next(): Promise<number> {
    for (;;) {
      const number = this.#stock.shift();
      if (number !== undefined) return number;
      this.#coming ??= this.#fetch().finally(() => {
        this.#coming = null;
      });
      await this.#coming;
    }
  }

  async #fetch(): Promise<void> {
    for (const { number } of await take(this.#db, this.#sequence, AT_ONCE)) this.#stock.push(number);
  }
}
