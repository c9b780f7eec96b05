// Whether a booking may be made, and what it then consists of: everything the server decides before it writes.
import { bookableWindow, isChangeOpen, isInside } from '#domain/bookable-window.ts';
import type { Sex } from '#domain/conditions.ts';
import { findMissing } from '#domain/entry-form.ts';
import { type Composition, compose, type Misfit } from '#domain/offer.ts';
import { needsTime } from '#domain/places.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { isLive, type ReservationStatus } from '#domain/reservation-status.ts';
import { INDIVIDUAL, WHOLE_DAY } from '#domain/sentinels.ts';
import { payerOf, type UserKind } from '#domain/user-kind.ts';
import { invalid } from '#wire/failure.ts';
import type { Applicant, BookingDraft, ChosenOption } from './draft.ts';
import type { CategoryFacts, ClientFacts, CourseFacts, CourseHead, InstitutionFacts } from './facts.ts';
import { ageFor } from './person.ts';
import * as refuse from './refusals.ts';

export interface Moment {
  today: PlainDate;
  /** Since midnight. */
  minute: number;
}

/** The reservation that is being changed, if it is the asker's. */
export interface Replaced {
  number: number;
  status: ReservationStatus;
  desired: boolean;
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  visitDate: PlainDate;
}

/** Which client's door is open to whom. */
export function admitToClient(
  institution: Pick<InstitutionFacts, 'bookingKinds'>,
  client: ClientFacts | null,
  clientCode: string,
  isGuest: boolean,
): ClientFacts {
  const isIndividual = clientCode === INDIVIDUAL;
  if (!client?.usable) throw isIndividual ? refuse.individualsClosed() : refuse.clientClosed();
  if (!isIndividual && institution.bookingKinds === 'individual') throw refuse.clientClosed();
  if (isGuest && !client.guestBooking) throw refuse.loginNeeded();
  return client;
}

export function checkInsurerNumber(client: ClientFacts, clientCode: string, insurerNumber: string): void {
  if (clientCode === INDIVIDUAL || client.insurerNumber === '') return;
  if (client.insurerNumber !== insurerNumber) throw refuse.wrongInsurerNumber();
}

/** A course is open while it is public and today lies in its registration period; a change may keep its own. */
export function isCourseOpen(course: CourseHead, today: PlainDate): boolean {
  return course.published && course.registrationFrom <= today && today <= course.registrationTo;
}

export const MISFITS: Readonly<Record<Misfit, () => Error>> = {
  course: refuse.courseUnfit,
  option: refuse.optionUnfit,
  'option twice': refuse.optionTwice,
  'several of a single-choice group': refuse.severalOfSingle,
};

export interface Judged {
  client: ClientFacts;
  course: CourseHead;
  category: CategoryFacts | null;
  composition: Composition;
  age: number;
  startMinute: number | null;
  desired: boolean;
}

export interface Asked {
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  options: readonly Pick<ChosenOption, 'groupCode' | 'optionCode'>[];
  visitDate: PlainDate;
  slotCode: string;
  person: { sex: Sex; birthDate: PlainDate; categoryCode: string | null };
}

/** What the booking is for this real person on that day, if there is such a booking. Used by preview and confirm. */
export function resolve(
  facts: CourseFacts,
  asked: Asked,
  moment: Moment,
  isGuest: boolean,
  replaced: Replaced | null,
): Judged {
  const client = admitToClient(facts.institution, facts.client, asked.clientCode, isGuest);
  const { course } = facts;
  const keepsCourse = replaced?.courseCode === asked.courseCode;
  if (!course || !(keepsCourse || isCourseOpen(course, moment.today))) throw refuse.courseClosed();
  const category = facts.categories.find(({ categoryCode }) => categoryCode === asked.person.categoryCode) ?? null;
  if (!category && (facts.categories.length > 0 || asked.person.categoryCode !== null)) throw refuse.unknownCategory();
  const { birthDate, sex } = asked.person;
  const age = ageFor(client, asked.fiscalYear, birthDate, asked.visitDate);
  const composition = compose(facts, { sex, age, categoryCode: category?.categoryCode ?? null }, asked.options);
  if (typeof composition === 'string') throw MISFITS[composition]();
  const desired = replaced?.desired ?? client.bookingMethod === 'desired';
  const startMinute = checkVisit(facts, asked, moment, composition);
  return { client, course, category, composition, age, startMinute, desired };
}

