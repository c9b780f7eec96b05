// Answers the screens that cancel a reservation; the act itself is the engine's.
import { refuse } from '#booking/policy/refusals.ts';
import { cancel } from '#booking/write/cancel.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { isChangeable } from '#domain/reservation/change-window.ts';
import { linesOf } from '#domain/text/characters.ts';
import { type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { readOwnReservation } from '../server-reservation.ts';
import { cancelReservation, openCancel, openCancelled } from './contract.ts';

const readNotes = query<{ notes: string }>(`
  select coalesce(c.cancel_notes, '') as notes
    from reservations r
    left join courses c using (institution_code, client_code, fiscal_year, course_code)
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`);

export const cancelHandlers: Handler[] = [
  handle(openCancel, async (db, who, { number }) => {
    const own = await readOwnReservation(db, who, number);
    // The act looks again.
    if (!isChangeable(own, own.deadlineDays, today(who.now))) throw refuse('NoLongerChangeable');
    return own;
  }),

  handle(cancelReservation, async (db, who, { number, requestId }) => {
    await cancel(db, who, number, requestId);
    return {};
  }),

  handle(openCancelled, async (db, who, { number }) => {
    const [found] = await readNotes(db, who.institutionCode, number, who.examineeId);
    if (!found) throw notFound();
    return { notes: linesOf(found.notes) };
  }),
];
