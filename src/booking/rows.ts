// What is written of a booking that was judged: its rows in the database's words, as its function takes them, and its mails.
import { slotOf } from '#domain/offer/places.ts';
import {
  ACCOUNT_FIELDS,
  FOLLOWING_FIELDS,
  IDENTIFYING_FIELDS,
  RESERVATION_FIELDS,
} from '#domain/reservation/person.ts';
import { holdsPlaces } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { nameOf } from './draft.ts';
import { firstCredential } from './first-password.ts';
import type { Judged } from './judge.ts';
import { limitRow } from './limits.ts';
import type { MailFacts } from './mail-facts.ts';
import { deskLog, type Manner } from './manner.ts';
import { columnsOf } from './person-columns.ts';
import type { Replaced } from './replaced.ts';
import { writeReservationMails } from './reservation-mails.ts';
import type { BookingRows } from './write.ts';

/** By which calendars know it: a change goes on with that of the reservation which it replaces. */
export type CalendarEntry = Pick<Replaced, 'firstNumber' | 'sequence'>;

export const calendarEntryOf = (number: number, replaced: CalendarEntry | null): CalendarEntry =>
  replaced
    ? { firstNumber: replaced.firstNumber, sequence: replaced.sequence + 1 }
    : { firstNumber: number, sequence: 0 };

/** What it is given besides: its manner, its numbers, the request it came with, and the password of a new account. */
export interface Given {
  manner: Manner;
  number: number;
  calendar: CalendarEntry;
  examineeId: number | null;
  request: BookingRows['request'];
  firstPassword: string | null;
  firstPasswordEnd: Date | null;
}

export function bookingRows(judged: Judged, given: Given): BookingRows {
  const { asker, draft, facts, course, replaced } = judged;
  const { number, examineeId, manner } = given;
  const mails = writeReservationMails(manner.mails, mailFactsOf(judged, given), asker.service.config.publicUrl);
  return {
    version: facts.version,
    request: given.request,
    reservation: reservationRow(judged, given),
    options: optionRows(judged, number),
    frames: frameRows(judged),
    places: placeRows(judged, given),
    account: manner.owner === 'new' ? accountRow(judged, given) : null,
    subject: asker.handover
      ? { client_code: asker.handover.clientCode, subject: asker.handover.subject, examinee_id: examineeId }
      : null,
    // Staff book for somebody: an account's own data are its owner's to change.
    follow: asker.examineeId === null ? null : followRow(judged, asker.examineeId),
    wish: manner.wish,
    limit: limitRow(judged),
    history: {
      reservation_number: number,
      ...(manner.clerk === null
        ? { kind: 'examinee', id: String(examineeId) }
        : { kind: 'administrator', id: manner.clerk }),
      act: replaced ? 'changed' : 'booked',
      details: {
        visit_date: draft.visitDate,
        slot_code: draft.slotCode,
        course: course.name,
        replaces: replaced?.number,
        origin: manner.clerk === null ? undefined : asker.origin,
      },
    },
    mails,
    expected: manner.expected,
    ...deskLog(judged, number, manner.raise),
  };
}

function optionRows({ composition }: Judged, number: number) {
  return composition.options.map((option, position) => ({
    reservation_number: number,
    position,
    group_code: option.groupCode,
    option_code: option.optionCode,
    condition_code: option.conditionCode,
    name: option.name,
    amount: option.amount,
  }));
}

/** How each frame counts: the function refuses when that is no longer so. */
function frameRows({ composition }: Judged) {
  return composition.needs.map(({ frameCode, managedBy, countedAs }) => ({
    frame_code: frameCode,
    managed_by: managedBy,
    counted_as: countedAs,
  }));
}

function placeRows({ composition, desired, draft }: Judged, { number, manner }: Given) {
  const held = holdsPlaces(manner.status, desired);
  return composition.needs.map((need) => ({
    reservation_number: number,
    frame_code: need.frameCode,
    visit_date: draft.visitDate,
    slot_code: slotOf(need, draft.slotCode),
    quantity: need.quantity,
    held,
  }));
}

function mailFactsOf(judged: Judged, { number, calendar, manner, ...given }: Given): MailFacts {
  const { asker, draft, facts, client, course, composition } = judged;
  return {
    institution: facts.institution,
    templates: facts.templates,
    reservation: {
      number,
      ...calendar,
      status: manner.status,
      clientCode: draft.clientCode,
      courseCode: draft.courseCode,
      desired: judged.desired,
      mail: draft.applicant.mail,
      name: nameOf(draft.applicant),
      visitDate: draft.visitDate,
      startMinute: judged.startMinute,
      clientName: client.name,
      courseName: course.name,
      courseDuration: course.duration,
      options: composition.options,
      total: composition.total,
      taxDisplay: facts.institution.taxDisplay,
      taxRate: judged.taxRate,
      taxRounding: facts.institution.taxRounding,
      pricesShown: client.pricesShown,
    },
    password: given.firstPassword ?? '',
    passwordEnd: given.firstPasswordEnd,
    today: asker.today,
  };
}

function reservationRow(judged: Judged, { number, examineeId, manner }: Given) {
  const { asker, draft, facts, replaced, course, client, composition } = judged;
  const { row: price } = composition.price;
  const now = asker.now.toISOString();
  return {
    ...columnsOf(judged.person, RESERVATION_FIELDS),
    institution_code: asker.institutionCode,
    reservation_number: number,
    examinee_id: examineeId,
    status: manner.status,
    desired: judged.desired,
    replaces: replaced?.number ?? null,
    version: 1,
    download_status: replaced ? 'changed' : 'new',
    fiscal_year: draft.fiscalYear,
    course_code: draft.courseCode,
    price_condition_code: price.conditionCode,
    visit_date: draft.visitDate,
    slot_code: draft.slotCode,
    start_minute: judged.startMinute,
    client_name: client.name,
    category_name: judged.category?.name ?? '',
    course_name: course.name,
    course_duration: course.duration,
    course_description: course.description,
    course_recommended_for: course.recommendedFor,
    course_items: facts.items,
    course_amount: price.amount,
    total_amount: composition.total,
    tax_display: facts.institution.taxDisplay,
    tax_rounding: facts.institution.taxRounding,
    tax_rate: judged.taxRate,
    prices_shown: client.pricesShown,
    age: judged.age,
    age_date: judged.ageDate,
    // A change has those of the reservation that it replaces, as they are at that moment.
    ...(!replaced && { origin: asker.origin, patient_number: '', staff_memo: '' }),
    ...manner.notes,
    created_at: now,
    updated_at: now,
  };
}

function accountRow({ asker: { service, now }, facts, person }: Judged, { examineeId, firstPassword }: Given) {
  const credential = firstCredential(service.secret, facts.institution.firstPassword, firstPassword ?? '', now);
  return {
    ...columnsOf(person, ACCOUNT_FIELDS),
    examinee_id: examineeId,
    created_at: now.toISOString(),
    ...credential,
  };
}

/** What goes into the account if its owner books. */
function followRow({ asker, person }: Judged, examineeId: number) {
  return {
    examinee_id: examineeId,
    ...columnsOf(person, IDENTIFYING_FIELDS),
    at: asker.now.toISOString(),
    news: columnsOf(person, FOLLOWING_FIELDS[payerOf(person.clientCode)]),
  };
}
