// Reads reservations as rows of a list, so many at a time.
import { ofReservation } from '#booking/records/of-reservation.ts';
import { ALL_NOTED, NOTED_OF } from '#booking/records/person-note.ts';
import { namesIn, type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime, today } from '#domain/calendar/clock.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { DOWNLOAD_WORDS, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { readAhead } from '#server/load/big-reads.ts';
import type { Administrator } from '#server/service.ts';
import { type FoundRow, foundRow, type ListedRow, reservationRow } from './contract-rows.ts';

/** Large enough for the database, small enough for whoever waits while a piece is encoded. */
const PIECE = 500;

export async function* readRows(db: Db, who: Administrator, numbers: readonly number[]) {
  const { institutionCode } = who;
  const noted = await readNoted(db, institutionCode, numbers);
  const read = (some: readonly number[]) => readPiece(db, institutionCode, some);
  for await (const rows of readAhead(who.service.calls, numbers, PIECE, read)) {
    yield rows.map((row) => toFoundRow({ ...row, hasNote: noted.has(row.number) }));
  }
}

const askNoted = query<{ numbers: number[] }>(NOTED_OF);
const askAllNoted = query<{ numbers: number[] }>(ALL_NOTED);

/** Which have a note, once for all pieces: where there are several, all of the institution are not more to look at. */
async function readNoted(db: Db, institutionCode: string, numbers: readonly number[]) {
  const read = numbers.length > PIECE ? askAllNoted(db, institutionCode) : askNoted(db, institutionCode, numbers);
  return new Set((await read).flatMap((row) => row.numbers));
}

/** Of a hundred thousand rows each column takes its time: the extraction reads no more than it answers. */
const FOUND = [...namesIn(foundRow.fields), 'startMinute', 'createdAt', 'updatedAt'] as const;
/** The rest comes from tables that are read for many at once. */
const READ = FOUND.filter((name) => name !== 'downloadStatus' && name !== 'reception' && name !== 'hasNote');
const LISTED = [...FOUND, ...namesIn(reservationRow.fields)] as const;

interface Named {
  slotName: string | null;
  internalName: string | null;
  optionNames: string[];
}

interface FoundPiece extends ReservationRow<typeof FOUND>, Named {}
/** Whether there is a note is asked for all pieces at once. */
type Piece = Omit<FoundPiece, 'hasNote'>;
export interface Row extends ReservationRow<typeof LISTED>, Named {}

const NAMED_COLUMNS = 's.name as "slotName", c.internal_name as "internalName"';

/**
 * Courses and options under the internal names that they have now, so far as they have one. The institution of the options' master is
 * the one that was asked for, and not each reservation's: the database then reads it once and not for every row.
 */
export const OPTION_NAMES = `
  array(select coalesce(nullif(i.internal_name, ''), o.name)
          from reservation_options o
          left join option_items i on i.institution_code = $1
               and i.group_code = o.group_code and i.option_code = o.option_code
         where ${ofReservation('o')}
         order by o.position) as "optionNames"`;

export const ROW_COLUMNS = `${selectReservation(LISTED)}, ${NAMED_COLUMNS}, ${OPTION_NAMES}`;

/** Behind the reservations r. */
export const ROW_JOINS = `
  left join time_slots s on s.institution_code = r.institution_code and s.slot_code = r.slot_code
  left join courses c on c.institution_code = r.institution_code and c.client_code = r.client_code
       and c.fiscal_year = r.fiscal_year and c.course_code = r.course_code`;

/** What stands in other tables about the reservations $2, each table read once for all of them. */
const OF_PIECE = `
  with options as materialized (
    select o.reservation_number as number,
           array_agg(coalesce(nullif(i.internal_name, ''), o.name) order by o.position) as names
      from reservation_options o
      left join option_items i on i.institution_code = $1 and i.group_code = o.group_code and i.option_code = o.option_code
     where o.institution_code = $1 and o.reservation_number = any($2::integer[])
     group by o.reservation_number
  ), files as materialized (
    select d.reservation_number as number, max(d.version) as version from csv_download_rows d
     where d.institution_code = $1 and d.reservation_number = any($2::integer[])
     group by d.reservation_number
  ), marks as materialized (
    select m.reservation_number as number, m.state from reception_marks m
     where m.institution_code = $1 and m.reservation_number = any($2::integer[])
  )`;

/**
 * Joined in full, which is the same here: the database then sorts or hashes them, and never goes through all of them for each row,
 * however few it expects.
 */
export const PIECE_ROWS = `${OF_PIECE}
  select ${selectReservation(READ)}, ${NAMED_COLUMNS}, coalesce(options.names, '{}') as "optionNames",
         case when is_in_file(files.version, r.news_version) then 'done' else r.download_status end as "downloadStatus",
         coalesce(marks.state, 'none') as reception
    from (select * from reservations where institution_code = $1 and reservation_number = any($2::integer[])) r
    full join options on options.number = r.reservation_number
    full join files on files.number = r.reservation_number
    full join marks on marks.number = r.reservation_number ${ROW_JOINS}
   order by r.reservation_number`;
/** As far as the database knows, there might be an option or a mark without its reservation. */
type Joined = { [Name in keyof Piece]: Piece[Name] | null };
const readJoined = query<Joined>(PIECE_ROWS);
const isWhole = (row: Joined): row is Piece => row.number !== null;

export const readPiece = async (db: Db, institutionCode: string, numbers: readonly number[]): Promise<Piece[]> =>
  (await readJoined(db, institutionCode, numbers)).filter(isWhole);

const toFoundRow = (row: FoundPiece): FoundRow => ({
  ...row,
  version: String(row.version),
  startTime: row.slotCode === WHOLE_DAY ? '' : formatTime(row.startMinute),
  slotName: row.slotName ?? '',
  courseName: row.internalName || row.courseName,
  createdOn: today(row.createdAt),
  updatedOn: today(row.updatedAt),
  statusWord: STATUS_WORDS[row.status],
  downloadWord: DOWNLOAD_WORDS[row.downloadStatus],
});

export const toListedRow = (row: Row): ListedRow => ({ ...row, ...toFoundRow(row) });
