// The days of a month as staff see them who book by telephone: what is left in numbers, and what the full slots need and have.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { pickDays } from '#domain/calendar/calendar-reach.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isInside, type Window } from '#domain/offer/bookable-window.ts';
import { countOnDay, type Need, needsTime, slotOf } from '#domain/offer/places.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import { framesOf, type MonthRow, placesBetween } from './availability.ts';
import type { SlotFacts } from './facts.ts';
import type { DayState, Phase } from './month-days.ts';
import type { HeldPlace } from './replaced.ts';

interface Cell {
  capacity: number;
  taken: number;
}

/** A needed frame, as it stands in the slot under which it is counted. */
export interface FrameAtSlot extends Cell {
  frameCode: string;
  slotCode: string;
  quantity: number;
}

export interface DeskSlot {
  slotCode: string;
  startMinute: number | null;
  state: 'open' | 'full' | 'none';
  left: number;
  /** Of a full one. */
  frames: FrameAtSlot[];
}

export interface DeskDay {
  date: PlainDate;
  state: DayState | 'past';
  left: number;
  slots: DeskSlot[];
}

/** All that decides about the days besides what is read. */
export interface DeskQuestion {
  institutionCode: string;
  first: PlainDate;
  last: PlainDate;
  phases: readonly Phase[];
  window: Window;
  today: PlainDate;
  slots: readonly SlotFacts[];
  /** What the reservation holds that is being changed: it counts as free. */
  own: readonly HeldPlace[];
}

const select = query<MonthRow & { names: Record<string, string> | null }>(`
  ${placesBetween(`c.capacity || ' ' || c.used`)},
         (select json_object_agg(f.frame_code, f.name) from frames f
           where f.institution_code = $1 and f.frame_code = any($4::text[])) as names`);

const cellKey = (frameCode: string, date: PlainDate, slotCode: string) => `${frameCode} ${date} ${slotCode}`;

function readCells(row: MonthRow, { first, own }: DeskQuestion): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const dates = new Map<string, PlainDate>();
  for (const place of row.places?.split(',') ?? []) {
    const [frameCode = '', day = '', slotCode = '', capacity, taken] = place.split(' ');
    const date = dates.get(day) ?? addDays(first, Number(day));
    dates.set(day, date);
    cells.set(cellKey(frameCode, date, slotCode), { capacity: Number(capacity), taken: Number(taken) });
  }
  for (const { frameCode, date, slotCode, quantity } of own) {
    const cell = cells.get(cellKey(frameCode, date, slotCode));
    if (cell) cell.taken -= quantity;
  }
  return cells;
}

export interface DeskDays {
  days: DeskDay[];
  /** Of the frames, by their codes. */
  names: Readonly<Record<string, string>>;
}

/** One statement, however many days; null where the masters have changed since the question was put together. */
export async function readDeskDays(db: Db, question: DeskQuestion, version: number): Promise<DeskDays | null> {
  const { institutionCode, first, last, phases } = question;
  const [row] = await select(db, institutionCode, first, last, framesOf(phases).sort());
  if (!row || row.version !== version) return null;
  const closed = new Set(row.closed?.split(',').map((day) => addDays(first, Number(day))));
  const cells = readCells(row, question);
  const dates = pickDays(first, last, () => true);
  return { days: dates.map((date) => dayOf(question, cells, closed, date)), names: row.names ?? {} };
}

function dayOf(
  { phases, window, today, slots }: DeskQuestion,
  cells: ReadonlyMap<string, Cell>,
  closed: ReadonlySet<PlainDate>,
  date: PlainDate,
): DeskDay {
  const shut = (state: DeskDay['state']): DeskDay => ({ date, state, left: 0, slots: [] });
  if (date < today) return shut('past');
  if (closed.has(date)) return shut(isPublicHoliday(date) ? 'holiday' : 'closed');
  const needs = phases.findLast(({ from }) => from <= date)?.needs;
  if (!needs || !isInside(window, date)) return shut('outside');
  const wanted = needsTime(needs) ? slots : [{ slotCode: WHOLE_DAY, startMinute: null }];
  const offered = wanted.map((slot) => slotOn(needs, cells, date, slot));
  const left = countOnDay(
    needs,
    wanted.map(({ slotCode }) => slotCode),
    ({ frameCode }, slotCode) => {
      const { capacity, taken } = cells.get(cellKey(frameCode, date, slotCode)) ?? { capacity: 0, taken: 0 };
      return capacity - taken;
    },
  );
  const state = (['open', 'full'] as const).find((one) => offered.some((slot) => slot.state === one)) ?? 'none';
  return { date, state, left, slots: offered };
}

/** How often the booking fits: the smallest over the frames that it needs. */
function slotOn(
  needs: readonly Need[],
  cells: ReadonlyMap<string, Cell>,
  date: PlainDate,
  { slotCode, startMinute }: { slotCode: string; startMinute: number | null },
): DeskSlot {
  const frames: FrameAtSlot[] = [];
  for (const need of needs) {
    const at = slotOf(need, slotCode);
    const cell = cells.get(cellKey(need.frameCode, date, at));
    if (!cell) return { slotCode, startMinute, state: 'none', left: 0, frames: [] };
    frames.push({ frameCode: need.frameCode, slotCode: at, quantity: need.quantity, ...cell });
  }
  const left = Math.min(...frames.map(({ capacity, taken, quantity }) => Math.floor((capacity - taken) / quantity)));
  return left > 0
    ? { slotCode, startMinute, state: 'open', left, frames: [] }
    : { slotCode, startMinute, state: 'full', left: 0, frames };
}
