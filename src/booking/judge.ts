// Whether a booking may be made, and what it then consists of: everything the server decides before it writes.

import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { bookableWindow, isInside, type Window } from '#domain/offer/bookable-window.ts';
import { type Condition, fits, type Person, type Sex } from '#domain/offer/conditions.ts';
import { type Composition, type CourseRows, compose } from '#domain/offer/offer.ts';
import { keepsVisit, needsTime } from '#domain/offer/places.ts';
import { INDIVIDUAL, isInsurerNumber, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { findMissing, NO_CONSENT } from '#domain/reservation/entry-form.ts';
import type { Applicant } from '#domain/reservation/person.ts';
import { payerOf, type UserKind } from '#domain/reservation/user-kind.ts';
import { invalid } from '#wire/failure.ts';
import type { BookingDraft, ChosenOption } from './draft.ts';
import type { CategoryFacts, ClientFacts, CourseFacts, CourseHead, InstitutionFacts } from './facts.ts';
import { composeOnOneOf, daysToTry } from './fitting-days.ts';
import { ageFor, checkBirthDate, personOn } from './person.ts';
import { refuse } from './refusals.ts';
import { categoriesFor, type Replaced } from './replaced.ts';

export interface Moment {
  today: PlainDate;
  /** Since midnight. */
  minute: number;
}

/** Which client's door is open to whom; a change keeps its own, also where new bookings are no longer taken. */
export function admitToClient(
  institution: Pick<InstitutionFacts, 'bookingKinds'>,
  client: ClientFacts | null,
  clientCode: string,
  isGuest: boolean,
  replaced: Replaced | null = null,
): ClientFacts {
  if (client && replaced?.clientCode === clientCode) return client;
  const isIndividual = clientCode === INDIVIDUAL;
  if (!client?.usable) throw refuse(isIndividual ? 'IndividualsClosed' : 'ClientClosed');
  if (!isIndividual && institution.bookingKinds === 'individual') throw refuse('ClientClosed');
  if (isGuest && !client.guestBooking) throw refuse('LoginNeeded');
  return client;
}

export function checkInsurerNumber(
  client: ClientFacts,
  clientCode: string,
  insurerNumber: string,
  replaced: Replaced | null = null,
): void {
  if (clientCode === INDIVIDUAL || !isInsurerNumber(client.insurerNumber)) return;
  const isRight = [client.insurerNumber, replaced?.insurerNumber].includes(insurerNumber);
  if (!isRight) throw refuse('WrongInsurerNumber');
}

/** A course is open while it is public and today lies in its registration period; a change may keep its own. */
export function openCourse(
  { course }: CourseFacts,
  asked: Pick<Asked, 'clientCode' | 'fiscalYear' | 'courseCode'>,
  today: PlainDate,
  replaced: Replaced | null,
): CourseHead {
  if (!course) throw refuse('CourseClosed');
  const isKept =
    replaced?.courseCode === asked.courseCode &&
    replaced.clientCode === asked.clientCode &&
    replaced.fiscalYear === asked.fiscalYear;
  const isOpen = course.published && course.registrationFrom <= today && today <= course.registrationTo;
  if (!isKept && !isOpen) throw refuse('CourseClosed');
  return course;
}

export interface Asked {
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  /** Null as long as no day is chosen. */
  visitDate: PlainDate | null;
  slotCode: string;
  priceConditionCode: string;
  options: readonly ChosenOption[];
  person: { sex: Sex | null; birthDate: PlainDate | null; categoryCode: string | null };
}

/** What a booking consists of, as far as it is known. */
export interface Outline {
  client: ClientFacts;
  course: CourseHead;
  category: CategoryFacts | null;
  composition: Composition;
  age: number | null;
  startMinute: number | null;
  desired: boolean;
}

export interface Judged extends Outline {
  age: number;
}

/** What the booking is for this person on that day, if there is such a booking. Used by preview and confirm. */
export function resolve(
  facts: CourseFacts,
  asked: Asked,
  moment: Moment,
  isGuest: boolean,
  replaced: Replaced | null,
): Outline {
  const client = admitToClient(facts.institution, facts.client, asked.clientCode, isGuest, replaced);
  const course = openCourse(facts, asked, moment.today, replaced);
  const categories = categoriesFor(facts.categories, replaced);
  const category = categories.find(({ categoryCode }) => categoryCode === asked.person.categoryCode) ?? null;
  if (!category && (categories.length > 0 || asked.person.categoryCode !== null)) throw refuse('UnknownCategory');
  const known = { ...asked.person, age: null };
  const composeOn = (day: PlainDate) => {
    const person = personOn({ ...asked, client }, known, day);
    return { person, composition: compose(rowsFor(facts, person, asked), person, asked.options) };
  };
  const choosable = { window: windowOf(facts, asked, moment), own: replaced?.visitDate ?? null, today: moment.today };
  const days = asked.visitDate ? [asked.visitDate] : daysToTry(choosable, null);
  const { person, composition } = composeOnOneOf(days, composeOn);
  const desired = replaced?.desired ?? client.bookingMethod === 'desired';
  const startMinute = checkVisit(facts, asked, moment, composition, replaced);
  return { client, course, category, composition, age: person.age, startMinute, desired };
}

function windowOf(
  { institution }: CourseFacts,
  { fiscalYear }: Pick<Asked, 'fiscalYear'>,
  { today }: Pick<Moment, 'today'>,
): Window {
  return bookableWindow(today, institution.bookableFromDays, institution.bookableToDays, fiscalYear);
}

/** Of somebody who is not wholly known several rows may fit: then those that were chosen before go first. */
function rowsFor(facts: CourseRows, person: Person, asked: Asked): CourseRows {
  if (person.sex !== null && person.age !== null) return facts;
  const chosen = new Map(asked.options.map((one) => [`${one.groupCode}/${one.optionCode}`, one.conditionCode]));
  const prefer = <R extends Condition>(rows: readonly R[], isChosen: (row: R) => boolean) => {
    const found = rows.filter((row) => isChosen(row) && fits(row, person));
    return found.length > 0 ? found : rows;
  };
  return {
    frames: facts.frames,
    prices: prefer(facts.prices, ({ conditionCode }) => conditionCode === asked.priceConditionCode),
    options: [...Map.groupBy(facts.options, (row) => `${row.groupCode}/${row.optionCode}`)].flatMap(([key, rows]) =>
      prefer(rows, ({ conditionCode }) => conditionCode === chosen.get(key)),
    ),
  };
}

/** The day is in the window, the slot is one and has not begun; whether it is open and has room, the write decides. */
function checkVisit(
  facts: CourseFacts,
  { visitDate, slotCode, fiscalYear, person }: Asked,
  { today, minute }: Moment,
  { needs }: Composition,
  replaced: Replaced | null,
): number | null {
  const slot = facts.slots.find((one) => one.slotCode === slotCode);
  if (!slot && slotCode !== WHOLE_DAY) throw refuse('DayClosed');
  const startMinute = slot?.startMinute ?? null;
  if (visitDate === null) return startMinute;
  const window = windowOf(facts, { fiscalYear }, { today });
  // What one has already may be kept, also where others can no longer book it.
  const isKept = replaced !== null && keepsVisit(replaced, { visitDate, slotCode });
  if (!isInside(window, visitDate) && !isKept) throw refuse('DayClosed');
  // Who is not known may need less than all that could be needed.
  if (person.sex === null || person.birthDate === null) return startMinute;
  if (needsTime(needs) !== (slotCode !== WHOLE_DAY)) throw refuse('DayClosed');
  if (slotCode === WHOLE_DAY) return null;
  if (startMinute === null || (visitDate === today && startMinute <= minute)) throw refuse('DayClosed');
  return startMinute;
}

/** What is missing that the contract cannot know of: a category, where the client has some. */
export function findGaps(
  kind: UserKind,
  { categoryCode }: Pick<Applicant, 'categoryCode'>,
  categories: readonly CategoryFacts[],
): string[] {
  return categories.length === 0 ? [] : findMissing(kind, { categoryCode }).map(({ sentence }) => sentence);
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
  const categories = categoriesFor(facts.categories, replaced);
  const gaps = findGaps({ origin, payer: payerOf(draft.clientCode) }, applicant, categories);
  if (!draft.consent) gaps.push(NO_CONSENT);
  if (gaps.length > 0) throw invalid(...gaps);
  const { sex, categoryCode } = applicant;
  if (!sex) throw invalid('性別を選択してください。');
  const birthDate = checkBirthDate(applicant.birthDate, moment.today);
  const outline = resolve(facts, { ...draft, person: { sex, birthDate, categoryCode } }, moment, isGuest, replaced);
  const { client } = outline;
  checkInsurerNumber(client, draft.clientCode, applicant.insurerNumber, replaced);
  const ageAt = (day: PlainDate) => ageFor({ client, ...draft }, birthDate, day);
  const age = ageAt(draft.visitDate);
  // A change may come with the age that my page's list told.
  const told = replaced ? [ageAt(moment.today), ageAt(replaced.visitDate), replaced.age] : [];
  checkClaims(claims, { sex, categoryCode, atSteps: [age, ageAt(moment.today), ...told], atInput: [age, ...told] });
  if (!showsTheSame(draft, outline)) throw refuse('OtherOffer');
  return { ...outline, age };
}

interface RightClaims {
  sex: Sex;
  categoryCode: string | null;
  /** The ages that the steps and the form may have gone by. */
  atSteps: readonly number[];
  atInput: readonly number[];
}

/** What the steps showed was for the person they were told of: another one starts over at the form. */
function checkClaims(claims: BookingDraft['claims'], { sex, categoryCode, atSteps, atInput }: RightClaims): void {
  const isOther =
    (claims.sex !== null && claims.sex !== sex) ||
    (claims.categoryCode !== null && claims.categoryCode !== categoryCode);
  if (isOther) throw refuse('OtherPerson');
  const isRight =
    (claims.sex === null || atSteps.includes(claims.age)) &&
    (claims.inputAge === null || atInput.includes(claims.inputAge));
  if (!isRight) throw refuse('AgeMismatch');
}

function showsTheSame(draft: BookingDraft, { composition }: Outline): boolean {
  const codes = new Map(composition.options.map((row) => [`${row.groupCode}/${row.optionCode}`, row.conditionCode]));
  return (
    draft.claims.total === composition.total &&
    draft.priceConditionCode === composition.price.conditionCode &&
    draft.options.every((chosen) => codes.get(`${chosen.groupCode}/${chosen.optionCode}`) === chosen.conditionCode)
  );
}
