// What is written of a booking that was checked: its rows in the database's words, as its function takes them, and its mails.
import type { MailData } from '#booking/mail/mail-data.ts';
import { writeReservationMails } from '#booking/mail/reservation-mails.ts';
import { fullNameOf } from '#booking/policy/actor.ts';
import type { OriginalReservation } from '#booking/policy/original-reservation.ts';
import type { ValidatedBooking } from '#booking/policy/validate-booking.ts';
import { columnsOf } from '#booking/records/reservation-columns.ts';
import { startOfDay } from '#domain/calendar/clock.ts';
import { type Frame, slotOf } from '#domain/offer/places.ts';
import {
  ACCOUNT_FIELDS,
  FOLLOWING_FIELDS,
  IDENTIFYING_FIELDS,
  RESERVATION_FIELDS,
} from '#domain/reservation/person.ts';
import { occupiesPlaces } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { keyOf, startOf } from '#server/access/limiter.ts';
import { forgottenAddresses } from '#server/mail/mail-consent.ts';
import { verifyLink } from '#server/mail/verify-links.ts';
import { type BookingRecord, logPhoneBooking } from './booking-record.ts';
import { firstCredential } from './first-password.ts';
import type { BookingRows } from './write-booking.ts';

/** By which calendars know it: a change goes on with that of the reservation which it replaces. */
export type CalendarEntry = Pick<OriginalReservation, 'firstNumber' | 'sequence'>;

export const calendarEntryOf = (number: number, original: CalendarEntry | null): CalendarEntry =>
  original
    ? { firstNumber: original.firstNumber, sequence: original.sequence + 1 }
    : { firstNumber: number, sequence: 0 };

/** What it is given besides: its booking record, its numbers, the request it came with, and the password of a new account. */
interface RecordedBooking {
  record: BookingRecord;
  number: number;
  calendar: CalendarEntry;
  examineeId: number | null;
  request: BookingRows['request'];
  firstPassword: string | null;
  firstPasswordEnd: Date | null;
}

export function bookingRows(validated: ValidatedBooking, given: RecordedBooking): BookingRows {
  const { actor, draft, courseData: facts, course, original, composition } = validated;
  const { number, examineeId, record } = given;
  const mails = writeReservationMails(record.mails, mailFactsOf(validated, given), actor.service.config.publicUrl);
  return {
    version: facts.version,
    request: given.request,
    reservation: reservationRow(validated, given),
    options: optionRows(composition.options, number),
    frames: frameRows(composition.needs),
    places: placeRows(validated, given),
    account: record.owner === 'new' ? accountRow(validated, given) : null,
    subject: actor.handover
      ? { client_code: actor.handover.clientCode, subject: actor.handover.subject, examinee_id: examineeId }
      : null,
    // Staff book for somebody: an account's own data are its owner's to change.
    follow: actor.examineeId === null ? null : followRow(validated, actor.examineeId),
    addresses: forgottenAddresses(actor.service.secret, actor.institutionCode, validated.person.mail),
    wish: record.wish,
    limit: bookingLimitRow(validated),
    history: {
      reservation_number: number,
      ...(record.clerk === null
        ? { kind: 'examinee', id: String(examineeId) }
        : { kind: 'administrator', id: record.clerk }),
      act: original ? 'changed' : 'booked',
      details: {
        visit_date: draft.visitDate,
        slot_code: draft.slotCode,
        course: course.name,
        replaces: original?.number,
        origin: record.clerk === null ? undefined : actor.origin,
      },
    },
    mails,
    expected: record.expected,
    ...logPhoneBooking(validated, number, record.raise),
  };
}

/** Without a number for those of a reservation that is there already. */
export const optionRows = (options: MailData['reservation']['options'], number?: number) =>
  options.map((option, position) => ({
    reservation_number: number,
    position,
    group_code: option.groupCode,
    option_code: option.optionCode,
    condition_code: option.conditionCode,
    name: option.name,
    amount: option.amount,
  }));

/** How each frame counts: the function refuses when that is no longer so. */
export const frameRows = (frames: readonly Frame[]) =>
  frames.map(({ frameCode, managedBy, countedAs }) => ({
    frame_code: frameCode,
    managed_by: managedBy,
    counted_as: countedAs,
  }));

function placeRows({ composition, desired, draft }: ValidatedBooking, { number, record }: RecordedBooking) {
  const held = occupiesPlaces(record.status, desired);
  return composition.needs.map((need) => ({
    reservation_number: number,
    frame_code: need.frameCode,
    visit_date: draft.visitDate,
    slot_code: slotOf(need, draft.slotCode),
    quantity: need.quantity,
    held,
  }));
}

