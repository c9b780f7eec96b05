// Numbers of reservations and examinees, taken from the database many at a time: a booking knows its number before it is
// written, and so do its mails and the password that follows from it. Numbers that are not used are lost, never given
// twice.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';

const AT_ONCE = 64;

interface Stock {
  numbers: number[];
  coming: Promise<void> | null;
}

function numbersOf(sequence: string) {
  const take = query<{ number: number }>(`select nextval('${sequence}') as number from generate_series(1, ${AT_ONCE})`);
  const stocks = new WeakMap<Db, Stock>();
  return async (home: Db): Promise<number> => {
    const stock = stocks.get(home) ?? { numbers: [], coming: null };
    stocks.set(home, stock);
    for (;;) {
      const number = stock.numbers.shift();
      if (number !== undefined) return number;
      stock.coming ??= take(home)
        .then((rows) => {
          stock.numbers.push(...rows.map((row) => row.number));
        })
        .finally(() => {
          stock.coming = null;
        });
      await stock.coming;
    }
  };
}

export const nextReservationNumber = numbersOf('reservation_numbers');
export const nextExamineeId = numbersOf('examinees_examinee_id_seq');
