// Answers the detail of a reservation to its owner, whatever has become of it.
import { type Handler, handle } from '#server/service.ts';
import { headOf, personOf, readOwnReservation, totalWithTaxOf } from '../server-reservation.ts';
import { openDetail } from './contract.ts';

export const detailHandlers: Handler[] = [
  handle(openDetail, async (db, who, { number }) => {
    const row = await readOwnReservation(db, who, number);
    const { duration, description, recommendedFor, courseAmount } = row;
    return {
      ...headOf(row),
      ...personOf(row),
      course: {
        name: row.courseName,
        duration,
        description,
        recommendedFor,
        amount: courseAmount,
        items: row.items.flatMap(({ name, extent }) => (extent === 'none' ? [] : [{ name, extent }])),
      },
      options: row.options,
      sum: row.total,
      sumWithTax: totalWithTaxOf(row),
    };
  }),
];
