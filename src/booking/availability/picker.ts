// The days and slots of a month that have room for a reservation as it was booked, its own places counted as free.
import { jsonRows, type SlotData, slotsColumn } from '#booking/policy/course-data.ts';
import { type OccupiedPlace, PLACES_COLUMN } from '#booking/policy/original-reservation.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Need } from '#domain/offer/places.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { notFound } from '#wire/failure.ts';
import { findAvailability, listDays, readMonth } from './availability.ts';

const MOVED = ['number', 'status', 'visitDate', 'slotCode', 'isAnonymous'] as const;

interface MovableReservation extends ReservationRow<typeof MOVED> {
  needs: Need[];
  slots: SlotData[];
  places: OccupiedPlace[];
}

/** Its parts as booked: a place under the whole day is of a frame that was managed by day. */
const readReservation = query<MovableReservation>(`
  select ${selectReservation(MOVED)},
         ${jsonRows(`
           select p.frame_code as "frameCode", p.quantity, 'persons' as "countedAs",
                  case p.slot_code when '${WHOLE_DAY}' then 'day' else 'time' end as "managedBy"
             from reservation_places p where ${ofReservation('p')} and p.origin = 'own'`)} as needs,
         ${slotsColumn('r.institution_code')}, ${PLACES_COLUMN}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2`);

export async function readMovable(db: Db, institutionCode: string, number: number): Promise<MovableReservation> {
  const [found] = await readReservation(db, institutionCode, number);
  if (!found) throw notFound();
  return found;
}

const EVER = '9999-12-31';

/** From today on, whatever a person may book; of today also what has begun. */
export async function findMoves(
  db: Db,
  institutionCode: string,
  movable: MovableReservation,
  month: Month,
  today: PlainDate,
) {
  const layout = layOutMonth(month);
  const question = {
    institutionCode,
    layout,
    phases: [{ from: layout.first, needs: movable.needs }],
    desired: false,
    window: { from: today, to: EVER },
    today,
    minute: -1,
    slots: movable.slots,
    version: null,
    own: movable,
    ownPlaces: movable.places,
  };
  const found = await findAvailability(db, question, readMonth);
  return { layout, ...listDays(layout, found?.days ?? []) };
}
