// Whether a booking may be made, and what it then is: everything the server decides before it writes. All steps come in by
// `enter`; preview and reservation go on to `settle`, and the reservation to `judge`. Each holds what the one before has found.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInside } from '#domain/offer/bookable-window.ts';
import { type Condition, fits, type PersonTraits } from '#domain/offer/conditions.ts';
import { type Choice, type Composition, type CourseRows, compose, findUnfit, optionKey } from '#domain/offer/offer.ts';
import { keepsVisit, needsTime } from '#domain/offer/places.ts';
import { taxRateOn } from '#domain/offer/price.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { findMissing, NO_CONSENT } from '#domain/reservation/entry-form.ts';
import { type Applicant, type DecidingFields, keptPerson, type PersonData } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { invalid } from '#wire/failure.ts';
import type { CourseAsked, Known } from './asker.ts';
import type { BookingDraft, ChosenOption } from './draft.ts';
import type { CategoryFacts, ClientFacts, CourseFacts, CourseHead } from './facts.ts';
import { type Choosable, type Composed, type ComposeOn, composeOnOneOf, daysToTry } from './fitting-days.ts';
import { ageDateFor, ageFor, checkBirthDate, type KnownPerson, personOn } from './known-person.ts';
import { refuse } from './refusals.ts';

/** The course as the asker may book it. */
export interface Entered extends Known<CourseFacts> {
  asked: CourseAsked;
  client: ClientFacts;
  course: CourseHead;
  choosable: Choosable;
  /** Only asked for: staff confirm it. */
  desired: boolean;
}

export function enter(known: Known<CourseFacts>, asked: CourseAsked): Entered {
  const { asker, replaced } = known;
  asker.terms.change(known, asked);
  const client = asker.terms.admit(known, asked.clientCode);
  const course = asker.terms.open(known, asked);
  const window = asker.terms.window(known, asked.fiscalYear);
  // A day of another year is not one to keep.
  const own = replaced?.fiscalYear === asked.fiscalYear ? replaced.visitDate : null;
  const choosable = { window, own, today: asker.today };
  return {
    ...known,
    asked,
    client,
    course,
    choosable,
    // A change stays what it was, unless staff let it go through another client.
    desired: replaced?.clientCode === asked.clientCode ? replaced.desired : client.bookingMethod === 'desired',
  };
}

