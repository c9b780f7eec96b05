// Reads reservations for their owner, in the words of the contracts: what holds is what was true at the booking.
import { namesIn, type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { COURSE_VIEW_COLUMNS, RESERVATION_VIEW_COLUMNS, toReservationView } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type AgeBasis, ageDay } from '#domain/offer/age.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { hyphenate } from '#domain/text/address.ts';
import type { Examinee } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { reservationHead, reservationPerson } from './contract-reservation.ts';

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
export async function readOwnReservation(db: Db, who: Examinee, number: number) {
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
