// Reads the rows of an extraction, so many at a time.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { DOWNLOAD_WORDS, type DownloadStatus } from '#domain/reservation/download-status.ts';
import { type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { bulkheadOf } from '#server/load/bulkhead.ts';
import { readAhead } from '#server/load/read-ahead.ts';
import type { Administrator } from '#server/service.ts';
import { DOWNLOAD_STATUS_OF_R } from '../server-download-status.ts';
import type { FoundRow } from './contract.ts';

/** Large enough for the database, small enough for whoever waits while a piece is encoded. */
const PIECE = 500;

export async function* readRows(db: Db, who: Administrator, numbers: readonly number[]) {
  const read = (some: readonly number[]) => readPiece(db, who.institutionCode, some);
  for await (const rows of readAhead(bulkheadOf(who.service), numbers, PIECE, read)) yield rows.map(tellRow);
}

interface Row {
  number: number;
  visit_date: PlainDate;
  start_minute: number | null;
  slot_code: string;
  slot_name: string | null;
  name: string;
  kana: string;
  client_name: string;
  course_name: string;
  option_names: string[];
  created_at: Date;
  updated_at: Date;
  status: ReservationStatus;
  download_status: DownloadStatus;
}

export const readPiece = query<Row>(`
  select r.reservation_number as number, r.visit_date, r.start_minute, r.slot_code, s.name as slot_name,
         r.family_name || '　' || r.given_name as name, r.family_kana || '　' || r.given_kana as kana,
         r.client_name, coalesce(nullif(c.internal_name, ''), r.course_name) as course_name,
         array(select coalesce(nullif(i.internal_name, ''), o.name)
                 from reservation_options o
                 left join option_items i on i.institution_code = o.institution_code
                      and i.group_code = o.group_code and i.option_code = o.option_code
                where o.institution_code = r.institution_code and o.reservation_number = r.reservation_number
                order by o.position) as option_names,
         r.created_at, r.updated_at, r.status, ${DOWNLOAD_STATUS_OF_R} as download_status
    from reservations r
    left join time_slots s on s.institution_code = r.institution_code and s.slot_code = r.slot_code
    left join courses c on c.institution_code = r.institution_code and c.client_code = r.client_code
         and c.fiscal_year = r.fiscal_year and c.course_code = r.course_code
   where r.institution_code = $1 and r.reservation_number = any($2::integer[])
   order by r.reservation_number`);

function tellRow(row: Row): FoundRow {
  return {
    number: row.number,
    visitDate: row.visit_date,
    startTime: row.slot_code === WHOLE_DAY ? '' : writeTime(row.start_minute),
    slotCode: row.slot_code,
    slotName: row.slot_name ?? '',
    name: row.name,
    kana: row.kana,
    clientName: row.client_name,
    courseName: row.course_name,
    optionNames: row.option_names,
    createdOn: today(row.created_at),
    updatedOn: today(row.updated_at),
    status: row.status,
    statusWord: STATUS_WORDS[row.status],
    downloadStatus: row.download_status,
    downloadWord: DOWNLOAD_WORDS[row.download_status],
  };
}
