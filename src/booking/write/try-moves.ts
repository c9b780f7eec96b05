// Says which of many reservations a day has room for, and at which time, without writing or holding anything.
import { jsonRows, type SlotData, slotsColumn } from '#booking/policy/course-data.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { assertEditable, EDITABLE_COLUMNS } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { japanTimeOf } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { HAS_COME, isLive, occupiesPlaces, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { cellKey, type Movable, type SpreadRule, spread } from '#domain/reservation/spread.ts';
import { stale } from '#server/records/masters.ts';
import type { Administrator } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';
import { assertDay, noPlace } from './edit.ts';
import { type Seen, sentenceOf } from './edit-many.ts';

const OWN = ['number', 'version', 'reception', 'desired', 'visitDate', 'slotCode', 'startMinute'] as const;
const MOVED = [...EDITABLE_COLUMNS, ...OWN] as const;

interface Found extends ReservationRow<typeof MOVED> {
  needs: Movable['needs'];
}

/** In the order in which they get their times. */
const readMovables = query<Found>(`
  select ${selectReservation(MOVED)},
         ${jsonRows(`
           select p.frame_code as "frameCode", p.slot_code as "slotCode", p.quantity
             from reservation_places p where ${ofReservation('p')} and p.origin = 'own'`)} as needs
    from reservations r
   where r.institution_code = $1 and r.reservation_number = any($2::integer[])
   order by r.visit_date, r.start_minute nulls first, r.folded_kana, r.reservation_number`);

interface DayRow {
  isClosed: boolean;
  places: { frameCode: string; slotCode: string; left: number }[];
  slots: SlotData[];
}

/** $3 the frames that are needed. */
const readDay = query<DayRow>(`
  select exists (select from calendar_days where institution_code = $1 and day = $2::date and status = 'closed') as "isClosed",
         ${jsonRows(`
           select frame_code as "frameCode", slot_code as "slotCode", capacity - used as left
             from frame_capacities
            where institution_code = $1 and visit_date = $2::date and frame_code = any($3::text[])`)} as places,
         ${slotsColumn('$1')}`);

interface Trial {
  number: number;
  outcome: 'can' | 'already' | 'refused';
  /** Where it would be; empty and null where it would not. */
  slotCode: string;
  startMinute: number | null;
  sentence: string;
}

export async function tryMany(
  db: Db,
  who: Administrator,
  seen: readonly Seen[],
  visitDate: PlainDate,
  rule: SpreadRule,
): Promise<Trial[]> {
  const { institutionCode, now } = who;
  const { today } = japanTimeOf(now);
  const numbers = seen.map(({ number }) => number);
  const found = await readMovables(db, institutionCode, numbers);
  const frames = new Set(found.flatMap(({ needs }) => needs.map(({ frameCode }) => frameCode)));
  const [day] = await readDay(db, institutionCode, visitDate, [...frames]);
  if (!day) throw new Error('a select without from gives one row');
  const versionOf = new Map(seen.map(({ number, version }) => [number, version]));
  const isOnDay = (one: Found) => one.visitDate === visitDate;
  /** It has what it would get. */
  const stays = (one: Found) => isOnDay(one) && rule !== 'early';

  function refusalOf(one: Found): string | null {
    try {
      assertEditable(one);
      if (!isLive(one.status)) throw refused(`${STATUS_WORDS[one.status]}の予約です。`);
      if (versionOf.get(one.number) !== String(one.version)) throw stale();
      if (stays(one)) return null;
      if (one.reception === 'arrived') throw refused(HAS_COME);
      assertDay(visitDate, day?.isClosed ?? false, today);
      return null;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  const refusals = new Map(found.map((one) => [one, refusalOf(one)]));
  const movables = found.filter((one) => refusals.get(one) === null && !stays(one));
  const slots = spread(
    movables.map((one) => ({
      ...one,
      needs: occupiesPlaces(one.status, one.desired) ? one.needs : [],
      isOnDay: isOnDay(one),
    })),
    day.slots,
    new Map(day.places.map((cell) => [cellKey(cell.frameCode, cell.slotCode), cell.left])),
    rule,
  );
  const slotOf = new Map(movables.map((one, at) => [one, slots[at] ?? null]));
  const startOf = new Map(day.slots.map((slot) => [slot.slotCode, slot.startMinute]));

  function resultOf(one: Found): Trial {
    const { number, slotCode: own, startMinute } = one;
    const refusal = refusals.get(one);
    const slotCode = refusal ? null : stays(one) ? own : slotOf.get(one);
    if (!slotCode) return notMoved(number, refusal ?? noSlot(one));
    const isSame = slotCode === own;
    const start = isSame ? startMinute : (startOf.get(slotCode) ?? null);
    return { number, outcome: isSame && isOnDay(one) ? 'already' : 'can', slotCode, startMinute: start, sentence: '' };
  }

  function noSlot({ slotCode, startMinute }: Found): string {
    if (rule === 'same' || slotCode === WHOLE_DAY) return noPlace({ visitDate, startMinute }).sentences.join('');
    return `${formatOfficeDate(visitDate)}に、この予約の枠がそろう受付時間がありません。`;
  }

  const there = new Set(found.map(({ number }) => number));
  const missing = numbers.filter((number) => !there.has(number));
  return [...found.map(resultOf), ...missing.map((number) => notMoved(number, sentenceOf(notFound())))];
}

const notMoved = (number: number, sentence: string): Trial => ({
  number,
  outcome: 'refused',
  slotCode: '',
  startMinute: null,
  sentence,
});
