// What the demo's staff know of some people: of two who come today, and of others who are still to come.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Booking } from './booking.ts';
import { HANAKO } from './hanako.ts';
import { ADMINISTRATOR, INSTITUTION } from './institution.ts';
import { PERSON_NOTES } from './names.ts';

const OF_TODAY = 2;

const addNote = query(`
  insert into person_notes (institution_code, folded_kana, birth_date, patient_number, body, updated_at, updated_by)
  select institution_code, folded_kana, birth_date,
         coalesce(nullif(patient_number, ''), number_of_person(institution_code, folded_kana, birth_date)), $3, $4, $5
    from reservations where institution_code = $1 and reservation_number = $2`);

export async function writePersonNotes(
  db: Db,
  bookings: readonly Booking[],
  today: PlainDate,
  numberOf: ReadonlyMap<Booking, number>,
): Promise<void> {
  const people = [...new Map(bookings.map((booking) => [booking.person, booking])).values()].filter(
    ({ status, person }) => status === 'confirmed' && person !== HANAKO,
  );
  const expected = people.filter(({ visitDate }) => visitDate === today).slice(0, OF_TODAY);
  const later = people.filter(({ visitDate }) => visitDate > today).slice(0, PERSON_NOTES.length - expected.length);
  for (const [at, booking] of [...expected, ...later].entries()) {
    await addNote(db, INSTITUTION, numberOf.get(booking), PERSON_NOTES[at], booking.history[0]!.at, ADMINISTRATOR);
  }
}
