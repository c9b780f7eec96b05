// Tells an account that it has booked for the same person in the same fiscal year already. Nobody else is ever told: whoever types a
// name and a birth date must not learn of a booking.
import type { Actor } from '#booking/policy/actor.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { foldKana } from '#domain/text/fold-text.ts';

const SHOWN_COLUMNS = ['number', 'visitDate', 'startMinute', 'courseName'] as const;

/** $1 institution, $2 account, $3 kana, $4 birth date, $5 fiscal year, $6 the one that is being changed. */
const read = query<ReservationRow<typeof SHOWN_COLUMNS>>(`
  select ${selectReservation(SHOWN_COLUMNS)}
    from reservations r
   where r.institution_code = $1 and r.examinee_id = $2 and is_same_person(r.folded_kana, r.birth_date, $3, $4)
     and r.fiscal_year = $5 and is_live(r.status) and r.reservation_number <> $6
   order by r.visit_date, r.reservation_number`);

interface Asked {
  familyKana: string;
  givenKana: string;
  birthDate: PlainDate | null;
  fiscalYear: number;
  ownNumber: number;
}

export async function readSameYear(db: Db, { institutionCode, examineeId }: Actor, asked: Asked) {
  const { birthDate, fiscalYear, ownNumber } = asked;
  const kana = foldKana(asked.familyKana + asked.givenKana);
  if (examineeId === null || kana === '' || birthDate === null) return [];
  const rows = await read(db, institutionCode, examineeId, kana, birthDate, fiscalYear, ownNumber);
  return rows.map(({ startMinute, ...row }) => ({ ...row, startTime: formatTime(startMinute) }));
}
