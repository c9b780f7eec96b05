// A month's days and times as one person can book them now, read in one statement.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Window } from '#domain/bookable-window.ts';
import { isInside } from '#domain/bookable-window.ts';
import { type Need, needsTime } from '#domain/places.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { WHOLE_DAY } from '#domain/sentinels.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import type { SlotFacts } from './facts.ts';

export type DayState = 'open' | 'full' | 'closed' | 'holiday' | 'outside';

export interface Day {
  date: PlainDate;
  isClosed: boolean;
  state: DayState;
  /** What can be booked, in the order of the day; the whole day is one slot without a start. */
  slots: { slotCode: string; startMinute: number | null }[];
}

export interface Question {
  institutionCode: string;
  from: PlainDate;
  to: PlainDate;
  /** The days between the two. */
  dates: readonly PlainDate[];
  needs: readonly Need[];
  /** Only asked for: everything that exists is offered, however full. */
  desired: boolean;
  window: Window;
  /** The minute of now, for slots of today that have begun. */
  today: PlainDate;
  minute: number;
  slots: readonly SlotFacts[];
  /** The reservation that is being changed: its own places count as free. */
  ownNumber: number | null;
}

/** For each frame and day what can be had there. Without a frame: a closed day; without a day: the masters' version. */
interface Row {
  frameCode: string | null;
  date: PlainDate | null;
  /** Slot codes with room. */
  free: string | null;
  /** Whether there are places at all. */
  existing: boolean;
  version: number | null;
}

/**
 * $1 institution, $2 from, $3 to, $4 frame codes, $5 how many places of each, $6 whether everything that exists will
 * do. Where a reservation is being changed, $7 is its number. Rows come in the order of the primary key, so that
 * nothing has to be sorted.
 */
const daysText = (own: string) => `
  select c.frame_code as "frameCode", c.visit_date as date,
         string_agg(c.slot_code, ',') filter (where
           case when $6::boolean then c.capacity > 0
           else c.capacity - c.used + ${own} >= ($5::int[])[array_position($4::text[], c.frame_code)] end) as free,
         bool_or(c.capacity > 0) as existing, null::bigint as version
    from frame_capacities c
   where c.institution_code = $1 and c.frame_code = any($4::text[]) and c.visit_date between $2::date and $3::date
   group by c.frame_code, c.visit_date
  union all
  select null, day, null, false, null
    from calendar_days where institution_code = $1 and day between $2::date and $3::date and status = 'closed'
  union all
  select null, null, null, false, version from masters_versions where institution_code = $1`;

/** What the reservation being changed holds there. */
const OWN = `coalesce((
  select sum(p.quantity) from reservation_places p
   where p.institution_code = $1 and p.reservation_number = $7::integer and p.frame_code = c.frame_code
     and p.visit_date = c.visit_date and p.slot_code = c.slot_code and p.held), 0)`;

export const DAYS = daysText('0');
const readDays = query<Row>(DAYS);
const readDaysWithOwn = query<Row>(daysText(OWN));

type Asked = Pick<Question, 'institutionCode' | 'from' | 'to' | 'needs' | 'desired'>;

export function daysValues({ institutionCode, from, to, needs, desired }: Asked) {
  const [codes, quantities] = [needs.map(({ frameCode }) => frameCode), needs.map(({ quantity }) => quantity)];
  return [institutionCode, from, to, codes, quantities, desired];
}

/** The month, and the version that the masters had at that moment. */
export async function findAvailability(db: Db, question: Question): Promise<{ days: Day[]; version: number }> {
  const values = daysValues(question);
  const { ownNumber, needs, today } = question;
  const rows = ownNumber === null ? await readDays(db, ...values) : await readDaysWithOwn(db, ...values, ownNumber);
  const byDay = Map.groupBy(rows, ({ date }) => date);
  const isTimed = needsTime(needs);
  const timed = new Set(needs.filter(({ managedBy }) => managedBy === 'time').map(({ frameCode }) => frameCode));

  /** Every frame managed by day must have room, and then each slot in which all the timed ones have it. */
  function slotsOf(date: PlainDate, frames: readonly Row[]): Day['slots'] {
    if (frames.length < needs.length) return [];
    let common: string[] | null = null;
    for (const { frameCode, free } of frames) {
      const codes = free?.split(',') ?? [];
      if (!timed.has(frameCode ?? '')) {
        if (!codes.includes(WHOLE_DAY)) return [];
      } else common = common ? common.filter((code) => codes.includes(code)) : codes;
    }
    if (!isTimed) return [{ slotCode: WHOLE_DAY, startMinute: null }];
    return question.slots.filter(
      ({ slotCode, startMinute }) => common?.includes(slotCode) && (date > today || startMinute > question.minute),
    );
  }

  const days = question.dates.map((date): Day => {
    const found = byDay.get(date) ?? [];
    const isClosed = found.some(({ frameCode }) => frameCode === null);
    if (isClosed) return { date, isClosed, state: isPublicHoliday(date) ? 'holiday' : 'closed', slots: [] };
    if (!isInside(question.window, date)) return { date, isClosed, state: 'outside', slots: [] };
    const slots = slotsOf(date, found);
    const exists = found.length === needs.length && found.every(({ existing }) => existing);
    return { date, isClosed, state: slots.length > 0 ? 'open' : exists ? 'full' : 'closed', slots };
  });
  return { days, version: byDay.get(null)?.[0]?.version ?? 0 };
}