function mailFactsOf(validated: ValidatedBooking, given: RecordedBooking): MailData {
  const { number, calendar, record } = given;
  const { actor, draft, courseData: facts, client, course, composition } = validated;
  return {
    institution: facts.institution,
    templates: facts.templates,
    reservation: {
      number,
      firstNumber: calendar.firstNumber,
      sequence: calendar.sequence,
      status: record.status,
      clientCode: draft.clientCode,
      courseCode: draft.courseCode,
      desired: validated.desired,
      mail: draft.applicant.mail,
      name: fullNameOf(draft.applicant),
      visitDate: draft.visitDate,
      startMinute: validated.startMinute,
      clientName: client.name,
      courseName: course.name,
      courseDuration: course.duration,
      options: composition.options,
      total: composition.total,
      taxDisplay: facts.institution.taxDisplay,
      taxRate: validated.taxRate,
      taxRounding: facts.institution.taxRounding,
      pricesShown: client.pricesShown,
    },
    password: given.firstPassword ?? '',
    passwordEnd: given.firstPasswordEnd,
    verifyLink: verifyLinkFor(validated, given),
    today: actor.today,
  };
}

/** Who books for the first time with an address has yet to show that it is theirs. */
function verifyLinkFor({ actor, draft, courseData: facts }: ValidatedBooking, { examineeId, record }: RecordedBooking) {
  const unverified = record.owner === 'new' ? examineeId : record.unverified;
  if (unverified === null) return null;
  const { institutionCode, service, now } = actor;
  const verified = { institutionCode, examineeId: unverified, mail: draft.applicant.mail };
  return verifyLink(service, facts.institution.routeParam, verified, now);
}

function reservationRow(validated: ValidatedBooking, { number, examineeId, record }: RecordedBooking) {
  const { actor, draft, courseData: facts, original, course, client, composition } = validated;
  const { row: price } = composition.price;
  const { patient_number, staff_memo } = record.notes;
  const none = original ? undefined : '';
  const isGuessed = isOwnerGuessed(record, facts);
  const now = actor.now.toISOString();
  return {
    ...columnsOf(validated.person, RESERVATION_FIELDS),
    institution_code: actor.institutionCode,
    reservation_number: number,
    examinee_id: isGuessed ? null : examineeId,
    pending_examinee_id: isGuessed ? examineeId : undefined,
    status: record.status,
    desired: validated.desired,
    replaces: original?.number ?? null,
    version: 1,
    download_status: original ? 'changed' : 'new',
    fiscal_year: draft.fiscalYear,
    course_code: draft.courseCode,
    price_condition_code: price.conditionCode,
    visit_date: draft.visitDate,
    slot_code: draft.slotCode,
    start_minute: validated.startMinute,
    client_name: client.name,
    category_name: validated.category?.name ?? '',
    course_name: course.name,
    course_duration: course.duration,
    course_description: course.description,
    course_recommended_for: course.recommendedFor,
    course_items: facts.items,
    course_amount: price.amount,
    total_amount: composition.total,
    tax_display: facts.institution.taxDisplay,
    tax_rounding: facts.institution.taxRounding,
    tax_rate: validated.taxRate,
    prices_shown: client.pricesShown,
    age: validated.age,
    age_date: validated.ageDate,
    // A change has those of the reservation that it replaces, as they are at that moment.
    origin: original ? undefined : actor.origin === 'counter' ? 'phone' : actor.origin,
    walk_in: !original && actor.origin === 'counter' ? true : undefined,
    patient_number: patient_number ?? none,
    staff_memo: staff_memo ?? none,
    created_at: now,
    updated_at: now,
  };
}

/** A birth date opens the account for whoever guesses it: what staff book shows when the address was verified. */
const isOwnerGuessed = ({ owner, clerk }: BookingRecord, { institution }: ValidatedBooking['courseData']) =>
  owner === 'new' && clerk !== null && institution.firstPassword === 'birth_date';

function accountRow(
  { actor: { service, now }, courseData: facts, person }: ValidatedBooking,
  { examineeId, firstPassword }: RecordedBooking,
) {
  const credential = firstCredential(service.secret, facts.institution.firstPassword, firstPassword ?? '', now);
  return {
    ...columnsOf(person, ACCOUNT_FIELDS),
    examinee_id: examineeId,
    created_at: now.toISOString(),
    ...credential,
  };
}

/** What goes into the account if its owner books. */
function followRow({ actor, person }: ValidatedBooking, examineeId: number) {
  return {
    examinee_id: examineeId,
    ...columnsOf(person, IDENTIFYING_FIELDS),
    at: actor.now.toISOString(),
    news: columnsOf(person, FOLLOWING_FIELDS[payerOf(person.clientCode)]),
  };
}

/** How many bookings the account may make (functions/booking-limits.sql); null where nobody counts: a guest's address opens one account. */
function bookingLimitRow({ actor, person, original }: ValidatedBooking) {
  const { service, now, examineeId, institutionCode, today } = actor;
  const { perAccountPerDay, livePerAccount, perRecipientPerDay } = service.config.bookings;
  if (examineeId === null || !(perAccountPerDay || livePerAccount || perRecipientPerDay)) return null;
  const mail = lowerAscii(person.mail);
  const rule = { kind: 'booking-recipient', minutes: 24 * 60, limit: perRecipientPerDay, since: 'first' } as const;
  return {
    examinee_id: examineeId,
    mail,
    replaces: original?.number ?? null,
    per_day: perAccountPerDay,
    live: livePerAccount,
    per_recipient: perRecipientPerDay,
    day_start: startOfDay(today).toISOString(),
    today,
    recipient: perRecipientPerDay > 0 ? keyOf(service, rule, institutionCode, mail) : '',
    since: startOf(rule, now).toISOString(),
  };
}
