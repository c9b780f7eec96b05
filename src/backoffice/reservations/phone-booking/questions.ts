// What the page asks for when: courses as soon as it is open, days as soon as a course and its options stand.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import type { Input } from '#wire/call.ts';
import type { Choices } from './choices.ts';
import type { findMailOwner, offerForPhoneBooking, openPhoneBookingCalendar } from './contract.ts';
import { chosenCourse, chosenOptions, type Offer } from './course-offer.ts';

/** What of the person decides about courses, prices and frames. */
export interface Known {
  sex: Sex | null;
  birthDate: PlainDate | null;
}

type OfferQuestion = Input<typeof offerForPhoneBooking>;
export type MonthQuestion = Input<typeof openPhoneBookingCalendar>;

export function askOffer(choices: Choices, known: Known, replaces: number): OfferQuestion {
  const { clientCode, fiscalYear, categoryCode, courseCode, visit } = choices;
  const category = categoryCode === '' ? null : categoryCode;
  const { sex, birthDate } = known;
  return {
    clientCode,
    fiscalYear,
    categoryCode: category,
    sex,
    birthDate,
    courseCode,
    visitDate: visit?.date ?? null,
    replaces,
  };
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
  const options = chosenOptions(data, choices.optionKeys).map(({ groupCode, optionCode, conditionCode }) => ({
    groupCode,
    optionCode,
    conditionCode,
  }));
  return { ...question, visitDate: null, options, year: choices.month?.year ?? 0, month: choices.month?.month ?? 0 };
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