/** The day is in the window, the slot is one and has not begun; whether it is open and has room, the write decides. */
function checkVisit(
  facts: CourseFacts,
  { visitDate, slotCode, fiscalYear }: Asked,
  { today, minute }: Moment,
  { needs }: Composition,
): number | null {
  const { bookableFromDays, bookableToDays } = facts.institution;
  const window = bookableWindow(today, bookableFromDays, bookableToDays, fiscalYear);
  if (!isInside(window, visitDate)) throw refuse.dayClosed();
  if (!needsTime(needs)) {
    if (slotCode !== WHOLE_DAY) throw refuse.dayClosed();
    return null;
  }
  const slot = facts.slots.find((one) => one.slotCode === slotCode);
  if (!slot || (visitDate === today && slot.startMinute <= minute)) throw refuse.dayClosed();
  return slot.startMinute;
}

export function checkReplaced(
  replaced: Replaced | null,
  draft: Pick<BookingDraft, 'clientCode' | 'fiscalYear'>,
  deadlineDays: number,
  today: PlainDate,
): void {
  if (!replaced || !isLive(replaced.status) || !isChangeOpen(today, replaced.visitDate, deadlineDays)) {
    throw refuse.noLongerChangeable();
  }
  if (replaced.clientCode !== draft.clientCode || replaced.fiscalYear !== draft.fiscalYear) throw refuse.courseClosed();
}

/** Sentences about what the form lacks; hidden rows are not asked for. */
export function findGaps(
  kind: UserKind,
  applicant: Applicant,
  categories: readonly CategoryFacts[],
  consent: boolean,
): string[] {
  const sentences = findMissing(kind, {
    ...applicant,
    // A client without categories has none to choose from.
    categoryCode: categories.length === 0 ? 'none' : applicant.categoryCode,
  }).map(({ sentence }) => sentence);
  if (!consent) sentences.push('利用規約・個人情報の取り扱いへの同意が必要です。');
  return sentences;
}

/** The whole judgement of a confirmed draft. */
export function judge(
  facts: CourseFacts,
  draft: BookingDraft,
  moment: Moment,
  origin: UserKind['origin'],
  isGuest: boolean,
  replaced: Replaced | null,
): Judged {
  const { applicant, claims } = draft;
  const gaps = findGaps({ origin, payer: payerOf(draft.clientCode) }, applicant, facts.categories, draft.consent);
  if (gaps.length > 0) throw invalid(...gaps);
  const { sex, birthDate, categoryCode } = applicant;
  if (!sex || !birthDate || birthDate > moment.today || birthDate < '1900-01-01') {
    throw invalid('生年月日は年月日をすべて正しく選択してください。');
  }
  const judged = resolve(facts, { ...draft, person: { sex, birthDate, categoryCode } }, moment, isGuest, replaced);
  checkInsurerNumber(judged.client, draft.clientCode, applicant.insurerNumber);

  // What the steps showed was for the person they were told of: another one starts over at the preview.
  const ageToday = ageFor(judged.client, draft.fiscalYear, birthDate, moment.today);
  const isSamePerson =
    (claims.sex === null || claims.sex === sex) &&
    (claims.categoryCode === null || claims.categoryCode === categoryCode) &&
    (claims.sex === null || claims.age === judged.age || claims.age === ageToday) &&
    (claims.inputAge === null || claims.inputAge === judged.age);
  if (!isSamePerson) throw refuse.changed('input');
  if (!showsTheSame(draft, judged)) throw refuse.changed();
  return judged;
}

function showsTheSame(draft: BookingDraft, { composition }: Judged): boolean {
  const codes = new Map(composition.options.map((row) => [`${row.groupCode}/${row.optionCode}`, row.conditionCode]));
  return (
    draft.claims.total === composition.total &&
    draft.priceConditionCode === composition.price.conditionCode &&
    draft.options.every((chosen) => codes.get(`${chosen.groupCode}/${chosen.optionCode}`) === chosen.conditionCode)
  );
}
