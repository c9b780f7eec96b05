// Writes the note about the person of a reservation. The reservation itself stays as it is.
import { SEVERAL, type ShownNote, shownNote } from '#backoffice/shared/contract-note.ts';
import { NOTE_OF_RESERVATION } from '#backoffice/shared/server-note.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { assertEditable, EDITABLE_COLUMNS } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { stale } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import { saveNote } from './contract-correct.ts';

/** Its person stays who they are until this is done. */
const lock = query(`
  select from reservations where institution_code = $1 and reservation_number = $2 for share`);
/** Bookings that bring a number to a name wait, or are seen (functions/notes.sql). */
const lockNotes = query('select lock_person_notes($1, true)');

const read = query<ReservationRow<typeof EDITABLE_COLUMNS> & { shown: ShownNote }>(`
  select ${selectReservation(EDITABLE_COLUMNS)}, ${NOTE_OF_RESERVATION} as shown
    from reservations r where r.institution_code = $1 and r.reservation_number = $2`);

const drop = query('delete from person_notes where institution_code = $1 and note_id = $2');

/** What the reservation $2 says of its person. */
const OF_RESERVATION = `
  select r.folded_kana, r.birth_date,
         coalesce(nullif(r.patient_number, ''), number_of_person(r.institution_code, r.folded_kana, r.birth_date))
    from reservations r where r.institution_code = $1 and r.reservation_number = $2`;

const change = query(`
  update person_notes
     set (folded_kana, birth_date, patient_number) = (${OF_RESERVATION}),
         body = $3, is_printed = $4, updated_at = $5, updated_by = $6, version = version + 1
   where institution_code = $1 and note_id = $7`);

const add = query(`
  insert into person_notes (institution_code, folded_kana, birth_date, patient_number, body, is_printed, updated_at, updated_by)
  select $1, of.*, $3, $4, $5, $6 from (${OF_RESERVATION}) of`);

const idIn = ({ noteVersion }: ShownNote) => noteVersion.split('.')[0];

/** The newer one comes along, to be shown under what was typed. */
const staleNote = (newer: ShownNote) => new Failure('Stale', stale().sentences, shownNote.encode(newer));

async function save(db: Db, who: Administrator, { number, note, isPrinted, noteVersion }: Input<typeof saveNote>) {
  const { institutionCode, now, userId } = who;
  await lock(db, institutionCode, number);
  await lockNotes(db, institutionCode);
  const [held] = await read(db, institutionCode, number);
  if (!held) throw notFound();
  assertEditable(held);
  const before = held.shown;
  if (before.isSeveral) throw refused(SEVERAL);
  if (noteVersion !== null && noteVersion !== before.noteVersion) throw staleNote(before);
  const isThere = before.noteVersion !== '0';
  if (note.trim() === '') {
    if (isThere) await drop(db, institutionCode, idIn(before));
  } else if (!isThere) {
    await add(db, institutionCode, number, note, isPrinted, now, userId);
  } else if (note !== before.note || isPrinted !== before.isPrinted) {
    await change(db, institutionCode, number, note, isPrinted, now, userId, idIn(before));
  }
  const [saved] = await read(db, institutionCode, number);
  return saved?.shown ?? before;
}

export const noteHandlers: Handler[] = [handle(saveNote, save)];
