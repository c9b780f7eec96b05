// Corrects the person of a reservation, and saves the staff's memo and the note about the person. The account is left alone: this is about one visit.
import { sql } from 'kysely';
import { SEVERAL, type ShownNote, shownNote } from '#backoffice/shared/contract-note.ts';
import { findCorrections, namesOfCorrections } from '#backoffice/shared/reservation-history.ts';
import { NOTE_OF_RESERVATION } from '#backoffice/shared/server-note.ts';
import { ageDateFor, ageFor } from '#booking/policy/applicant-age.ts';
import { type BookedCourse, findOfferDifferences, type OfferDifference } from '#booking/policy/check-correction.ts';
import { type CourseData, readCourseData } from '#booking/policy/course-data.ts';
import { columnsOf, type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { assertEditable, EDITABLE_COLUMNS } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { japanTimeOf } from '#domain/calendar/clock.ts';
import { formatOfficeDate, formatYen } from '#domain/calendar/japanese-dates.ts';
import { ageOn } from '#domain/offer/age.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { CORRECTABLE_FIELDS, decideAlike, type PersonData, RESERVATION_FIELDS } from '#domain/reservation/person.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { inHalves } from '#domain/text/address.ts';
import { bringBackRefusal } from '#server/mail/mail-consent.ts';
import { lockRecord, stale } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, invalid, notFound, refused } from '#wire/failure.ts';
import {
  correctPerson,
  refusedFields,
  saveMemo,
  saveNote,
  USE_PHONE_BOOKING,
  WRONG_BIRTH_DATE,
} from './contract-correct.ts';

const LOCKED_COLUMNS = [
  ...RESERVATION_FIELDS,
  ...EDITABLE_COLUMNS,
  'number',
  'version',
  'fiscalYear',
  'courseCode',
  'visitDate',
  'ageDate',
  'options',
  'staffMemo',
] as const;

type LockedReservation = ReservationRow<typeof LOCKED_COLUMNS>;

const read = query<LockedReservation>(`
  select ${selectReservation(LOCKED_COLUMNS)} from reservations r where r.institution_code = $1 and r.reservation_number = $2`);

/** Whoever has booked with an address that they have not shown to be theirs does not learn what staff know of its owner. */
const awaitVerification = query('select await_verification_of($1, $2)');

const writeHistory = query(`
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values ($1, $2, $3, 'administrator', $4, $5, $6::jsonb)`);

/** The reservation, which nobody else changes until this is done; throws where staff may not act on it any more. */
async function lockReservationRow(
  db: Db,
  who: Administrator,
  number: number,
  version: string | null,
): Promise<LockedReservation> {
  const { institutionCode } = who;
  await lockRecord(db, 'reservations', { institution_code: institutionCode, reservation_number: number }, null);
  const [stored] = await read(db, institutionCode, number);
  if (!stored) throw notFound();
  assertEditable(stored);
  assertVersion(stored, version);
  return stored;
}

function assertVersion(stored: LockedReservation, version: string | null): void {
  if (version !== null && version !== String(stored.version)) throw stale();
}

/** What was sent, over what stands there: whoever pays for themselves has nothing of a society. */
function personOf(stored: LockedReservation, sent: Input<typeof correctPerson>): PersonData {
  const typed = { ...sent, postalCode: sent.postalCode1 + sent.postalCode2 };
  const { fields } = sent;
  const isSent = (name: string) =>
    fields.length === 0 || fields.some((field) => field === name || (name === 'postalCode' && field.startsWith(name)));
  const names = CORRECTABLE_FIELDS[payerOf(stored.clientCode)].filter(isSent);
  return { ...stored, ...Object.fromEntries(names.map((name) => [name, typed[name]])) };
}

const answer = (person: PersonData, version: number) => ({
  ...person,
  ...inHalves(person.postalCode),
  version: String(version),
});

