// Answers the detail of a reservation to its owner, whatever has become of it.
import { toCourseView } from '#booking/records/reservation-view.ts';
import { type Handler, handle } from '#server/service.ts';
import { readOwnReservation } from '../server-reservation.ts';
import { openDetail } from './contract.ts';

export const detailHandlers: Handler[] = [
  handle(openDetail, async (db, who, { number }) => {
    const own = await readOwnReservation(db, who, number);
    return { ...own, course: toCourseView(own), sum: own.total, sumWithTax: own.totalWithTax };
  }),
];
