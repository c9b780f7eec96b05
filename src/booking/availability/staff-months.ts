// The days of a month as staff see them: for whoever books by telephone, the examinees' month with what is left of each time, and what the full
// ones need and have; and those that have room for a reservation as it was booked, which is moved.

import { jsonRows, type SlotData, slotsColumn } from '#booking/policy/course-data.ts';
import { type OccupiedPlace, PLACES_COLUMN } from '#booking/policy/original-reservation.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { pickDays } from '#domain/calendar/calendar-range.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type Need, needsTime, slotOf } from '#domain/offer/places.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { notFound } from '#wire/failure.ts';
import {
  type AvailabilityQuery,
  findAvailability,
  listDays,
  type MonthRow,
  parseMonth,
  readMonth,
  remainingPlaces,
} from './availability.ts';
import type { Day, DayState, MonthQuery, RemainingPlaces } from './month-days.ts';

/** A needed frame, as it stands in the slot under which it is counted. */
interface FrameInSlot {
  frameCode: string;
  slotCode: string;
  quantity: number;
  capacity: number;
  taken: number;
}

interface PhoneBookingSlot {
  slotCode: string;
  startMinute: number | null;
  state: 'open' | 'full' | 'none';
  left: number;
  frames: FrameInSlot[];
}

export interface PhoneBookingDay {
  date: PlainDate;
  state: DayState | 'past';
  left: number;
  slots: PhoneBookingSlot[];
}

/** With the capacity of each place, and the names of the frames. */
const select = query<MonthRow & { names: Record<string, string> | null }>(`
  ${remainingPlaces(`(c.capacity - c.used) || ' ' || c.capacity`)},
         (select json_object_agg(f.frame_code, f.name) from frames f
           where f.institution_code = $1 and f.frame_code = any($4::text[])) as names`);
const CAPACITY = 4;

export interface PhoneBookingMonth {
  days: PhoneBookingDay[];
  names: Readonly<Record<string, string>>;
}

type Question = Omit<AvailabilityQuery, 'layout' | 'desired' | 'minute' | 'own'> & {
  first: PlainDate;
  last: PlainDate;
};

/** One statement, however many days; null where the masters have changed since the question was put together. */
export async function readPhoneBookingMonth(db: Db, asked: Question): Promise<PhoneBookingMonth | null> {
  const { first, last } = asked;
  const layout = { first, last, days: pickDays(first, last, () => true) };
  // Staff are shown what is full, not which options could be taken off.
  const phases = asked.phases.map(({ from, needs }) => ({ from, needs }));
  // What is kept is booked again like everything else, and full times are shown even where they have begun.
  const question = { ...asked, layout, phases, desired: false, minute: -1, own: null };
  const found = await findAvailability(db, question, select);
  if (!found) return null;
  const capacities = parseMonth(found.row, question, CAPACITY).left;
  const days = found.days.map((day, at) => dayOf(question, day, at, found.left, capacities));
  return { days, names: found.row.names ?? {} };
}

function dayOf(
  { phases, today, slots }: MonthQuery,
  day: Day,
  at: number,
  left: RemainingPlaces,
  capacities: RemainingPlaces,
): PhoneBookingDay {
  const { date, isClosed, room } = day;
  if (date < today) return { date, state: 'past', left: 0, slots: [] };
  const needs = phases.findLast(({ from }) => from <= date)?.needs;
  if (!needs || isClosed || day.state === 'outside') return { date, state: day.state, left: 0, slots: [] };

  /** How often the booking fits: the smallest over the frames that it needs. */
  function slotOn({ slotCode, startMinute }: { slotCode: string; startMinute: number | null }): PhoneBookingSlot {
    const frames = (needs ?? []).flatMap((need): FrameInSlot[] => {
      const { frameCode, quantity } = need;
      const own = slotOf(need, slotCode);
      const capacity = capacities.get(frameCode)?.[at]?.get(own);
      if (capacity === undefined) return [];
      return [
        { frameCode, slotCode: own, quantity, capacity, taken: capacity - (left.get(frameCode)?.[at]?.get(own) ?? 0) },
      ];
    });
    if (frames.length < (needs ?? []).length) return { slotCode, startMinute, state: 'none', left: 0, frames: [] };
    const count = Math.min(...frames.map(({ capacity, taken, quantity }) => Math.floor((capacity - taken) / quantity)));
    return count > 0
      ? { slotCode, startMinute, state: 'open', left: count, frames: [] }
      : { slotCode, startMinute, state: 'full', left: 0, frames };
  }

  const offered = (needsTime(needs) ? slots : [{ slotCode: WHOLE_DAY, startMinute: null }]).map(slotOn);
  const state = (['open', 'full'] as const).find((one) => offered.some((slot) => slot.state === one)) ?? 'none';
  return { date, state, left: room, slots: offered };
}

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

/** From today on, whatever a person may book, its own places counted as free; of today also what has begun. */
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
