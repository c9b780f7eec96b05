// The rows of a booking, in the database's words, as its function takes them.
import { slotOf } from '#domain/offer/places.ts';
import { taxRateOn } from '#domain/offer/price.ts';
import {
  ACCOUNT_FIELDS,
  FOLLOWING_FIELDS,
  IDENTIFYING_FIELDS,
  type PersonData,
  RESERVATION_FIELDS,
} from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { type BookingDraft, nameOf } from './draft.ts';
import type { CourseFacts } from './facts.ts';
import { firstCredential } from './first-password.ts';
import type { Judged } from './judge.ts';
import type { MailFacts } from './mail-facts.ts';
import { ageDateFor } from './person.ts';
import { columnsOf } from './person-columns.ts';
import type { Booked, Booker } from './prepare.ts';
import type { Replaced } from './replaced.ts';

export function optionRows({ composition }: Judged, number: number) {
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
export function frameRows({ composition }: Judged) {
  return composition.needs.map(({ frameCode, managedBy, countedAs }) => ({
    frame_code: frameCode,
    managed_by: managedBy,
    counted_as: countedAs,
  }));
}

export function placeRows({ composition, desired }: Judged, { visitDate, slotCode }: BookingDraft, number: number) {
  return composition.needs.map((need) => ({
    reservation_number: number,
    frame_code: need.frameCode,
    visit_date: visitDate,
    slot_code: slotOf(need, slotCode),
    quantity: need.quantity,
    held: !desired,
  }));
}

export function mailFactsOf(
  draft: BookingDraft,
  facts: CourseFacts,
  judged: Judged,
  booked: Booked,
  taxRate: number,
): MailFacts {
  const { client, course, composition } = judged;
  return {
    institution: facts.institution,
    templates: facts.templates,
    reservation: {
      number: booked.number,
      clientCode: draft.clientCode,
      courseCode: draft.courseCode,
      desired: judged.desired,
      mail: draft.applicant.mail,
      name: nameOf(draft.applicant),
      visitDate: draft.visitDate,
      startMinute: judged.startMinute,
      clientName: client.name,
      courseName: course.name,
      options: composition.options,
      total: composition.total,
      taxDisplay: facts.institution.taxDisplay,
      taxRate,
      taxRounding: facts.institution.taxRounding,
      pricesShown: client.pricesShown,
    },
    password: booked.firstPassword ?? '',
  };
}

export const taxRateFor = ({ service }: Booker, { visitDate }: BookingDraft) =>
  taxRateOn(service.config.taxRates, visitDate);

export function reservationRow(
  booker: Booker,
  person: PersonData,
  draft: BookingDraft,
  facts: CourseFacts,
  judged: Judged,
  numbers: { reservation: number; examinee: number },
  replaced: Replaced | null,
) {
  const { course, client, composition } = judged;
  const now = booker.now.toISOString();
  return {
    ...columnsOf(person, RESERVATION_FIELDS),
    institution_code: booker.institutionCode,
    reservation_number: numbers.reservation,
    examinee_id: numbers.examinee,
    status: replaced ? 'changed' : 'new',
    desired: judged.desired,
    replaces: replaced?.number ?? null,
    version: 1,
    download_status: replaced ? 'changed' : 'new',
    fiscal_year: draft.fiscalYear,
    course_code: draft.courseCode,
    price_condition_code: composition.price.conditionCode,
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
    course_amount: composition.price.amount,
    total_amount: composition.total,
    tax_display: facts.institution.taxDisplay,
    tax_rounding: facts.institution.taxRounding,
    tax_rate: taxRateFor(booker, draft),
    prices_shown: client.pricesShown,
    age: judged.age,
    age_date: ageDateFor({ client, fiscalYear: draft.fiscalYear }, draft.visitDate),
    patient_number: '',
    created_at: now,
    updated_at: now,
  };
}

export function accountRow(
  { service, now }: Booker,
  person: PersonData,
  facts: CourseFacts,
  booked: Booked,
  examineeId: number,
) {
  const { firstPassword: rule } = facts.institution;
  const credential = firstCredential(service.secret, rule, booked.firstPassword ?? '', now);
  return {
    ...columnsOf(person, ACCOUNT_FIELDS),
    examinee_id: examineeId,
    created_at: now.toISOString(),
    ...credential,
  };
}

/** What goes into the account if its owner books. */
export function followRow({ now }: Booker, person: PersonData, examineeId: number) {
  return {
    examinee_id: examineeId,
    ...columnsOf(person, IDENTIFYING_FIELDS),
    at: now.toISOString(),
    news: columnsOf(person, FOLLOWING_FIELDS[payerOf(person.clientCode)]),
  };
}
