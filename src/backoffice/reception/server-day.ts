// Reads a day of the reception: everybody who is booked, by time and name, and a version by which a desk knows whether anything has moved.
import { rowsOf } from '#booking/facts.ts';
import { ofReservation, type ReservationRow, selectReservation } from '#booking/reservation-reads.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears } from '#domain/calendar/calendar-years.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { Reception } from '#domain/reservation/reception.ts';
import type { Administrator } from '#server/service.ts';
import { ROW_COLUMNS, ROW_JOINS, type Row, tellRow } from '../server-rows.ts';
import type { ReceptionDay, ReceptionRow, Tally } from './contract.ts';
import { timeOf } from './server-time.ts';

/** Beside what every list of reservations shows. */
const SHOWN = ['staffMemo', 'remarks', 'receivedAt', 'patientNumber', 'birthDate'] as const;

/** As JSON has them: instants are texts there. */
type Instants = 'createdAt' | 'updatedAt' | 'receivedAt';
type Stored = Row & ReservationRow<typeof SHOWN> & { isReturning: boolean };
export type StoredRow = Omit<Stored, Instants> & { createdAt: string; updatedAt: string; receivedAt: string | null };

interface Day {
  institutionName: string;
  rows: StoredRow[];
  isClosed: boolean;
  previous: PlainDate | null;
  next: PlainDate | null;
}

const LIVE = `('new', 'changed', 'confirmed')`;

/** Who is booked for the day $2. */
const BOOKED = `r.institution_code = $1 and r.visit_date = $2::date and r.status in ${LIVE} and r.anonymised_at is null`;

/** That the visit v took place before the reservation r does; written out, since a function would be called for each row. */
const EARLIER = `v.status in ${LIVE} and v.visit_date < r.visit_date
              and not exists (select from reception_marks n
                               where n.institution_code = v.institution_code
                                 and n.reservation_number = v.reservation_number and n.state = 'no_show')`;

/** By name and birth date, unless two patient numbers tell them apart; or by the patient number, under whatever name. */
const IS_RETURNING = `
  (exists (select from reservations v
            where v.institution_code = r.institution_code and v.folded_kana collate "C" = r.folded_kana collate "C"
              and v.birth_date = r.birth_date and ${EARLIER}
              and (r.patient_number = '' or v.patient_number in ('', r.patient_number)))
   or (r.patient_number <> '' and exists (
         select from reservations v
          where v.institution_code = r.institution_code and v.patient_number = r.patient_number
            and v.patient_number <> '' and ${EARLIER})))`;

/** How far the next open day is looked for. */
const REACH_DAYS = 92;

const openDay = (choose: 'min' | 'max', from: number, to: number) => `
  (select ${choose}(d.day::date) from generate_series($2::date + ${from}, $2::date + ${to}, interval '1 day') as d (day)
    where not exists (select from calendar_days c
                       where c.institution_code = $1 and c.day = d.day::date and c.status = 'closed'))`;

/**
 * $1 institution, $2 the day, $3 the version that a desk has: as long as that holds, nothing else is read. In it is everything
 * that moves the list: who is booked, in which version, and how each is marked.
 */
export const DAY = `
  with head as materialized (
    select left(md5($2::date::text || coalesce(string_agg(
             concat_ws(':', r.reservation_number, r.version, m.state, extract(epoch from m.at)), ','
             order by r.reservation_number), '')), 20) as version
      from reservations r left join reception_marks m on ${ofReservation('m')} and m.visit_date = $2::date
     where ${BOOKED}
  )
  select head.version,
         case when head.version = $3::text then null else json_build_object(
           'institutionName', (select i.name from institutions i where i.institution_code = $1),
           'isClosed', exists (select from calendar_days c
                                where c.institution_code = $1 and c.day = $2::date and c.status = 'closed'),
           'previous', ${openDay('max', -REACH_DAYS, -1)},
           'next', ${openDay('min', 1, REACH_DAYS)},
           'rows', ${rowsOf(`
             select ${ROW_COLUMNS}, ${selectReservation(SHOWN)}, ${IS_RETURNING} as "isReturning"
               from reservations r ${ROW_JOINS}
              where ${BOOKED}
              order by r.start_minute nulls first, r.slot_code, r.folded_kana collate "C", r.reservation_number`)}) end as day
    from head`;

const read = query<{ version: string; day: Day | null }>(DAY);

/** Null where nothing has moved since that version. */
export async function readStored(db: Db, institutionCode: string, date: PlainDate, version: string | null = null) {
  const [found] = await read(db, institutionCode, date, version);
  if (!found) throw new Error('an aggregate gives one row');
  return found.day && { version: found.version, ...found.day };
}

export async function readDay(db: Db, who: Administrator, date: PlainDate): Promise<ReceptionDay>;
export async function readDay(
  db: Db,
  who: Administrator,
  date: PlainDate,
  version: string | null,
): Promise<ReceptionDay | null>;
export async function readDay(db: Db, who: Administrator, date: PlainDate, version: string | null = null) {
  const stored = await readStored(db, who.institutionCode, date, version);
  if (!stored) return null;
  const rows = stored.rows.map(tell);
  return { ...stored, date, now: localTime(who.now), years: yearsOf(who.now, date), rows, tally: tally(rows) };
}

function tell(row: StoredRow): ReceptionRow {
  const { createdAt, updatedAt, receivedAt } = row;
  return {
    ...row,
    ...tellRow({ ...row, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }),
    receivedTime: receivedAt ? timeOf(new Date(receivedAt)) : '',
  };
}

/** In the order of the rows, which stand by time. */
function tally(rows: readonly ReceptionRow[]): Tally[] {
  const slots = Map.groupBy(rows, ({ startTime, slotCode }) => `${startTime}/${slotCode}`);
  const count = (some: readonly ReceptionRow[], state: Reception) =>
    some.filter(({ reception }) => reception === state).length;
  return [...slots.values()].map((some) => {
    const [{ slotCode, startTime } = { slotCode: '', startTime: '' }] = some;
    const [arrived, noShow] = [count(some, 'arrived'), count(some, 'no_show')];
    return { slotCode, startTime, booked: some.length, arrived, noShow };
  });
}

function yearsOf(now: Date, date: PlainDate): number[] {
  return [...new Set([...calendarYears(today(now)), dateParts(date).year])].sort((a, b) => a - b);
}
