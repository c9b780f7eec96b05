// What is left on the days of a month, read in one statement, and the days as one person can book them.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Frame } from '#domain/offer/places.ts';
import { type Circumstances, type Day, type Left, layOut, type OnDays, type Phase } from './month-days.ts';

export interface Question extends Circumstances {
  institutionCode: string;
  /** Of the masters that needs and slots were read from; null where it does not matter. */
  version: number | null;
  /** The reservation that is being changed: its places count as free, and its day and slot may be kept. */
  own: (NonNullable<Circumstances['own']> & { number: number }) | null;
}

/**
 * $1 institution, $2 from, $3 to, $4 frame codes. Everything in one row and few texts, which cost less to make and to
 * read than a row for each: `places` are "frame day slot" and what is told of each that exists, days counted from the first.
 */
export const placesBetween = (told: string) => `
  select (select string_agg(c.frame_code || ' ' || (c.visit_date - $2::date) || ' ' || c.slot_code || ' ' || ${told}, ',')
            from frame_capacities c
           where c.institution_code = $1 and c.frame_code = any($4::text[])
             and c.visit_date between $2::date and $3::date and c.capacity > 0) as places,
         (select string_agg((day - $2::date)::text, ',')
            from calendar_days
           where institution_code = $1 and day between $2::date and $3::date and status = 'closed') as closed,
         (select version from masters_versions where institution_code = $1) as version`;

/** Of each place, how much of it is left. */
export const MONTH = placesBetween('(c.capacity - c.used)');

export interface MonthRow {
  places: string | null;
  closed: string | null;
  version: number | null;
}

const select = query<MonthRow>(MONTH);

type Asked = Pick<Question, 'institutionCode' | 'layout' | 'phases'>;

const codeOf = (frame: Frame | null | undefined) => frame?.frameCode ?? [];

export const framesOf = (phases: readonly Phase[]) => [
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

export function understand(row: MonthRow, { phases, layout }: Asked): OnDays {
  const left: Left = new Map(framesOf(phases).map((frameCode) => [frameCode, layout.days.map(() => new Map())]));
  for (const place of row.places?.split(',') ?? []) {
    const [frameCode = '', day, slotCode = '', count] = place.split(' ');
    left.get(frameCode)?.[Number(day)]?.set(slotCode, Number(count));
  }
  return { left, closed: new Set(row.closed?.split(',').map(Number)) };
}

export async function readMonth(db: Db, asked: Asked): Promise<MonthRow> {
  const [row] = await select(db, ...monthValues(asked));
  return row ?? { places: null, closed: null, version: null };
}

interface OwnPlace {
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
export async function findAvailability(db: Db, question: Question): Promise<Day[] | null> {
  const { institutionCode, own, layout, version } = question;
  const [places, row] = await Promise.all([
    own ? readOwn(db, institutionCode, own.number, layout.first) : [],
    readMonth(db, question),
  ]);
  const onDays = understand(row, question);
  for (const { frameCode, day, slotCode, quantity } of places) {
    const slots = onDays.left.get(frameCode)?.[day];
    const left = slots?.get(slotCode);
    if (left !== undefined) slots?.set(slotCode, left + quantity);
  }
  return version === null || row.version === version ? layOut(question, onDays) : null;
}
