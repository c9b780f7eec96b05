// Whether a booking may be made, and what it then is: everything the server decides before it writes. All steps begin
// with `checkCourse`; preview and reservation go on to `composeBooking`, and the reservation is `validateBooking`.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInWindow } from '#domain/offer/bookable-window.ts';
import { type Condition, type PersonTraits, rowFits } from '#domain/offer/conditions.ts';
import { type Choice, type Composition, type CourseRows, compose, findUnfit, optionKey } from '#domain/offer/offer.ts';
import { isSameVisit, needsTime } from '#domain/offer/places.ts';
import { taxRateOn } from '#domain/offer/price.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { findMissing, NO_CONSENT } from '#domain/reservation/entry-form.ts';
import { type Applicant, type DecidingFields, type PersonData, storedPerson } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { invalid } from '#wire/failure.ts';
import type { BookingContext, BookingDraft, ChosenOption, RequestedCourse } from './actor.ts';
import {
  type ApplicantTraits,
  ageDateFor,
  ageFor,
  type Choosable,
  type Composed,
  type ComposeOn,
  candidateDays,
  checkBirthDate,
  composeOnFirstFit,
  traitsOn,
} from './applicant-age.ts';
import type { CategoryData, ClientData, CourseData, CourseSummary } from './course-data.ts';
import { refuse } from './refusals.ts';

export interface CheckedCourse extends BookingContext<CourseData> {
  asked: RequestedCourse;
  client: ClientData;
  course: CourseSummary;
  choosable: Choosable;
  desired: boolean;
}

export function checkClient(known: BookingContext, asked: Omit<RequestedCourse, 'courseCode'>) {
  const { actor, original } = known;
  actor.policy.change(known, asked);
  const client = actor.policy.admit(known, asked.clientCode);
  const window = actor.policy.window(known, asked.fiscalYear);
  // A day of another year is not one to keep.
  const own = original?.fiscalYear === asked.fiscalYear ? original.visitDate : null;
  const choosable: Choosable = { window, own, today: actor.today };
  return { client, choosable };
}

export function checkCourse(known: BookingContext<CourseData>, asked: RequestedCourse): CheckedCourse {
  const { actor, original } = known;
  const { client, choosable } = checkClient(known, asked);
  const course = actor.policy.open(known, asked);
  // A change stays what it was, unless staff let it go through another client.
  const desired = original?.clientCode === asked.clientCode ? original.desired : client.bookingMethod === 'desired';
  return { ...known, asked, client, course, choosable, desired };
}

/** What the booking is for this person, by day; each age is looked at once. */
export function makeComposer(
  { courseData: facts, client, asked }: Pick<CheckedCourse, 'courseData' | 'client' | 'asked'>,
  known: ApplicantTraits,
  choices: readonly Choice[],
  rowsFor: (person: PersonTraits) => CourseRows = () => facts,
): ComposeOn {
  const composed = new Map<number | null, Composed>();
  return (day) => {
    const person = traitsOn({ ...asked, client }, known, day);
    const found = composed.get(person.age) ?? composeFor(rowsFor(person), person, choices);
    composed.set(person.age, found);
    return found;
  };
}

function composeFor(rows: CourseRows, person: PersonTraits, choices: readonly Choice[]): Composed {
  const composition = compose(rows, person, choices);
  if (composition !== 'option') return { person, composition, without: null };
  const unfit = findUnfit(rows, person, choices);
  const gone = new Set(unfit.map(optionKey));
  const others = choices.filter((choice) => !gone.has(optionKey(choice)));
  const rest = compose(rows, person, others);
  return { person, composition, without: typeof rest === 'string' ? null : { unfit, rest } };
}

/** What was chosen; the day is null as long as there is none. */
interface BookingChoices {
  visitDate: PlainDate | null;
  slotCode: string;
  priceConditionCode: string;
  options: readonly ChosenOption[];
}

interface ComposedBooking extends CheckedCourse {
  category: CategoryData | null;
  composition: Composition;
  age: number | null;
  startMinute: number | null;
  taxRate: number;
}

export function composeBooking(
  checkedCourse: CheckedCourse,
  person: DecidingFields,
  chosen: BookingChoices,
): ComposedBooking {
  const { actor, asked, courseData: facts, choosable } = checkedCourse;
  const { visitDate } = chosen;
  const categories = actor.policy.categories(checkedCourse, asked.clientCode);
  const category = categories.find(({ categoryCode }) => categoryCode === person.categoryCode) ?? null;
  if (!category && (categories.length > 0 || person.categoryCode !== null)) throw refuse('UnknownCategory');
  const composeOn = makeComposer(checkedCourse, { ...person, age: null }, chosen.options, (traits) =>
    rowsFor(facts, traits, chosen),
  );
  const composed = composeOnFirstFit(visitDate ? [visitDate] : candidateDays(choosable, null), composeOn);
  return {
    ...checkedCourse,
    category,
    composition: composed.composition,
    age: composed.person.age,
    startMinute: checkVisit(checkedCourse, person, chosen, composed.composition),
    taxRate: taxRateOn(actor.service.config.taxRates, visitDate ?? actor.today),
  };
}

