// What the chosen client offers to the person: courses in the order of the page, the options, and what it comes to.
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { payable, sumAmounts } from '#domain/offer/price.ts';
import type { Reply } from '#wire/call.ts';
import { type Choices, optionKey } from './choices.ts';
import type { offerForPhoneBooking } from './contract.ts';

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

/** Those that do not fit come last. */
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
    options.map((option) => ({ ...option, groupCode, key: optionKey(groupCode, option.optionCode) })),
  );

export type ChosenOption = ReturnType<typeof rowsOf>[number];

/** What was chosen and is still offered; before anybody has chosen, what the masters preset. */
export function chosenOptions({ groups }: Pick<Offer, 'groups'>, keys: readonly string[] | null): ChosenOption[] {
  return rowsOf(groups).filter(({ key, isInitial }) => (keys === null ? isInitial : keys.includes(key)));
}

/** What is sent for what is chosen, under its name; empty where nothing is. */
export const nameOfSending = (
  { sendingName, sendingParts }: Pick<Offer, 'sendingName' | 'sendingParts'>,
  course: CourseRow,
  options: readonly ChosenOption[],
) =>
  [course.courseCode, ...options.map(({ key }) => key)].some((part) => sendingParts.includes(part)) ? sendingName : '';

/** Another choice inside a group leaves the others as they are. */
export function changeGroup(chosen: readonly ChosenOption[], groupCode: string, optionCodes: readonly string[]) {
  const others = chosen.filter((option) => option.groupCode !== groupCode).map(({ key }) => key);
  return [...others, ...optionCodes.map((code) => optionKey(groupCode, code))];
}

type Priced = Pick<CourseRow, 'amount' | 'lowest' | 'isFrom'>;

/** Of somebody not known well enough, the least that they could pay. */
const shownAmount = ({ amount, lowest, isFrom }: Priced) => (isFrom ? lowest : amount);

/** 9,900円, with 〜 while it hangs on a person not known yet; nothing where the client wants no prices to be seen. */
export const writePrice = ({ pricesShown }: Pick<Offer, 'pricesShown'>, priced: Priced) =>
  pricesShown ? `${formatYen(shownAmount(priced))}${priced.isFrom ? '〜' : ''}` : '';

export interface Total {
  /** As it is claimed. */
  sum: number;
  /** With tax. */
  payable: number;
  isFrom: boolean;
}

export function totalOf(offer: Offer, parts: readonly Priced[]): Total {
  const sum = sumAmounts(parts.map((part) => ({ amount: shownAmount(part) })));
  return { sum, payable: payable(sum, offer), isFrom: parts.some(({ isFrom }) => isFrom) };
}