async function correct(db: Db, who: Administrator, sent: Input<typeof correctPerson>) {
  if (!sent.birthDate || sent.birthDate > japanTimeOf(who.now).today) throw invalid(WRONG_BIRTH_DATE);
  const stored = await lockReservationRow(db, who, sent.number, null);
  const person = personOf(stored, sent);
  const birthDate = person.birthDate ?? sent.birthDate;
  const corrections = findCorrections(stored, person);
  const names = namesOfCorrections(corrections);
  who.trace.details = { note: names.length > 0 ? `受診者の訂正（${names.join('・')}）` : '変更なし' };
  // Who sends the same again finds it done, whatever the version.
  if (names.length === 0) return answer(person, stored.version);
  assertVersion(stored, sent.version);
  await awaitVerification(db, who.institutionCode, stored.number);
  await bringBackRefusal(db, who.service.secret, who.institutionCode, person.mail);
  const aged = decideAlike(stored, person) ? {} : await recountAge(db, who, stored, { ...person, birthDate });
  await db
    .updateTable('reservations')
    .set({
      ...columnsOf(person, CORRECTABLE_FIELDS.insurance),
      birth_date: birthDate,
      sex: person.sex ?? stored.sex,
      ...aged,
      version: sql`version + 1`,
      // What the hospital's own system was given is no longer so.
      download_status: 'changed',
      news_version: sql`version + 1`,
      updated_at: who.now,
    })
    .where('institution_code', '=', who.institutionCode)
    .where('reservation_number', '=', stored.number)
    .execute();
  await note(db, who, stored.number, 'corrected', { corrections });
  return answer(person, stored.version + 1);
}

/** The age for another birth date or sex; throws where course, options or frames would be others. */
async function recountAge(
  db: Db,
  { institutionCode, now }: Administrator,
  stored: LockedReservation,
  person: PersonData & { birthDate: string },
) {
  const facts = await readCourseData(db, { ...stored, institutionCode });
  // What was received is received: after the day nothing can be booked in its place.
  const isToCome = isLive(stored.status) && stored.visitDate >= japanTimeOf(now).today;
  if (isToCome) refuseOtherOffer(facts, stored, person);
  const { client } = facts;
  const { fiscalYear, visitDate } = stored;
  // Without a client nobody says at which day ages count, beyond what was counted before.
  if (!client) return { age: ageOn(person.birthDate, stored.ageDate ?? visitDate) };
  return {
    age: ageFor({ client, fiscalYear }, person.birthDate, visitDate),
    age_date: ageDateFor({ client, fiscalYear }, visitDate),
  };
}

const note = (db: Db, who: Administrator, number: number, act: 'corrected' | 'memo', details: object) =>
  writeHistory(db, who.institutionCode, number, who.now, who.userId, act, JSON.stringify(details));

const writeMemo = query(`
  update reservations set staff_memo = $3, version = version + 1 where institution_code = $1 and reservation_number = $2`);

/** It is no news to anybody but the staff: neither files nor the time of the last change know of it. */
async function updateMemo(db: Db, who: Administrator, sent: Input<typeof saveMemo>) {
  const stored = await lockReservationRow(db, who, sent.number, sent.version);
  if (stored.staffMemo === sent.staffMemo) return { version: String(stored.version) };
  await writeMemo(db, who.institutionCode, stored.number, sent.staffMemo);
  await note(db, who, stored.number, 'memo', {});
  return { version: String(stored.version + 1) };
}

export const correctionHandlers: Handler[] = [
  handle(correctPerson, correct),
  handle(saveMemo, updateMemo),
  handle(saveNote, updateNote),
];

const DECIDING = ['birthDate', 'sex'] as const;
type Deciding = (typeof DECIDING)[number];

/** Throws where masters, as they are now, would make another booking of it. */
function refuseOtherOffer(facts: CourseData, stored: PersonData & BookedCourse, person: PersonData): void {
  const differencesFor = (one: PersonData) => findOfferDifferences(facts, stored, stored, one);
  const differences = differencesFor(person);
  if (differences.length === 0) return;
  const changed = DECIDING.filter((name) => stored[name] !== person[name]);
  // Where one of two alone would do it, it is that one.
  const decisive = changed.filter((name) => differencesFor({ ...stored, [name]: person[name] }).length > 0);
  const fields = decisive.length > 0 ? decisive : changed;
  const subject = fields.map((name) => fieldName(name, person)).join('、');
  const pricesShown = facts.client?.pricesShown ?? false;
  const sentences = differences.map(
    (difference) => `${subject}にすると、${describeDifference(difference, pricesShown)}。${USE_PHONE_BOOKING}`,
  );
  throw new Failure('Refused', sentences, refusedFields.encode({ fields: [...fields] }));
}

