// Confirms, moves and cancels reservations of a list, each in a transaction of its own that takes its entries of the history and the log along.
import { confirmMany, editMany } from '#booking/write/edit-many.ts';
import { tryMany } from '#booking/write/try-moves.ts';
import { formatTime } from '#domain/calendar/clock.ts';
import { type Handler, handle } from '#server/service.ts';
import { confirmReservations, editReservations, tryMoves } from './contract.ts';

export const manyHandlers: Handler[] = [
  handle(confirmReservations, async (db, who, { seen, sendMail }) => ({
    results: await confirmMany(db, who, seen, sendMail),
  })),

  handle(tryMoves, async (db, who, { seen, visitDate, rule }) => {
    who.trace.details = { count: seen.length };
    const results = await tryMany(db, who, seen, visitDate, rule);
    return { results: results.map(({ startMinute, ...one }) => ({ ...one, startTime: formatTime(startMinute) })) };
  }),

  handle(editReservations, async (db, who, { seen, cancelReason, sendMail, notice }) => ({
    results: await editMany(db, who, seen, { cancelReason, notice: sendMail ? notice : null }),
  })),
];
