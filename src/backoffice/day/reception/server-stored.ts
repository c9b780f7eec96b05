// What the database knows of a day of the reception: what moves it, which is asked for again and again, and the rows of who is booked.
import { reservationRow } from '#backoffice/shared/contract-rows.ts';
import { NEXT_OPEN_DAY, PREVIOUS_OPEN_DAY } from '#backoffice/shared/server-open-day.ts';
import { OPTION_NAMES, ROW_JOINS, type Row } from '#backoffice/shared/server-rows.ts';
import { jsonRow } from '#booking/policy/course-data.ts';
import { notesOfRows } from '#booking/records/person-note.ts';
import { namesIn, type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Reception } from '#domain/reservation/reservation-status.ts';

/** Who is booked for the day $2. */
const BOOKED = `r.institution_code = $1 and r.visit_date = $2::date and is_live(r.status) and r.anonymised_at is null`;
const MARKED = 'm.institution_code = $1 and m.visit_date = $2::date';

/**
 * Everything that moves the list: who is booked, in which version, and how each is marked. Sums of hashes, which take no order and
 * no texts.
 */
const version = (booked: string, marked: string) => `
  left(md5(concat_ws(':', $2::date, ${booked}.count, ${booked}.sum, ${marked}.count, ${marked}.sum)), 20) as version`;
const BOOKED_HASH = 'count(*), sum(hashint8extended(r.reservation_number::bigint << 32 | r.version, 0))';
const MARKED_HASH = `count(*), sum(hashint8extended((date_part('epoch', m.at) * 1e6)::bigint,
                       m.reservation_number::bigint << 1 | (m.state = 'arrived')::int))`;

/** $1 institution, $2 the day. */
export const VERSION = `
  select ${version('booked', 'marked')}
    from (select ${BOOKED_HASH} from reservations r where ${BOOKED}) as booked,
         (select ${MARKED_HASH} from reception_marks m where ${MARKED}) as marked`;

const askVersion = query<{ version: string }>(VERSION);

export async function readVersion(db: Db, institutionCode: string, date: PlainDate): Promise<string> {
  const [found] = await askVersion(db, institutionCode, date);
  if (!found) throw new Error('an aggregate gives one row');
  return found.version;
}

const HEAD = jsonRow(`
  select i.name as "institutionName",
         exists (select from calendar_days c
                  where c.institution_code = $1 and c.day = $2::date and c.status = 'closed') as "isClosed",
         ${PREVIOUS_OPEN_DAY} as previous, ${NEXT_OPEN_DAY} as next
    from institutions i where i.institution_code = $1`);

/** Beside the version what it is made of: number and version of each reservation, number, state and time of each mark. */
export const STATE = `
  select ${version('booked', 'marked')}, booked.state as booked, marked.state as marked, ${HEAD} as head
    from (select ${BOOKED_HASH}, string_agg(r.reservation_number || ' ' || r.version, ',') as state
            from reservations r where ${BOOKED}) as booked,
         (select ${MARKED_HASH}, string_agg(m.reservation_number || ' ' || m.state || ' ' || date_part('epoch', m.at), ',') as state
            from reception_marks m where ${MARKED}) as marked`;

interface Head {
  institutionName: string;
  isClosed: boolean;
  previous: PlainDate | null;
  next: PlainDate | null;
}

export interface Mark {
  reception: Reception;
  receivedAt: Date | null;
}

export interface DayState {
  version: string;
  head: Head;
  booked: ReadonlyMap<number, number>;
  marks: ReadonlyMap<number, Mark>;
}

const askState = query<{ version: string; booked: string | null; marked: string | null; head: Head }>(STATE);
const wordsOf = (listed: string | null) =>
  (listed ?? '')
    .split(',')
    .filter(Boolean)
    .map((one) => one.split(' '));

export async function readState(db: Db, institutionCode: string, date: PlainDate): Promise<DayState> {
  const [found] = await askState(db, institutionCode, date);
  if (!found) throw new Error('an aggregate gives one row');
  return {
    version: found.version,
    head: found.head,
    booked: new Map(wordsOf(found.booked).map(([number, each]) => [Number(number), Number(each)])),
    marks: new Map(
      wordsOf(found.marked).map(([number, state, seconds]) => [
        Number(number),
        { reception: state as Reception, receivedAt: new Date(Number(seconds) * 1000) },
      ]),
    ),
  };
}

/** That the visit v took place before the reservation r does; written out, since a function would be called for each row. */
const EARLIER = `is_live(v.status) and v.visit_date < r.visit_date
              and not exists (select from reception_marks n
                               where n.institution_code = v.institution_code
                                 and n.reservation_number = v.reservation_number and n.state = 'no_show')`;

/** By name and birth date, unless two patient numbers tell them apart; or by the patient number, under whatever name. */
const IS_RETURNING = `
  (exists (select from reservations v
            where v.institution_code = r.institution_code and is_same_person(v.folded_kana, v.birth_date, r.folded_kana, r.birth_date)
              and ${EARLIER}
              and (r.patient_number = '' or v.patient_number in ('', r.patient_number)))
   or (r.patient_number <> '' and exists (
         select from reservations v
          where v.institution_code = r.institution_code and v.patient_number = r.patient_number
            and v.patient_number <> '' and ${EARLIER})))`;

const isRead = (name: keyof Row): name is Exclude<keyof Row, 'reception' | 'hasNote'> =>
  name !== 'reception' && name !== 'hasNote';
/** What every list of reservations shows but the mark, and more; whether there is a note, the note says. */
const NAMES = [
  ...namesIn(reservationRow.fields).filter(isRead),
  ...([
    'startMinute',
    'createdAt',
    'updatedAt',
    'staffMemo',
    'remarks',
    'patientNumber',
    'birthDate',
    'phone',
  ] as const),
];

export interface StoredRow
  extends Omit<ReservationRow<typeof NAMES>, 'reception' | 'hasNote'>,
    Pick<Row, 'slotName' | 'internalName' | 'optionNames'> {
  foldedKana: string;
  personNote: string;
  isReturning: boolean;
}

/**
 * $1 institution, $2 the day, $3 whom of it, null for all. Along the visits of the day in any case; as rows, since the database
 * takes twice as long to make one text of them; in no order, since most of the time only a few are read.
 */
export const ROWS = `
  with rows_ as materialized (
    select * from reservations r where ${BOOKED} and ($3::integer[] is null or r.reservation_number = any($3::integer[]))
  ), notes as materialized (${notesOfRows('rows_')})
  select ${selectReservation(NAMES)}, ${OPTION_NAMES}, s.name as "slotName", c.internal_name as "internalName",
         r.folded_kana as "foldedKana", ${IS_RETURNING} as "isReturning",
         coalesce(notes.body, '') as "personNote"
    from rows_ r
    left join notes on notes.number = r.reservation_number ${ROW_JOINS}`;

const askRows = query<StoredRow>(ROWS);

export const readRowsOf = (db: Db, institutionCode: string, date: PlainDate, numbers: readonly number[] | null) =>
  askRows(db, institutionCode, date, numbers);