const fieldName = (name: Deciding, { birthDate, sex }: PersonData) =>
  name === 'sex' ? `性別を${sex ? SEX_WORDS[sex] : ''}` : `生年月日を${birthDate ? formatOfficeDate(birthDate) : ''}`;

/** Clients may not want prices to be seen. */
function describeDifference(difference: OfferDifference, pricesShown: boolean): string {
  const describePrice = (of: string, { from, to }: { from: number; to: number }) => {
    if (from === to) return `${of}の料金の条件が変わります`;
    return pricesShown ? `${of}の料金が${formatYen(from)}から${formatYen(to)}に変わります` : `${of}の料金が変わります`;
  };
  switch (difference.what) {
    case 'no course':
      return 'このコースは受けられません';
    case 'course price':
      return describePrice('コース', difference.amount);
    case 'no option':
      return `オプション「${difference.name}」は受けられません`;
    case 'option price':
      return describePrice(`オプション「${difference.name}」`, difference.amount);
    case 'frames':
      return '使用する予約枠が変わります';
  }
}

/** The reservation itself stays as it is, and its person who they are until this is done. */
const lockPerson = query(`
  select from reservations where institution_code = $1 and reservation_number = $2 for share`);
/** Bookings that bring a number to a name wait, or are seen (functions/notes.sql). */
const lockNotes = query('select lock_person_notes($1, true)');

const readNote = query<ReservationRow<typeof EDITABLE_COLUMNS> & { shown: ShownNote }>(`
  select ${selectReservation(EDITABLE_COLUMNS)}, ${NOTE_OF_RESERVATION} as shown
    from reservations r where r.institution_code = $1 and r.reservation_number = $2`);

const deleteNote = query('delete from person_notes where institution_code = $1 and note_id = $2');

/** What the reservation $2 says of its person. */
const OF_RESERVATION = `
  select r.folded_kana, r.birth_date,
         coalesce(nullif(r.patient_number, ''), number_of_person(r.institution_code, r.folded_kana, r.birth_date))
    from reservations r where r.institution_code = $1 and r.reservation_number = $2`;

const changeNote = query(`
  update person_notes
     set (folded_kana, birth_date, patient_number) = (${OF_RESERVATION}),
         body = $3, is_printed = $4, updated_at = $5, updated_by = $6, version = version + 1
   where institution_code = $1 and note_id = $7`);

const addNote = query(`
  insert into person_notes (institution_code, folded_kana, birth_date, patient_number, body, is_printed, updated_at, updated_by)
  select $1, of.*, $3, $4, $5, $6 from (${OF_RESERVATION}) of`);

const idIn = ({ noteVersion }: ShownNote) => noteVersion.split('.')[0];

/** The newer one comes along, to be shown under what was typed. */
const staleNote = (newer: ShownNote) => new Failure('Stale', stale().sentences, shownNote.encode(newer));

async function updateNote(
  db: Db,
  who: Administrator,
  { number, note, isPrinted, noteVersion }: Input<typeof saveNote>,
) {
  const { institutionCode, now, userId } = who;
  await lockPerson(db, institutionCode, number);
  await lockNotes(db, institutionCode);
  const [found] = await readNote(db, institutionCode, number);
  if (!found) throw notFound();
  assertEditable(found);
  const before = found.shown;
  if (before.isSeveral) throw refused(SEVERAL);
  if (noteVersion !== null && noteVersion !== before.noteVersion) throw staleNote(before);
  const isThere = before.noteVersion !== '0';
  if (note.trim() === '') {
    if (isThere) await deleteNote(db, institutionCode, idIn(before));
  } else if (!isThere) {
    await addNote(db, institutionCode, number, note, isPrinted, now, userId);
  } else if (note !== before.note || isPrinted !== before.isPrinted) {
    await changeNote(db, institutionCode, number, note, isPrinted, now, userId, idIn(before));
  }
  const [saved] = await readNote(db, institutionCode, number);
  return saved?.shown ?? before;
}
