// What the engine keeps in a server's memory from one call to the next, as fields of its service.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { MonthCache } from './availability/month-cache.ts';
import { OpeningsCache } from './availability/openings.ts';
import { CourseCache } from './policy/course-data.ts';
import { type BookingWriter, openBookingWriter } from './write/write-booking.ts';

const AT_ONCE = 64;
const take = query<{ number: number }>('select nextval($1::regclass) as number from generate_series(1, $2::integer)');

class NumberRange {
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

interface BookingCaches {
  courses: CourseCache;
  months: MonthCache;
  openings: OpeningsCache;
  bookings: BookingWriter;
  reservationNumbers: NumberRange;
  examineeIds: NumberRange;
}

// The service stands below the engine, and cannot name what is above it.
declare module '#server/service.ts' {
  interface Service extends BookingCaches {}
}

export const makeBookingCaches = (db: Db): BookingCaches => ({
  courses: new CourseCache(),
  months: new MonthCache(),
  openings: new OpeningsCache(),
  bookings: openBookingWriter(db),
  reservationNumbers: new NumberRange(db, 'reservation_numbers'),
  examineeIds: new NumberRange(db, 'examinees_examinee_id_seq'),
});
