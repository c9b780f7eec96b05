// What is left on the days of a month, read in one statement, and the days as one person can book them.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
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
  /** The reservation that is being changed: its places count as free, and its day and slot may be kept. */
  own: (NonNullable<MonthQuery['own']> & { number: number }) | null;
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

/** Of each place, how much of it is left. */
export const MONTH = remainingPlaces('(c.capacity - c.used)');

export interface MonthRow {
  places: string | null;
  closed: string | null;
  version: number | null;
}

const select = query<MonthRow>(MONTH);

type Asked = Pick<AvailabilityQuery, 'institutionCode' | 'layout' | 'phases'>;

const codeOf = (frame: Frame | null | undefined) => frame?.frameCode ?? [];

export const framesOf = (phases: readonly AgePhase[]) => [
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

/** What the reservation holds that is being changed counts as free. */
export function addOwnPlaces({ left }: DayRoom, places: readonly OwnPlace[]): void {
  for (const { frameCode, day, slotCode, quantity } of places) {
    const slots = left.get(frameCode)?.[day];
    const count = slots?.get(slotCode);
    if (count !== undefined) slots?.set(slotCode, count + quantity);
  }
}

export async function readMonth(db: Db, asked: Asked): Promise<MonthRow> {
  const [row] = await select(db, ...monthValues(asked));
  return row ?? { places: null, closed: null, version: null };
}

export interface OwnPlace {
  frameCode: string;
  day: number;
  slotCode: string;
  quantity: number;
}

const readOwn = query<OwnPlace>(`
  select frame_code as "frameCode", visit_date - $3::date as day, slot_code as "slotCode", sum(quantity)::integer as quantity
    from reservation_places
   where institution_code = $1 and reservation_number = $2 and held
   group by frame_code, visit_date, slot_code`);

/** For one person alone, or null where the masters have changed since the question was put together. */
export async function findAvailability(db: Db, question: AvailabilityQuery): Promise<Day[] | null> {
  const { institutionCode, own, layout, version } = question;
  const [places, row] = await Promise.all([
    own ? readOwn(db, institutionCode, own.number, layout.first) : [],
    readMonth(db, question),
  ]);
  const onDays = parseMonth(row, question);
  addOwnPlaces(onDays, places);
  return version === null || row.version === version ? layOutDays(question, onDays) : null;
}
