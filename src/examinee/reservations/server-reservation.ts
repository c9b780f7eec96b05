// Answers the detail of a reservation and the screens that cancel it, for its owner: what holds is what was true at the booking. The act
// itself is the engine's.

import { refuse } from '#booking/policy/refusals.ts';
import { namesIn, type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import {
  COURSE_VIEW_COLUMNS,
  RESERVATION_VIEW_COLUMNS,
  toCourseView,
  toReservationView,
} from '#booking/records/reservation-view.ts';
import { cancel } from '#booking/write/cancel.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type AgeBasis, ageDay } from '#domain/offer/age.ts';
import { isChangeable, isLive } from '#domain/reservation/reservation-status.ts';
import { hyphenate } from '#domain/text/address.ts';
import { linesOf } from '#domain/text/characters.ts';
import { type Examinee, type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import {
  cancelReservation,
  openCancel,
  openCancelled,
  openDetail,
  reservationHead,
  reservationPerson,
} from './contract-reservation.ts';

const OWN = [
  ...namesIn({ ...reservationHead, ...reservationPerson }),
  ...RESERVATION_VIEW_COLUMNS,
  ...COURSE_VIEW_COLUMNS,
  'fiscalYear',
  // Of the calendar file.
  'firstNumber',
  'sequence',
  // Shown to nobody here: whoever has come can't cancel.
  'reception',
] as const;

interface OwnRow extends ReservationRow<typeof OWN> {
  deadlineDays: number;
  ageBasis: AgeBasis | null;
  ageMonth: number | null;
  ageDay: number | null;
}

export const RESERVATION = `
  select ${selectReservation(OWN)}, i.change_deadline_days as "deadlineDays",
         c.age_basis as "ageBasis", c.age_month as "ageMonth", c.age_day as "ageDay"
    from reservations r
    join institutions i using (institution_code)
    left join clients c using (institution_code, client_code)
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`;
const readReservation = query<OwnRow>(RESERVATION);

/** Whether it is not there or somebody else's is reported alike. */
async function readOwnReservation(db: Db, who: Examinee, number: number) {
  const [row] = await readReservation(db, who.institutionCode, number, who.examineeId);
  if (!row) throw notFound();
  return {
    ...toReservationView(row),
    dispatch: dispatchOf(row, today(who.now)),
    ageDate: ageDateOf(row),
    postalCode: hyphenate(row.postalCode),
  };
}

/** Only whoever is still awaited is told. */
export const dispatchOf = (
  { status, visitDate, dispatch }: ReservationRow<readonly ['status', 'visitDate', 'dispatch']>,
  day: PlainDate,
) => (isLive(status) && visitDate >= day ? dispatch : null);

/** The day at which the age was counted; reservations of before its time have what their client says now. */
function ageDateOf({ ageDate, ageBasis, ageMonth, ageDay: day, fiscalYear, visitDate }: OwnRow): PlainDate | null {
  const basis = { basis: ageBasis ?? 'visit_day', month: ageMonth ?? 0, day: day ?? 0 };
  const counted = ageDate ?? ageDay(basis, fiscalYear, visitDate);
  return counted === visitDate ? null : counted;
}

const readNotes = query<{ notes: string }>(`
  select coalesce(c.cancel_notes, '') as notes
    from reservations r
    left join courses c using (institution_code, client_code, fiscal_year, course_code)
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`);

export const reservationHandlers: Handler[] = [
  /** Whatever has become of it. */
  handle(openDetail, async (db, who, { number }) => {
    const own = await readOwnReservation(db, who, number);
    return { ...own, course: toCourseView(own), sum: own.total, sumWithTax: own.totalWithTax };
  }),

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
