// The days of a month as staff see them who book by telephone: the examinees' month, with what is left of each time, and what the full
// ones need and have.

import type { OccupiedPlace } from '#booking/policy/original-reservation.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { pickDays } from '#domain/calendar/calendar-range.ts';
import { daysBetween, type PlainDate } from '#domain/calendar/plain-date.ts';
import { needsTime, slotOf } from '#domain/offer/places.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { addOwnPlaces, type MonthRow, monthValues, parseMonth, remainingPlaces } from './availability.ts';
import { type Day, type DayState, layOutDays, type MonthQuery, type RemainingPlaces } from './month-days.ts';

/** A needed frame, as it stands in the slot under which it is counted. */
export interface FrameInSlot {
  frameCode: string;
  slotCode: string;
  quantity: number;
  capacity: number;
  taken: number;
}

export interface PhoneBookingSlot {
  slotCode: string;
  startMinute: number | null;
  state: 'open' | 'full' | 'none';
  left: number;
  /** Of a full one. */
  frames: FrameInSlot[];
}

export interface PhoneBookingDay {
  date: PlainDate;
  state: DayState | 'past';
  left: number;
  slots: PhoneBookingSlot[];
}

/** All that decides about the days besides what is read. */
export interface PhoneBookingMonthQuery extends Pick<MonthQuery, 'phases' | 'window' | 'today' | 'slots'> {
  institutionCode: string;
  first: PlainDate;
  last: PlainDate;
  /** What the reservation holds that is being changed: it counts as free. */
  own: readonly OccupiedPlace[];
}

const select = query<MonthRow & { names: Record<string, string> | null }>(`
  ${remainingPlaces(`(c.capacity - c.used) || ' ' || c.capacity`)},
         (select json_object_agg(f.frame_code, f.name) from frames f
           where f.institution_code = $1 and f.frame_code = any($4::text[])) as names`);
const CAPACITY = 4;

export interface PhoneBookingMonth {
  days: PhoneBookingDay[];
  /** Of the frames, by their codes. */
  names: Readonly<Record<string, string>>;
}

/** One statement, however many days; null where the masters have changed since the question was put together. */
export async function readPhoneBookingMonth(
  db: Db,
  question: PhoneBookingMonthQuery,
  version: number,
): Promise<PhoneBookingMonth | null> {
  const { institutionCode, first, last, own } = question;
  const layout = { first, last, days: pickDays(first, last, () => true) };
  // Staff are shown what is full, not which options could be taken off.
  const phases = question.phases.map(({ from, needs }) => ({ from, needs }));
  const asked = { institutionCode, layout, phases };
  const [row] = await select(db, ...monthValues(asked));
  if (!row || row.version !== version) return null;
  const onDays = parseMonth(row, asked);
  addOwnPlaces(
    onDays,
    own.map((place) => ({ ...place, day: daysBetween(first, place.date) })),
  );
  const capacities = parseMonth(row, asked, CAPACITY).left;
  const days = layOutDays({ ...question, ...asked, desired: false, minute: -1, own: null }, onDays);
  return { days: days.map((day, at) => dayOf(question, day, at, onDays.left, capacities)), names: row.names ?? {} };
}

function dayOf(
  { phases, today, slots }: PhoneBookingMonthQuery,
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
