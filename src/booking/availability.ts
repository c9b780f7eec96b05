// A month's days and times as one person can book them now, read in one statement.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { SharedReading } from '#db/shared-reading.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type Circumstances, type Day, type Left, layOut, type Phase } from './month-days.ts';

export interface Question extends Circumstances {
  institutionCode: string;
  from: PlainDate;
  to: PlainDate;
  /** Of the masters that needs and slots were read from; null where it does not matter. */
  version: number | null;
  /** The reservation that is being changed: its places count as free, and its day and slot may be kept. */
  own: (NonNullable<Circumstances['own']> & { number: number }) | null;
}

/**
 * $1 institution, $2 from, $3 to, $4 frame codes. Everything in one row and few texts, which cost less to make and to
 * read than a row for each: `places` are "frame day slot left" for all that exist, days counted from the first.
 */
export const MONTH = `
  select (select string_agg(c.frame_code || ' ' || (c.visit_date - $2::date) || ' ' || c.slot_code || ' ' || (c.capacity - c.used), ',')
            from frame_capacities c
           where c.institution_code = $1 and c.frame_code = any($4::text[])
             and c.visit_date between $2::date and $3::date and c.capacity > 0) as places,
         (select string_agg((day - $2::date)::text, ',')
            from calendar_days
           where institution_code = $1 and day between $2::date and $3::date and status = 'closed') as closed,
         (select version from masters_versions where institution_code = $1) as version`;

interface Row {
  places: string | null;
  closed: string | null;
  version: number | null;
}

const readMonth = query<Row>(MONTH);

type Asked = Pick<Question, 'institutionCode' | 'from' | 'to' | 'phases'>;

const framesOf = (phases: readonly Phase[]) => [
  ...new Set(
    phases.flatMap(({ needs, removables = [] }) => [
      ...(needs ?? []).map(({ frameCode }) => frameCode),
      ...removables.flatMap(({ instead }) => instead?.frame?.frameCode ?? []),
    ]),
  ),
];

export const monthValues = ({ institutionCode, from, to, phases }: Asked) => [
  institutionCode,
  from,
  to,
  framesOf(phases).sort(),
];

interface Reading {
  row: Row;
  left: Left;
  closed: ReadonlySet<number>;
  /** What was made of it already, for those who ask the same of it. */
  months: Map<string, Day[]>;
}

function understand(row: Row, { phases, dates }: Question): Reading {
  const left: Left = new Map(framesOf(phases).map((frameCode) => [frameCode, dates.map(() => new Map())]));
  for (const place of row.places?.split(',') ?? []) {
    const [frameCode = '', day, slotCode = '', count] = place.split(' ');
    left.get(frameCode)?.[Number(day)]?.set(slotCode, Number(count));
  }
  return { row, left, closed: new Set(row.closed?.split(',').map(Number)), months: new Map() };
}

async function read(db: Db, question: Question): Promise<Row> {
  const [row] = await readMonth(db, ...monthValues(question));
  return row ?? { places: null, closed: null, version: null };
}

/** What was read last; most of the time nothing has changed since, and what was made of it still holds. */
interface Cache {
  readings: Map<string, Reading>;
  shared: SharedReading<Reading>;
}
const caches = new WeakMap<Db, Cache>();
const MOST_READINGS = 200;
const MOST_MONTHS = 10;

/** On the day that a booking opens, everybody looks at the same month. */
async function readShared(db: Db, question: Question): Promise<Reading> {
  if (db.isTransaction) return understand(await read(db, question), question);
  const cache = caches.get(db) ?? { readings: new Map(), shared: new SharedReading() };
  caches.set(db, cache);
  const { readings, shared } = cache;
  const key = monthValues(question).join();
  return shared.ask(key, async () => {
    const row = await read(db, question);
    const last = readings.get(key);
    if (last && last.row.places === row.places && last.row.closed === row.closed && last.row.version === row.version) {
      return last;
    }
    const reading = understand(row, question);
    if (readings.size >= MOST_READINGS) readings.clear();
    readings.set(key, reading);
    return reading;
  });
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

/** The month, or null where the masters have changed since the question was put together. */
export async function findAvailability(db: Db, question: Question): Promise<Day[] | null> {
  const { institutionCode, own, from, version } = question;
  if (own) {
    const [places, row] = await Promise.all([readOwn(db, institutionCode, own.number, from), read(db, question)]);
    // Its own, since what the reservation holds is added to it.
    const reading = understand(row, question);
    for (const { frameCode, day, slotCode, quantity } of places) {
      const slots = reading.left.get(frameCode)?.[day];
      const left = slots?.get(slotCode);
      if (left !== undefined) slots?.set(slotCode, left + quantity);
    }
    return version === null || row.version === version ? layOut(question, reading) : null;
  }
  const reading = await readShared(db, question);
  if (reading.row.version !== version) return null;
  const { phases, desired, window, today, to } = question;
  // The minute matters today only.
  const minute = from <= today && today <= to ? question.minute : 0;
  const needed = phases.map((phase) => [
    phase.from,
    phase.needs?.map((need) => `${need.frameCode}*${need.quantity}`),
    phase.removables?.map(({ groupCode, optionCode, instead }) => `${groupCode}/${optionCode}/${instead?.optionCode}`),
  ]);
  const key = [...needed, desired, window.from, window.to, today, minute].join(' ');
  let days = reading.months.get(key);
  if (!days) {
    if (reading.months.size >= MOST_MONTHS) reading.months.clear();
    days = layOut(question, reading);
    reading.months.set(key, days);
  }
  return days;
}
