// Reads reservations as rows of a list, so many at a time.
import { namesIn, ofReservation, type ReservationRow, selectReservation } from '#booking/reservation-reads.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { DOWNLOAD_WORDS } from '#domain/reservation/download-status.ts';
import { STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { readAhead } from '#server/load/read-ahead.ts';
import type { Administrator } from '#server/service.ts';
import { type FoundRow, foundRow, type ListedRow, reservationRow } from './contract-rows.ts';

/** Large enough for the database, small enough for whoever waits while a piece is encoded. */
const PIECE = 500;

export async function* readRows(db: Db, who: Administrator, numbers: readonly number[]) {
  const read = (some: readonly number[]) => readPiece(db, who.institutionCode, some);
  for await (const rows of readAhead(who.service.calls, numbers, PIECE, read)) yield rows.map(tellFound);
}

/** Of a hundred thousand rows each column takes its time: the extraction reads no more than it answers. */
const FOUND = [...namesIn(foundRow.fields), 'startMinute', 'createdAt', 'updatedAt'] as const;
const LISTED = [...FOUND, ...namesIn(reservationRow.fields)] as const;

interface Named {
  slotName: string | null;
  internalName: string | null;
  optionNames: string[];
}

interface FoundPiece extends ReservationRow<typeof FOUND>, Named {}
export interface Row extends ReservationRow<typeof LISTED>, Named {}

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

const columnsOf = (names: typeof FOUND | typeof LISTED) =>
  `${selectReservation(names)}, s.name as "slotName", c.internal_name as "internalName", ${OPTION_NAMES}`;

export const ROW_COLUMNS = columnsOf(LISTED);

/** Behind the reservations r. */
export const ROW_JOINS = `
  left join time_slots s on s.institution_code = r.institution_code and s.slot_code = r.slot_code
  left join courses c on c.institution_code = r.institution_code and c.client_code = r.client_code
       and c.fiscal_year = r.fiscal_year and c.course_code = r.course_code`;

/** Each by its number: without knowing how large an institution is, the database would rather read all of it at once. */
export const PIECE_ROWS = `
  select ${columnsOf(FOUND)}
    from unnest($2::integer[]) as n(number)
   cross join lateral (
      select * from reservations r where r.institution_code = $1 and r.reservation_number = n.number limit 1) r ${ROW_JOINS}
   order by r.reservation_number`;
export const readPiece = query<FoundPiece>(PIECE_ROWS);

const tellFound = (row: FoundPiece): FoundRow => ({
  ...row,
  version: String(row.version),
  startTime: row.slotCode === WHOLE_DAY ? '' : writeTime(row.startMinute),
  slotName: row.slotName ?? '',
  courseName: row.internalName || row.courseName,
  createdOn: today(row.createdAt),
  updatedOn: today(row.updatedAt),
  statusWord: STATUS_WORDS[row.status],
  downloadWord: DOWNLOAD_WORDS[row.downloadStatus],
});

export const tellRow = (row: Row): ListedRow => ({ ...row, ...tellFound(row) });
