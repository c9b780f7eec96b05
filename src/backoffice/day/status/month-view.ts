// What the calendar of the status page shows of a month, for the frame and the kind of count that were chosen.

import { parseTime } from '#domain/calendar/clock.ts';
import { layOutMonth } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ALL_FRAMES, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { Reply } from '#wire/call.ts';
import type { changeStatusMonth } from './contract.ts';

export type StatusMonth = Reply<typeof changeStatusMonth>;
export type StatusFrame = StatusMonth['frames'][number];
type Row = StatusMonth['heads'][number];

/** People who have booked, or places that they take. */
export type Aggregation = 'heads' | 'places';

export interface Choice {
  frameCode: string;
  aggregation: Aggregation;
}

export interface Filled {
  count: number;
  /** Places, whatever is counted: how full it is does not depend on what one looks at. */
  taken: number;
  capacity: number;
}

export interface DayView extends Filled {
  date: PlainDate;
  isClosed: boolean;
  isPast: boolean;
  isToday: boolean;
  holidayName: string;
  /** By slot code; empty where the whole day is one. */
  slots: ReadonlyMap<string, Filled>;
  /** Each frame by itself, where all are shown, in the order of the legend; none where no frame has places. */
  frames: readonly (Filled & { name: string })[];
}

const addUp = (parts: readonly Filled[]): Filled => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  taken: parts.reduce((sum, { taken }) => sum + taken, 0),
  capacity: parts.reduce((sum, { capacity }) => sum + capacity, 0),
});

/** All frames are counted by head only. */
export const aggregationsFor = (frameCode: string): Aggregation[] =>
  frameCode === ALL_FRAMES ? ['heads'] : ['heads', 'places'];

export function viewMonth(month: StatusMonth, { frameCode, aggregation }: Choice) {
  const today = `${month.now.year}-${month.now.month}-${month.now.day}`;
  const frame = month.frames.find((each) => each.frameCode === frameCode);
  const heads = Map.groupBy(month.heads, ({ date }) => date);
  const places = Map.groupBy(month.places, ({ date }) => date);
  const kinds = new Map(month.days.map((day) => [day.date, day]));

  const days = layOutMonth(month).days.map((date): DayView => {
    const ofDay = { heads: heads.get(date) ?? [], places: places.get(date) ?? [] };
    const slots = fillSlots(ofDay, frameCode, aggregation);
    const whole = addUp([...slots.values()]);
    const frames = frame
      ? []
      : month.frames.map(({ frameCode: code, name }) => ({
          name,
          ...addUp([...fillSlots(ofDay, code, 'places').values()]),
        }));
    return {
      ...whole,
      date,
      isClosed: kinds.get(date)?.kind === 'closed',
      isPast: date < today,
      isToday: date === today,
      holidayName: kinds.get(date)?.holidayName ?? '',
      slots: frame?.managedBy === 'time' ? slots : new Map(),
      frames: frames.some(({ capacity }) => capacity > 0) ? frames : [],
    };
  });
  return {
    days: new Map(days.map((day) => [day.date, day])),
    /** In the order of the day; none where the frame is managed by day, and for all frames. */
    slots: frame?.managedBy === 'time' ? slotsOf([...month.heads, ...month.places], frameCode) : [],
    total: addUp(days),
    unit: aggregation === 'heads' ? '名' : '枠',
    /** That what is counted can be measured by a capacity: of a frame that counts parts, two places may be one person's. */
    hasCapacity: frame !== undefined && (aggregation === 'places' || frame.countedAs === 'persons'),
  };
}

export type MonthView = ReturnType<typeof viewMonth>;

function fillSlots(ofDay: Record<Aggregation, Row[]>, frameCode: string, counted: Aggregation): Map<string, Filled> {
  const filled = new Map<string, Filled>();
  const of = (slotCode: string) => filled.get(slotCode) ?? { count: 0, taken: 0, capacity: 0 };
  for (const row of ofDay.places) {
    if (row.frameCode !== frameCode) continue;
    filled.set(row.slotCode, { ...of(row.slotCode), taken: row.count, capacity: row.capacity ?? 0 });
  }
  for (const row of ofDay[counted]) {
    if (row.frameCode !== frameCode) continue;
    filled.set(row.slotCode, { ...of(row.slotCode), count: row.count });
  }
  return filled;
}

/** Those that somebody can or did book in the month. */
function slotsOf(rows: readonly Row[], frameCode: string) {
  const known = new Map(
    rows.filter((row) => row.frameCode === frameCode).map(({ slotCode, startTime }) => [slotCode, startTime]),
  );
  const minutes = (time: string) => parseTime(time) ?? 0;
  return [...known]
    .map(([slotCode, startTime]) => ({ slotCode, startTime: slotCode === WHOLE_DAY ? '' : startTime }))
    .sort((a, b) => minutes(a.startTime) - minutes(b.startTime) || a.slotCode.localeCompare(b.slotCode));
}
