// What is left on the days of a month, read in one statement, the days as one person can book them, and whether there is any such day.
import type { OccupiedPlace } from '#booking/policy/original-reservation.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime } from '#domain/calendar/clock.ts';
import type { MonthLayout } from '#domain/calendar/month.ts';
import { daysBetween, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isEmptyWindow, type Window } from '#domain/offer/bookable-window.ts';
import type { Frame } from '#domain/offer/places.ts';
import {
  type AgePhase,
  type Day,
  type DayRoom,
  layOutDays,
  type MonthQuery,
  type RemainingPlaces,
} from './month-days.ts';

export interface AvailabilityQuery extends MonthQuery {
  institutionCode: string;
  /** Of the masters that needs and slots were read from; null where it does not matter. */
  version: number | null;
  /** What the reservation occupies that is being changed: it counts as free. */
  ownPlaces: readonly OccupiedPlace[];
}

/**
 * $1 institution, $2 from, $3 to, $4 frame codes. Everything in one row and few texts, which cost less to make and to
 * read than a row for each: `places` are "frame day slot" and the numbers of each that exists, days counted from the first.
 */
export const remainingPlaces = (numbers: string) => `
  select (select string_agg(c.frame_code || ' ' || (c.visit_date - $2::date) || ' ' || c.slot_code || ' ' || ${numbers}, ',')
            from frame_capacities c
           where c.institution_code = $1 and c.frame_code = any($4::text[])
             and c.visit_date between $2::date and $3::date and c.capacity > 0) as places,
         (select string_agg((day - $2::date)::text, ',')
            from calendar_days
           where institution_code = $1 and day between $2::date and $3::date and status = 'closed') as closed,
         (select version from masters_versions where institution_code = $1) as version`;

export const MONTH = remainingPlaces('(c.capacity - c.used)');

export interface MonthRow {
  places: string | null;
  closed: string | null;
  version: number | null;
}

export const readMonth = query<MonthRow>(MONTH);

type Asked = Pick<AvailabilityQuery, 'institutionCode' | 'layout' | 'phases'>;

const codeOf = (frame: Frame | null | undefined) => frame?.frameCode ?? [];

const framesOf = (phases: readonly AgePhase[]) => [
  ...new Set(
    phases.flatMap(({ needs, courseFrames = [], removables = [], unfit = [] }) => [
      ...(needs ?? courseFrames).map(({ frameCode }) => frameCode),
      ...[...removables, ...unfit].flatMap(({ frame, instead }) => [frame, instead?.frame]).flatMap(codeOf),
    ]),
  ),
];

export const monthValues = ({ institutionCode, layout, phases }: Asked) => [
  institutionCode,
  layout.first,
  layout.last,
  framesOf(phases).sort(),
];

/** `at` is where the number stands that is asked for; what is left comes first. */
export function parseMonth(row: MonthRow, { phases, layout }: Asked, at = 3): DayRoom {
  const left: RemainingPlaces = new Map(
    framesOf(phases).map((frameCode) => [frameCode, layout.days.map(() => new Map())]),
  );
  for (const place of row.places?.split(',') ?? []) {
    const words = place.split(' ');
    left.get(words[0] ?? '')?.[Number(words[1])]?.set(words[2] ?? '', Number(words[at]));
  }
  return { left, closed: new Set(row.closed?.split(',').map(Number)) };
}

function addOwnPlaces({ left }: DayRoom, { layout, ownPlaces }: AvailabilityQuery): void {
  for (const { frameCode, date, slotCode, quantity } of ownPlaces) {
    const slots = left.get(frameCode)?.[daysBetween(layout.first, date)];
    const count = slots?.get(slotCode);
    if (count !== undefined) slots?.set(slotCode, count + quantity);
  }
}

/** For one person alone, or null where the masters have changed since the question was put together. `read` may read more of each place. */
export async function findAvailability<R extends MonthRow = MonthRow>(
  db: Db,
  question: AvailabilityQuery,
  read: (db: Db, ...values: ReturnType<typeof monthValues>) => Promise<R[]>,
) {
  const [row] = await read(db, ...monthValues(question));
  if (!row || (question.version !== null && row.version !== question.version)) return null;
  const onDays = parseMonth(row, question);
  addOwnPlaces(onDays, question);
  return { ...onDays, row, days: layOutDays(question, onDays) };
}

export function listDays({ before, after }: MonthLayout, days: readonly Day[]) {
  const inside = days.map(
    ({ date, isClosed, state }) => ({ date, state, kind: isClosed ? 'closed' : 'business' }) as const,
  );
  const places = days.flatMap(({ date, slots }) =>
    slots.map(({ slotCode, startMinute }) => ({ date, slotCode, startTime: formatTime(startMinute) })),
  );
  return { days: [...before.map(outside), ...inside, ...after.map(outside)], places };
}

const outside = (date: PlainDate) => ({ date, kind: 'outside', state: 'outside' }) as const;

/** $1 institution, $2 from, $3 to, $4 frame codes: those of them that have any capacity on an open day. */
export const FRAMES_WITH_CAPACITY = `
  select needed.frame_code as "frameCode"
    from unnest($4::text[]) as needed (frame_code)
   where exists (
     select from frame_capacities c
      where c.institution_code = $1 and c.frame_code = needed.frame_code
        and c.visit_date between $2::date and $3::date and c.capacity > 0
        and not exists (select from calendar_days d
                         where d.institution_code = $1 and d.day = c.visit_date and d.status = 'closed'))`;

const readFramesWithCapacity = query<{ frameCode: string }>(FRAMES_WITH_CAPACITY);

/** However full: false where something that the course itself needs is nowhere. `phases` are those of the whole window. */
export async function hasCapacity(db: Db, institutionCode: string, window: Window, phases: readonly AgePhase[]) {
  if (isEmptyWindow(window)) return false;
  const needed = phases.flatMap(({ courseFrames }) => (courseFrames ? [courseFrames] : []));
  const codes = [...new Set(needed.flat().map(({ frameCode }) => frameCode))];
  const found = new Set(
    (await readFramesWithCapacity(db, institutionCode, window.from, window.to, codes)).map((f) => f.frameCode),
  );
  return needed.some((frames) => frames.every(({ frameCode }) => found.has(frameCode)));
}
