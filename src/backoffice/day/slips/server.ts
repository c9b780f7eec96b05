// Reads slips, in three statements whatever their number, and writes nothing.
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import {
  COURSE_VIEW_COLUMNS,
  RESERVATION_VIEW_COLUMNS,
  toCourseView,
  toReservationView,
} from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import { SLIP_FIELDS } from '#domain/reservation/person.ts';
import { ANONYMISED, isLive } from '#domain/reservation/reservation-status.ts';
import { slipNotes } from '#domain/reservation/slip-notes.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { formatAddress } from '#domain/text/address.ts';
import { linesOf } from '#domain/text/characters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';
import { openSlips, type Slip } from './contract.ts';

export const slipHandlers: Handler[] = [
  handle(openSlips, async (db, who, { numbers }) => {
    const wanted = [...new Set(numbers)];
    const [rows, institution] = await Promise.all([
      readRows(db, who.institutionCode, wanted),
      readInstitution(db, who),
    ]);
    const found = new Map(rows.map((row) => [row.number, row]));
    if (found.size < wanted.length) throw notFound();
    const live = wanted
      .flatMap((number) => found.get(number) ?? [])
      .filter(({ status, isAnonymous }) => isLive(status) && !isAnonymous);
    if (live.length === 0) throw refused(rows.some(({ isAnonymous }) => isAnonymous) ? ANONYMISED : NONE);
    who.trace.details = { count: live.length };
    return {
      slips: live.map((row) => toSlip(row, institution.slipNotes)),
      skipCount: wanted.length - live.length,
      institution: { ...institution, place: formatAddress(institution) },
      printedAt: formatMinute(who.now),
    };
  }),
];

const NONE = '印刷できる予約がありません。';

const PRINTED = [
  ...RESERVATION_VIEW_COLUMNS,
  ...COURSE_VIEW_COLUMNS,
  'number',
  'status',
  'origin',
  'mail',
  'isAnonymous',
  'visitDate',
  'name',
  'kana',
  'birthDate',
  'sex',
  'age',
  'ageDate',
  'patientNumber',
  'clientCode',
  'clientName',
  'categoryName',
  ...SLIP_FIELDS,
  'phone',
  'pricesShown',
  'remarks',
  'printedNote',
] as const;

interface Row extends ReservationRow<typeof PRINTED> {
  courseNotes: string | null;
}

const readRows = query<Row>(`
  select ${selectReservation(PRINTED)}, c.confirmation_notes as "courseNotes"
    from reservations r
    left join courses c on c.institution_code = r.institution_code and c.client_code = r.client_code
         and c.fiscal_year = r.fiscal_year and c.course_code = r.course_code
   where r.institution_code = $1 and r.reservation_number = any($2::integer[])`);

interface Institution {
  name: string;
  postalCode: string;
  address: string;
  phone: string;
  phoneHours: string;
  slipNotes: string;
}

const readOwn = query<Institution>(`
  select name, exam_postal_code as "postalCode", trim(exam_address1 || ' ' || exam_address2) as address,
         coalesce(nullif(exam_phone, ''), contract_phone) as phone, phone_hours as "phoneHours", slip_notes as "slipNotes"
    from institutions where institution_code = $1`);

async function readInstitution(db: Db, who: Administrator): Promise<Institution> {
  const [own] = await readOwn(db, who.institutionCode);
  if (!own) throw notFound();
  return own;
}

function toSlip(row: Row, ownNotes: string): Slip {
  const { duration: courseDuration, items } = toCourseView(row);
  const isInsurance = payerOf(row.clientCode) === 'insurance';
  return {
    ...toReservationView(row),
    isInsurance,
    clientName: isInsurance ? row.clientName : '',
    categoryName: isInsurance ? row.categoryName : '',
    courseDuration,
    items,
    notes: slipNotes({ ...row, slipNotes: linesOf(ownNotes), courseNotes: linesOf(row.courseNotes ?? '') }),
  };
}
