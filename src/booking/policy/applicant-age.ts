// Who the booking is for, as far as it is known at a step, how old that makes them for the client, and where ages count on the day of the
// visit: the days to look at while none is chosen, and from or until when something fits.

import { addDays, dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ageDay, ageOn, birthdayIn } from '#domain/offer/age.ts';
import { firstBookableDay, isEmptyWindow, isInWindow, type Window } from '#domain/offer/bookable-window.ts';
import { NO_CATEGORY, type PersonTraits } from '#domain/offer/conditions.ts';
import {
  type Composition,
  type CourseRows,
  type Misfit,
  type OptionRow,
  offerOptions,
  offerPrice,
} from '#domain/offer/offer.ts';
import { type TaxRates, taxRateOn } from '#domain/offer/price.ts';
import type { DecidingFields } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { invalid } from '#wire/failure.ts';
import type { ClientData } from './course-data.ts';
import { misfitRefusal } from './refusals.ts';

/** What a step sends: a birth date where it is known, else at best an age, which only serves to show things. */
export interface ApplicantTraits extends DecidingFields {
  age: number | null;
}

/** Whose rules count, and for which year. */
export interface AgeRules {
  client: Pick<ClientData, 'ageBasis' | 'ageMonth' | 'ageDay'>;
  clientCode: string;
  fiscalYear: number;
}

/** Refuses days on which nobody who lives was born; the steps and the reservation say the same. */
export function checkBirthDate(birthDate: PlainDate | null, today: PlainDate): PlainDate {
  if (birthDate && '1900-01-01' <= birthDate && birthDate <= today) return birthDate;
  throw invalid('生年月日は年月日をすべて正しく選択してください。');
}

export function ageDateFor({ client, fiscalYear }: Omit<AgeRules, 'clientCode'>, visitDate: PlainDate): PlainDate {
  return ageDay({ basis: client.ageBasis, month: client.ageMonth, day: client.ageDay }, fiscalYear, visitDate);
}

export function ageFor(counted: Omit<AgeRules, 'clientCode'>, birthDate: PlainDate, visitDate: PlainDate): number {
  return ageOn(birthDate, ageDateFor(counted, visitDate));
}

/** Somebody whose sex is not known either is not known at all: the age that comes along is the assumed one. */
export function traitsOn(counted: AgeRules, known: ApplicantTraits, visitDate: PlainDate): PersonTraits {
  const { sex, birthDate } = known;
  const categoryCode = payerOf(counted.clientCode) === 'individual' ? NO_CATEGORY : known.categoryCode;
  if (birthDate) return { categoryCode, sex, age: ageFor(counted, birthDate, visitDate) };
  return { categoryCode, sex, age: sex === null ? null : known.age };
}

/** The days of a stretch of time from which on the person is of another age for the client: its first, and birthdays. */
export function ageChangeDates(
  { client }: Pick<AgeRules, 'client'>,
  { birthDate }: Pick<ApplicantTraits, 'birthDate'>,
  first: PlainDate,
  last: PlainDate,
): PlainDate[] {
  if (client.ageBasis !== 'visit_day' || !birthDate) return [first];
  const dates = [first];
  for (let { year } = dateParts(first); year <= dateParts(last).year; year++) {
    const birthday = birthdayIn(birthDate, year);
    if (first < birthday && birthday <= last) dates.push(birthday);
  }
  return dates;
}

export interface Choosable {
  window: Window;
  /** Of the reservation that is being changed: it may be kept, also where others can no longer book it. */
  own: PlainDate | null;
  today: PlainDate;
}

/** The first and the last that can be chosen, and the one that may be kept. */
const bookableDays = ({ window, own }: Choosable): PlainDate[] => [
  ...(isEmptyWindow(window) ? [] : [window.from, window.to]),
  ...(own ? [own] : []),
];

/**
 * The days that stand for all: the one chosen before if it can be chosen now (that of the reservation itself, where one
 * is changed), then the first and the last of the window, since within a fiscal year nobody has two birthdays.
 */
export function candidateDays(choosable: Choosable, chosen: PlainDate | null): PlainDate[] {
  const { window, own, today } = choosable;
  const wanted = chosen ?? own;
  const first = wanted && (isInWindow(window, wanted) || wanted === own) ? [wanted] : [];
  const bookable = bookableDays(choosable);
  return [...first, ...(bookable.length > 0 ? bookable : [today])];
}

/** Of the day that was chosen before, else of the first that can be. */
export const taxRateBeforehand = (rates: TaxRates, { window, today }: Choosable, chosen: PlainDate | null) =>
  taxRateOn(rates, chosen ?? firstBookableDay(window, today));

export interface Composed {
  person: PersonTraits;
  composition: Composition | Misfit;
  /** Where only some of the chosen options are not for the person: these, and what the booking would be without them. */
  without: { unfit: readonly OptionRow[]; rest: Composition } | null;
}

export type ComposeOn = (day: PlainDate) => Composed;

/** As it is on the first of the days on which it fits; refused where there is none. */
export function composeOnFirstFit(days: readonly PlainDate[], composeOn: ComposeOn) {
  const misfits: { misfit: Misfit; names: string[] }[] = [];
  for (const day of days) {
    const { person, composition, without } = composeOn(day);
    if (typeof composition !== 'string') return { person, composition };
    misfits.push({ misfit: composition, names: without?.unfit.map(({ name }) => name) ?? [] });
  }
  // Where the course fits on some day, it is the options that are to be chosen again.
  const { misfit, names } = misfits.find(({ misfit }) => misfit !== 'course') ?? { misfit: 'course', names: [] };
  throw misfitRefusal(misfit, names);
}

export type FittingAge = Composed & { composition: Composition };

/**
 * The ages that the person may have where the booking fits: that on the chosen day alone where it does then, else all of
 * them (the day is null), the one that goes first at the front. None where it fits on no day.
 */
export function fittingAges(choosable: Choosable, chosen: PlainDate | null, composeOn: ComposeOn) {
  const fits = (composed: Composed): composed is FittingAge => typeof composed.composition !== 'string';
  const days = candidateDays(choosable, chosen);
  const day = chosen !== null && chosen === days[0] && fits(composeOn(chosen)) ? chosen : null;
  const ages = [...new Set((day === null ? days : [day]).map(composeOn))].filter(fits);
  return { day, ages };
}

/** What is offered at any of these ages; null where there is none. */
export function offerForAges(rows: CourseRows, ages: readonly FittingAge[]) {
  const [first, ...others] = ages;
  if (!first || others.length === 0) return first?.composition ?? null;
  const people = ages.map(({ person }) => person);
  const price = offerPrice(rows, ...people);
  return price && { price, groups: offerOptions(rows, ...people) };
}

export interface AgeStage {
  from: PlainDate;
  person: PersonTraits;
}

export function ageStages(choosable: Choosable, counted: AgeRules, known: ApplicantTraits): AgeStage[] {
  const days = bookableDays(choosable).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  return ageChangeDates(counted, known, first, last).map((from) => ({ from, person: traitsOn(counted, known, from) }));
}

/** Whether it is only from or until a birthday that something can be booked which fits on some day; null where the window alone is the limit. */
export function dateLimitsOf(stages: readonly AgeStage[], fits: (stage: AgeStage) => boolean) {
  const fitting = stages.map(fits);
  const first = fitting.indexOf(true);
  const end = stages[fitting.lastIndexOf(true) + 1];
  return {
    from: (first > 0 && stages[first]?.from) || null,
    to: first >= 0 && end ? addDays(end.from, -1) : null,
  };
}
