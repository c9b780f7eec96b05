// Confirms reservations of a list, each in a transaction of its own that takes its entries of the history and the log along.
import { confirmMany } from '#booking/write/edit-many.ts';
import { type Handler, handle } from '#server/service.ts';
import { confirmReservations } from './contract.ts';

export const bulkConfirmHandlers: Handler[] = [
  handle(confirmReservations, async (db, who, { seen, sendMail }) => ({
    results: await confirmMany(db, who, seen, sendMail),
  })),
];
