// What the chosen client offers to the person: courses in the order of the page, the options, and what it comes to.
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { optionKey } from '#domain/offer/offer.ts';
import { payable, sumAmounts } from '#domain/offer/price.ts';
import type { Input, Reply } from '#wire/call.ts';
import type { Choices } from './choices.ts';
import type { findMailOwner, offerForPhoneBooking, openPhoneBookingCalendar } from './contract.ts';

type OfferQuestion = Input<typeof offerForPhoneBooking>;
export type MonthQuestion = Input<typeof openPhoneBookingCalendar>;

/** `known` is what of the person decides about courses, prices and frames. */
export function askOffer(
  { clientCode, fiscalYear, categoryCode, courseCode, visit }: Choices,
  known: Pick<OfferQuestion, 'sex' | 'birthDate'>,
  replaces: number,
): OfferQuestion {
  const person = { categoryCode: categoryCode || null, ...known };
  return { clientCode, fiscalYear, ...person, courseCode, visitDate: visit?.date ?? null, replaces };
}

/** Whether an answer is to what is asked now; an earlier one may still be shown, but nothing follows from it. */
export const isSame = (one: object | null, other: object | null) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Null while nothing is to be booked. Which options there are hangs on the course and the person: while the answer about these is
 * on its way, the month stays as it was asked for last. It does not hang on the day that is chosen in it.
 */
export function askMonth(
  choices: Choices,
  question: OfferQuestion,
  offer: { data: Offer | null; answers: OfferQuestion | null },
  last: MonthQuestion | null,
): MonthQuestion | null {
  const { data, answers } = offer;
  if (choices.courseCode === '') return null;
  if (!data || !answers || !isSame({ ...answers, visitDate: null }, { ...question, visitDate: null })) return last;
  if (!chosenCourse(data, choices)) return null;
  const options = codesOf(chosenOptions(data, choices.optionKeys));
  return { ...question, visitDate: null, options, ...(choices.month ?? { year: 0, month: 0 }) };
}

type OwnerQuestion = Input<typeof findMailOwner>;

/** Whose my page it would be: only for an address that was left, since every letter on the way to it is another one. */
export function askOwner(
  caller: Pick<OwnerQuestion, 'mail' | 'familyKana' | 'givenKana' | 'birthDate'>,
  leftMail: string,
): OwnerQuestion | null {
  const { mail, familyKana, givenKana, birthDate } = caller;
  return mail !== '' && mail === leftMail ? { mail, familyKana, givenKana, birthDate } : null;
}

export type Offer = Reply<typeof offerForPhoneBooking>;
export type CourseRow = Offer['courses'][number];
export type Group = Offer['groups'][number];

/** Why a course does not fit; null where it may be booked. */
const UNFIT: Readonly<Record<CourseRow['state'], string | null>> = {
  ok: null,
  private: null,
  period: null,
  category: '対象外（区分）',
  sex: '対象外（性別）',
  age: '対象外（年齢）',
  unfit: '対象外',
};

export const unfitWord = ({ state }: Pick<CourseRow, 'state'>) => UNFIT[state];

export const inOrder = (courses: readonly CourseRow[]) => [
  ...courses.filter((course) => unfitWord(course) === null),
  ...courses.filter((course) => unfitWord(course) !== null),
];

/** The one that is chosen, if it is offered and fits. */
export const chosenCourse = ({ courses }: Pick<Offer, 'courses'>, { courseCode }: Pick<Choices, 'courseCode'>) =>
  courses.find((course) => course.courseCode === courseCode && unfitWord(course) === null) ?? null;

/** The options one by one, with the keys under which choices are kept. */
const rowsOf = (groups: readonly Group[]) =>
  groups.flatMap(({ groupCode, options }) =>
    options.map((option) => ({ ...option, groupCode, key: optionKey({ groupCode, ...option }) })),
  );

export type ChosenOption = ReturnType<typeof rowsOf>[number];

/** What was chosen and is still offered; before anybody has chosen, what the masters preset. */
export function chosenOptions({ groups }: Pick<Offer, 'groups'>, keys: readonly string[] | null): ChosenOption[] {
  return rowsOf(groups).filter(({ key, isInitial }) => (keys === null ? isInitial : keys.includes(key)));
}

export const nameOfSending = (
  { sendingName, sendingParts }: Pick<Offer, 'sendingName' | 'sendingParts'>,
  course: CourseRow,
  options: readonly ChosenOption[],
) =>
  [course.courseCode, ...options.map(({ key }) => key)].some((part) => sendingParts.includes(part)) ? sendingName : '';

export const codesOf = (options: readonly ChosenOption[]) =>
  options.map(({ groupCode, optionCode, conditionCode }) => ({ groupCode, optionCode, conditionCode }));

/** Another choice inside a group leaves the others as they are. */
export function changeGroup(chosen: readonly ChosenOption[], groupCode: string, optionCodes: readonly string[]) {
  const others = chosen.filter((option) => option.groupCode !== groupCode).map(({ key }) => key);
  return [...others, ...optionCodes.map((optionCode) => optionKey({ groupCode, optionCode }))];
}

type Priced = Pick<CourseRow, 'amount' | 'lowest' | 'isFrom'>;

/** Of somebody not known well enough, the least that they could pay. */
const shownAmount = ({ amount, lowest, isFrom }: Priced) => (isFrom ? lowest : amount);

/** 9,900円, with 〜 while it hangs on a person not known yet; nothing where the client wants no prices to be seen. */
export const writePrice = ({ pricesShown }: Pick<Offer, 'pricesShown'>, priced: Priced) =>
  pricesShown ? `${formatYen(shownAmount(priced))}${priced.isFrom ? '〜' : ''}` : '';

export interface Total {
  sum: number;
  payable: number;
  isFrom: boolean;
}

export function totalOf(offer: Offer, parts: readonly Priced[]): Total {
  const sum = sumAmounts(parts.map((part) => ({ amount: shownAmount(part) })));
  return { sum, payable: payable(sum, offer), isFrom: parts.some(({ isFrom }) => isFrom) };
}
