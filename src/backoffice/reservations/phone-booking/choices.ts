// What a clerk has chosen of courses and days, and what falls with a choice when another one takes its place.

import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { type Month, monthOf, monthsBetween } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { optionKey } from '#domain/offer/offer.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { StaffOrigin } from '#domain/reservation/reservation-status.ts';
import type { Reply } from '#wire/call.ts';
import type { Opening } from './caller-form.ts';
import type { openPhoneBookingCalendar } from './contract.ts';

/** From today on, inside the fiscal year. */
export function monthRangeOf(fiscalYear: number, today: PlainDate) {
  const { from, to } = fiscalYearRange(fiscalYear);
  return { from: from > today ? from : today, to };
}

export const isMonthInRange = (month: Month, { from, to }: ReturnType<typeof monthRangeOf>) =>
  monthsBetween(monthOf(from), month) >= 0 && monthsBetween(month, monthOf(to)) >= 0;

export type PhoneBookingMonth = Reply<typeof openPhoneBookingCalendar>;
export type Slot = PhoneBookingMonth['slots'][number];
export type Frame = PhoneBookingMonth['frames'][number];

export interface Visit {
  date: PlainDate;
  /** Null while only the day is chosen. */
  slot: Pick<Slot, 'slotCode' | 'startTime'> | null;
}

export interface Choices {
  clientCode: string;
  fiscalYear: number;
  categoryCode: string;
  courseCode: string;
  /** Null: as the masters preset them. */
  optionKeys: readonly string[] | null;
  visit: Visit | null;
  /** Null: the first with room. */
  month: Month | null;
  isConfirmed: boolean;
  /** Null of a change, which has that of what it replaces. */
  origin: StaffOrigin | null;
}

/** How a full slot may be booked: as a wish that takes no place, by raising it, or not at all. */
export type FullBy = 'wish' | 'raise' | null;

export function fullBy(
  month: Pick<PhoneBookingMonth, 'method'> | null,
  { isConfirmed }: Choices,
  canRaise: boolean,
): FullBy {
  if (month?.method === 'desired' && !isConfirmed) return 'wish';
  return canRaise ? 'raise' : null;
}

/** A change begins with all that it has; for a person, with the client of last time. */
export function beginWith(opening: Opening): Choices {
  const { replaces, clients, years } = opening;
  const isChange = replaces > 0;
  const clientCode = clients.some((client) => client.clientCode === opening.clientCode)
    ? opening.clientCode
    : (clients[0]?.clientCode ?? INDIVIDUAL);
  const isOwnClient = clientCode === opening.clientCode;
  return {
    clientCode,
    fiscalYear: isChange ? opening.fiscalYear : (years[0] ?? 0),
    categoryCode: isOwnClient ? (opening.categoryCode ?? '') : '',
    courseCode: isChange ? opening.courseCode : '',
    optionKeys: isChange ? opening.options.map(optionKey) : null,
    visit:
      isChange && opening.visitDate
        ? { date: opening.visitDate, slot: { slotCode: opening.slotCode, startTime: opening.startTime } }
        : null,
    month: null,
    isConfirmed: true,
    origin: isChange ? null : 'phone',
  };
}

export const atCounter = (choices: Choices, today: PlainDate): Choices => ({
  ...choices,
  visit: { date: today, slot: null },
  month: monthOf(today),
  origin: 'counter',
});

const NO_COURSE = { courseCode: '', optionKeys: null };

/** Courses are a client's; the day may still do. */
export const chooseClient = (choices: Choices, clientCode: string): Choices =>
  clientCode === choices.clientCode ? choices : { ...choices, ...NO_COURSE, clientCode, categoryCode: '' };

export const chooseYear = (choices: Choices, fiscalYear: number): Choices =>
  fiscalYear === choices.fiscalYear ? choices : { ...choices, ...NO_COURSE, fiscalYear, visit: null, month: null };

/** Without a day, another course is looked for from its own first month with room. */
export const chooseCourse = (choices: Choices, courseCode: string): Choices => ({
  ...choices,
  courseCode,
  optionKeys: courseCode === choices.courseCode ? choices.optionKeys : null,
  month: choices.visit ? choices.month : null,
});

/** Another day has its own times. */
export const chooseDay = (choices: Choices, date: PlainDate): Choices =>
  date === choices.visit?.date ? choices : { ...choices, visit: { date, slot: null } };

export const chooseSlot = (choices: Choices, { date, slotCode, startTime }: Slot): Choices => ({
  ...choices,
  visit: { date, slot: { slotCode, startTime } },
});

/** The clients' categories; where there are some, one has to be chosen. */
export const categoriesOf = ({ categories }: Opening, { clientCode }: Pick<Choices, 'clientCode'>) =>
  categories.filter((category) => category.clientCode === clientCode);
