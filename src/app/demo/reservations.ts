// Writes the planned bookings: accounts, reservations with what was true when they were made, places and history.
import { insertRows } from '#app/template/catalogue.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { occupiesPlaces } from '#domain/reservation/reservation-status.ts';
import { type Booking, totalOf } from './booking.ts';
import type { Calendar } from './calendar.ts';
import { newsOf, planDownloads, writeDownloads } from './downloads.ts';
import { giveHanakoPassword, HANAKO } from './hanako.ts';
import { ADMINISTRATOR, INSTITUTION } from './institution.ts';
import { CATEGORIES } from './masters.ts';
import { type DemoNotice, writeNotice } from './notice.ts';
import { clientOf, PERSON_NOTES } from './people.ts';
import { amendArrived, planVisits, writeVisits } from './visits.ts';

const bornAt = (booking: Booking) => booking.history[0]!.at;

export async function writeReservations(
  db: Db,
  bookings: Booking[],
  { now, today, calendar, notice }: { now: Date; today: PlainDate; calendar: Calendar; notice: DemoNotice | null },
): Promise<void> {
  const accounts = await writeAccounts(db, bookings);
  const numbers = await takeNumbers(db, bookings.length);
  const numberOf = new Map(bookings.map((booking, index) => [booking, numbers[index]!]));
  // In the words of the booking itself; the numbers were not known while it was planned.
  for (const booking of bookings) {
    const { course, slot, visitDate, replaces, history } = booking;
    const number = replaces && numberOf.get(replaces);
    const origin = booking.origin === 'phone' ? { origin: booking.origin } : {};
    const booked = { visit_date: visitDate, slot_code: slot.slotCode, course: course.name, replaces: number };
    history[0]!.details = { ...booked, ...origin };
    const replaced = replaces?.history.find(({ act }) => act === 'replaced');
    if (replaced) replaced.details = { by: numberOf.get(booking) };
  }
  const visits = planVisits(bookings, { now, today });
  amendArrived(visits, today);
  const downloads = planDownloads(bookings, calendar, now);
  const patientOf = givePatientNumbers(bookings, today);

  const reservations = bookings.map((booking) => ({
    reservation_number: numberOf.get(booking)!,
    examinee_id: booking.hasMail ? accounts.get(booking.person.mail)! : null,
    replaces: booking.replaces && numberOf.get(booking.replaces)!,
    ...newsOf(booking),
    patient_number: patientOf(booking),
    cancel_reason: booking.cancelReason ?? '',
    ...copyOf(booking),
  }));
  await insertRows(db, INSTITUTION, {
    reservations,
    reservation_options: bookings.flatMap((booking) =>
      booking.options.map((row, index) => ({
        reservation_number: numberOf.get(booking)!,
        position: index + 1,
        group_code: row.groupCode,
        option_code: row.optionCode,
        condition_code: row.conditionCode,
        name: row.name,
        amount: row.amount,
      })),
    ),
    reservation_places: bookings.flatMap((booking) =>
      booking.places.map((place) => ({
        reservation_number: numberOf.get(booking)!,
        frame_code: place.frameCode,
        visit_date: place.visitDate,
        slot_code: place.slotCode,
        quantity: place.quantity,
        held: occupiesPlaces(booking.status, booking.desired),
      })),
    ),
    reservation_history: bookings.flatMap((booking) =>
      booking.history.map(({ at, by, act, details }) => ({
        reservation_number: numberOf.get(booking)!,
        at,
        actor_kind: by,
        actor_id: by === 'administrator' ? ADMINISTRATOR : String(accounts.get(booking.person.mail)),
        act,
        details,
      })),
    ),
  });
  await writeDownloads(db, downloads, numberOf);
  if (notice) await writeNotice(db, notice, numberOf);
  await writeVisits(db, visits, numberOf);
  await writePersonNotes(db, bookings, today, numberOf);
}

/** The account is the one of the mail's first person; family members are only on their reservations. */
async function writeAccounts(db: Db, bookings: Booking[]): Promise<Map<string, number>> {
  const first = new Map<string, Booking>();
  for (const booking of bookings) {
    if (booking.hasMail && !first.has(booking.person.mail)) first.set(booking.person.mail, booking);
  }
  await insertRows(db, INSTITUTION, {
    examinees: [...first.values()].map((booking) => ({
      ...booking.person,
      mail_verified_at: bornAt(booking),
      created_at: bornAt(booking),
      updated_at: bornAt(booking),
    })),
  });
  const rows = await db
    .selectFrom('examinees')
    .select(['mail', 'examinee_id'])
    .where('institution_code', '=', INSTITUTION)
    .execute();
  const accounts = new Map(rows.map(({ mail, examinee_id }) => [mail, examinee_id]));
  const hanako = first.get(HANAKO.mail);
  if (hanako) await giveHanakoPassword(db, accounts.get(HANAKO.mail)!, bornAt(hanako));
  return accounts;
}

const nextNumbers = query<{ number: number }>(`
  select nextval('reservation_numbers') as number from generate_series(1, $1::integer)`);

async function takeNumbers(db: Db, count: number): Promise<number[]> {
  const rows = await nextNumbers(db, count);
  return rows.map(({ number }) => number).sort((a, b) => a - b);
}

function givePatientNumbers(bookings: Booking[], today: PlainDate): (booking: Booking) => string {
  const personKey = ({ person }: Booking) => `${person.mail} ${person.given_kana}`;
  const numbers = new Map<string, string>();
  for (const booking of bookings) {
    const been = booking.status === 'confirmed' && booking.visitDate < today;
    if (been && !numbers.has(personKey(booking))) numbers.set(personKey(booking), String(204_001 + numbers.size * 3));
  }
  return (booking) => (booking.status === 'confirmed' ? (numbers.get(personKey(booking)) ?? '') : '');
}

function copyOf(booking: Booking) {
  const { person, course, price, slot, history } = booking;
  const client = clientOf(course.clientCode);
  const category = CATEGORIES.find(
    ({ clientCode, categoryCode }) => clientCode === course.clientCode && categoryCode === person.category_code,
  );
  return {
    ...person,
    ...(!booking.hasMail && { mail: '', accepts_mail: false }),
    origin: booking.origin,
    staff_memo: booking.memo,
    status: booking.status,
    desired: booking.desired,
    version: history.length,
    fiscal_year: booking.fiscalYear,
    course_code: course.courseCode,
    price_condition_code: price.conditionCode,
    visit_date: booking.visitDate,
    slot_code: slot.slotCode,
    start_minute: slot.startMinute,
    client_name: client.name,
    category_name: category?.name ?? '',
    course_name: course.name,
    course_duration: course.duration,
    course_description: course.description,
    course_recommended_for: course.recommendedFor,
    course_items: course.items.map(({ name, extent }) => ({ name, extent })),
    course_amount: price.amount,
    total_amount: totalOf(booking),
    tax_display: 'included' as const,
    prices_shown: client.prices_shown,
    age: booking.age,
    remarks: booking.remarks,
    created_at: bornAt(booking),
    updated_at: history.at(-1)!.at,
  };
}

const OF_TODAY = 2;

const addNote = query(`
  insert into person_notes (institution_code, folded_kana, birth_date, patient_number, body, updated_at, updated_by)
  select institution_code, folded_kana, birth_date,
         coalesce(nullif(patient_number, ''), number_of_person(institution_code, folded_kana, birth_date)), $3, $4, $5
    from reservations where institution_code = $1 and reservation_number = $2`);

async function writePersonNotes(
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