/** Of somebody who is not wholly known several rows may fit: then those that were chosen before go first. */
function rowsFor(facts: CourseRows, person: PersonTraits, { options, priceConditionCode }: BookingChoices): CourseRows {
  if (person.sex !== null && person.age !== null) return facts;
  const chosen = new Map(options.map((one) => [optionKey(one), one.conditionCode]));
  const prefer = <R extends Condition>(rows: readonly R[], isChosen: (row: R) => boolean) => {
    const found = rows.filter((row) => isChosen(row) && rowFits(row, person));
    return found.length > 0 ? found : rows;
  };
  return {
    frames: facts.frames,
    prices: prefer(facts.prices, ({ conditionCode }) => conditionCode === priceConditionCode),
    options: [...Map.groupBy(facts.options, optionKey)].flatMap(([key, rows]) =>
      prefer(rows, ({ conditionCode }) => conditionCode === chosen.get(key)),
    ),
  };
}

/** The day can be chosen, the slot is one and has not begun; whether it is open and has room, the write decides. */
function checkVisit(
  { actor, courseData: facts, original, choosable }: CheckedCourse,
  { sex, birthDate }: DecidingFields,
  { visitDate, slotCode }: BookingChoices,
  { needs }: Composition,
): number | null {
  const slot = facts.slots.find((one) => one.slotCode === slotCode);
  if (!slot && slotCode !== WHOLE_DAY) throw refuse('DayClosed');
  const startMinute = slot?.startMinute ?? null;
  if (visitDate === null) return startMinute;
  // What one has already may be kept, also where others can no longer book it.
  const isKept = original?.visitDate === choosable.own && isSameVisit(original, { visitDate, slotCode });
  if (!isInWindow(choosable.window, visitDate) && !isKept) throw refuse('DayClosed');
  // Who is not known may need less than all that could be needed.
  if (sex === null || birthDate === null) return startMinute;
  if (needsTime(needs) !== (slotCode !== WHOLE_DAY)) throw refuse('DayClosed');
  if (slotCode === WHOLE_DAY) return null;
  if (startMinute === null) throw refuse('DayClosed');
  const hasBegun = visitDate === actor.today && startMinute <= actor.minute;
  if (hasBegun && !actor.policy.takesBegun) throw refuse('DayClosed');
  return startMinute;
}

/** What is missing that the contract cannot know of: a category, where the client has some. */
export function findMissingEntries(
  clientCode: string,
  { categoryCode }: Pick<Applicant, 'categoryCode'>,
  categories: readonly CategoryData[],
): string[] {
  if (categories.length === 0) return [];
  return findMissing({ origin: 'guest', payer: payerOf(clientCode) }, { categoryCode }).map(({ sentence }) => sentence);
}

export interface ValidatedBooking extends ComposedBooking {
  draft: BookingDraft;
  person: PersonData;
  age: number;
  ageDate: PlainDate;
}

export function validateBooking(known: BookingContext<CourseData>, draft: BookingDraft): ValidatedBooking {
  const { actor, original } = known;
  const { applicant, clientCode, visitDate } = draft;
  const checkedCourse = checkCourse(known, draft);
  actor.policy.changePerson(known, applicant);
  const gaps = findMissingEntries(clientCode, applicant, actor.policy.categories(known, clientCode));
  if (actor.policy.needsConsent && !draft.consent) gaps.push(NO_CONSENT);
  if (gaps.length > 0) throw invalid(...gaps);
  if (!applicant.sex) throw invalid('性別を選択してください。');
  const birthDate = checkBirthDate(applicant.birthDate, actor.today);
  const booking = composeBooking(checkedCourse, applicant, draft);
  const insurerNumber = actor.policy.insurer(known, booking.client, { ...applicant, clientCode });
  const counted = { client: booking.client, fiscalYear: draft.fiscalYear };
  const ageAt = (day: PlainDate) => ageFor(counted, birthDate, day);
  const age = ageAt(visitDate);
  // A change may come with the age that my page's list showed.
  const claimed = original ? [ageAt(actor.today), ageAt(original.visitDate), original.age] : [];
  checkClaims(draft, { atSteps: [age, ageAt(actor.today), ...claimed], atInput: [age, ...claimed] });
  if (!showsTheSame(draft, booking)) throw refuse('OtherOffer');
  const person = storedPerson({ ...applicant, insurerNumber }, clientCode);
  return { ...booking, draft, person, age, ageDate: ageDateFor(counted, visitDate) };
}

type RightAges = Record<'atSteps' | 'atInput', readonly number[]>;

/** What the steps showed was for the person they were informed of: another one starts over at the form. */
function checkClaims({ claims, applicant }: BookingDraft, { atSteps, atInput }: RightAges): void {
  const isOther =
    (claims.sex !== null && claims.sex !== applicant.sex) ||
    (claims.categoryCode !== null && claims.categoryCode !== applicant.categoryCode);
  if (isOther) throw refuse('OtherPerson');
  const isRight =
    (claims.sex === null || atSteps.includes(claims.age)) &&
    (claims.inputAge === null || atInput.includes(claims.inputAge));
  if (!isRight) throw refuse('AgeMismatch');
}

function showsTheSame(draft: BookingDraft, { composition }: ComposedBooking): boolean {
  const codes = new Map(composition.options.map((row) => [optionKey(row), row.conditionCode]));
  return (
    draft.claims.total === composition.total &&
    draft.priceConditionCode === composition.price.row.conditionCode &&
    draft.options.every((chosen) => codes.get(optionKey(chosen)) === chosen.conditionCode)
  );
}
