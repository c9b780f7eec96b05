// The days of a month as staff see them who book by telephone: the examinees' month, with what is left of each time, and what the full
// ones need and have.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { pickDays } from '#domain/calendar/calendar-range.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { needsTime, slotOf } from '#domain/offer/places.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import {
  type AvailabilityQuery,
  findAvailability,
  type MonthRow,
  parseMonth,
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