/** What the booking is for this person, by day; each age is looked at once. */
export function composer(
  { facts, client, asked }: Pick<Entered, 'facts' | 'client' | 'asked'>,
  known: KnownPerson,
  choices: readonly Choice[],
  rowsFor: (person: PersonTraits) => CourseRows = () => facts,
): ComposeOn {
  const composed = new Map<number | null, Composed>();
  return (day) => {
    const person = personOn({ ...asked, client }, known, day);
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
  const kept = choices.filter((choice) => !gone.has(optionKey(choice)));
  const rest = compose(rows, person, kept);
  return { person, composition, without: typeof rest === 'string' ? null : { unfit, rest } };
}

/** What was chosen; the day is null as long as there is none. */
export interface Chosen {
  visitDate: PlainDate | null;
  slotCode: string;
  priceConditionCode: string;
  options: readonly ChosenOption[];
}

/** What the booking consists of, as far as the person is known. */
export interface Settled extends Entered {
  category: CategoryFacts | null;
  composition: Composition;
  age: number | null;
  startMinute: number | null;
  taxRate: number;
}

/** The booking for this person on that day, if there is such a booking. */
export function settle(entered: Entered, person: DecidingFields, chosen: Chosen): Settled {
  const { asker, asked, facts, choosable } = entered;
  const { visitDate } = chosen;
  const categories = asker.terms.categories(entered, asked.clientCode);
  const category = categories.find(({ categoryCode }) => categoryCode === person.categoryCode) ?? null;
  if (!category && (categories.length > 0 || person.categoryCode !== null)) throw refuse('UnknownCategory');
  const composeOn = composer(entered, { ...person, age: null }, chosen.options, (traits) =>
    rowsFor(facts, traits, chosen),
  );
  const composed = composeOnOneOf(visitDate ? [visitDate] : daysToTry(choosable, null), composeOn);
  return {
    ...entered,
    category,
    composition: composed.composition,
    age: composed.person.age,
    startMinute: checkVisit(entered, person, chosen, composed.composition),
    taxRate: taxRateOn(asker.service.config.taxRates, visitDate ?? asker.today),
  };
}

/** Of somebody who is not wholly known several rows may fit: then those that were chosen before go first. */
function rowsFor(facts: CourseRows, person: PersonTraits, { options, priceConditionCode }: Chosen): CourseRows {
  if (person.sex !== null && person.age !== null) return facts;
  const chosen = new Map(options.map((one) => [`${one.groupCode}/${one.optionCode}`, one.conditionCode]));
  const prefer = <R extends Condition>(rows: readonly R[], isChosen: (row: R) => boolean) => {
    const found = rows.filter((row) => isChosen(row) && fits(row, person));
    return found.length > 0 ? found : rows;
  };
  return {
    frames: facts.frames,
    prices: prefer(facts.prices, ({ conditionCode }) => conditionCode === priceConditionCode),
    options: [...Map.groupBy(facts.options, (row) => `${row.groupCode}/${row.optionCode}`)].flatMap(([key, rows]) =>
      prefer(rows, ({ conditionCode }) => conditionCode === chosen.get(key)),
    ),
  };
}

/** The day can be chosen, the slot is one and has not begun; whether it is open and has room, the write decides. */
function checkVisit(
  { asker, facts, replaced, choosable }: Entered,
  { sex, birthDate }: DecidingFields,
  { visitDate, slotCode }: Chosen,
  { needs }: Composition,
): number | null {
  const slot = facts.slots.find((one) => one.slotCode === slotCode);
  if (!slot && slotCode !== WHOLE_DAY) throw refuse('DayClosed');
  const startMinute = slot?.startMinute ?? null;
  if (visitDate === null) return startMinute;
  // What one has already may be kept, also where others can no longer book it.
  const isKept = replaced?.visitDate === choosable.own && keepsVisit(replaced, { visitDate, slotCode });
  if (!isInside(choosable.window, visitDate) && !isKept) throw refuse('DayClosed');
  // Who is not known may need less than all that could be needed.
  if (sex === null || birthDate === null) return startMinute;
  if (needsTime(needs) !== (slotCode !== WHOLE_DAY)) throw refuse('DayClosed');
  if (slotCode === WHOLE_DAY) return null;
  if (startMinute === null) throw refuse('DayClosed');
  const hasBegun = visitDate === asker.today && startMinute <= asker.minute;
  if (hasBegun && !asker.terms.takesBegun) throw refuse('DayClosed');
  return startMinute;
}

/** What is missing that the contract cannot know of: a category, where the client has some. */
export function findGaps(
  clientCode: string,
  { categoryCode }: Pick<Applicant, 'categoryCode'>,
  categories: readonly CategoryFacts[],
): string[] {
  if (categories.length === 0) return [];
  return findMissing({ origin: 'guest', payer: payerOf(clientCode) }, { categoryCode }).map(({ sentence }) => sentence);
}

/** A booking as it is going to be written. */
export interface Judged extends Settled {
  draft: BookingDraft;
  /** As they are kept. */
  person: PersonData;
  age: number;
  /** The day at which the client counts ages. */
  ageDate: PlainDate;
}

/** The whole judgement of a confirmed draft. */
export function judge(known: Known<CourseFacts>, draft: BookingDraft): Judged {
  const { asker, replaced } = known;
  const { applicant, clientCode, visitDate } = draft;
  const entered = enter(known, draft);
  asker.terms.changePerson(known, applicant);
  const gaps = findGaps(clientCode, applicant, asker.terms.categories(known, clientCode));
  if (asker.terms.needsConsent && !draft.consent) gaps.push(NO_CONSENT);
  if (gaps.length > 0) throw invalid(...gaps);
  if (!applicant.sex) throw invalid('性別を選択してください。');
  const birthDate = checkBirthDate(applicant.birthDate, asker.today);
  const settled = settle(entered, applicant, draft);
  const insurerNumber = asker.terms.insurer(known, settled.client, { ...applicant, clientCode });
  const counted = { client: settled.client, fiscalYear: draft.fiscalYear };
  const ageAt = (day: PlainDate) => ageFor(counted, birthDate, day);
  const age = ageAt(visitDate);
  // A change may come with the age that my page's list told.
  const told = replaced ? [ageAt(asker.today), ageAt(replaced.visitDate), replaced.age] : [];
  checkClaims(draft, { atSteps: [age, ageAt(asker.today), ...told], atInput: [age, ...told] });
  if (!showsTheSame(draft, settled)) throw refuse('OtherOffer');
  const person = keptPerson({ ...applicant, insurerNumber }, clientCode);
  return { ...settled, draft, person, age, ageDate: ageDateFor(counted, visitDate) };
}

/** The ages that the steps and the form may have gone by. */
interface RightAges {
  atSteps: readonly number[];
  atInput: readonly number[];
}

/** What the steps showed was for the person they were told of: another one starts over at the form. */
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

function showsTheSame(draft: BookingDraft, { composition }: Settled): boolean {
  const codes = new Map(composition.options.map((row) => [`${row.groupCode}/${row.optionCode}`, row.conditionCode]));
  return (
    draft.claims.total === composition.total &&
    draft.priceConditionCode === composition.price.row.conditionCode &&
    draft.options.every((chosen) => codes.get(`${chosen.groupCode}/${chosen.optionCode}`) === chosen.conditionCode)
  );
}
