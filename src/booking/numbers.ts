// Reservation numbers, taken from the database by the dozen: a booking knows its number before it is written, and so do
// its mails and the password that follows from it. Numbers that are not used are lost, never given twice.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';

const AT_ONCE = 24;
const takeNumbers = query<{ number: number }>(`
  select nextval('reservation_numbers') as number from generate_series(1, ${AT_ONCE})`);

interface Stock {
  numbers: number[];
  coming: Promise<void> | null;
}

const stocks = new WeakMap<object, Stock>();

export async function nextReservationNumber(home: Db): Promise<number> {
  const stock = stocks.get(home) ?? { numbers: [], coming: null };
  stocks.set(home, stock);
  for (;;) {
    const number = stock.numbers.shift();
    if (number !== undefined) return number;
    stock.coming ??= takeNumbers(home)
      .then((rows) => {
        stock.numbers.push(...rows.map((row) => row.number));
      })
      .finally(() => {
        stock.coming = null;
      });
    await stock.coming;
  }
}
