// Where ages count on the day of the visit: the days to look at while none is chosen, and from or until when something fits.

import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { firstDay, isEmpty, isInside, type Window } from '#domain/offer/bookable-window.ts';
import type { PersonTraits } from '#domain/offer/conditions.ts';
import type { Composition, Misfit } from '#domain/offer/offer.ts';
import { type TaxRates, taxRateOn } from '#domain/offer/price.ts';
import { type Counted, type KnownPerson, phaseStarts } from './known-person.ts';
import { refuseMisfit } from './refusals.ts';

/** What can be chosen from. */
export interface Choosable {
  window: Window;
  /** Of the reservation that is being changed: it may be kept, also where others can no longer book it. */
  own: PlainDate | null;
  today: PlainDate;
}

/**
 * The days that stand for all: the one chosen before if it can be chosen now (that of the reservation itself, where one
 * is changed), then the first and the last of the window, since within a fiscal year nobody has two birthdays.
 */
export function daysToTry({ window, own, today }: Choosable, chosen: PlainDate | null): PlainDate[] {
  const wanted = chosen ?? own;
  const first = wanted && (isInside(window, wanted) || wanted === own) ? [wanted] : [];
  const bookable = [...(isEmpty(window) ? [] : [window.from, window.to]), ...(own ? [own] : [])];
  return [...first, ...(bookable.length > 0 ? bookable : [today])];
}

/** Of the day that was chosen before, else of the first that can be. */
export const taxRateBeforehand = (rates: TaxRates, { window, today }: Choosable, chosen: PlainDate | null) =>
  taxRateOn(rates, chosen ?? firstDay(window, today));

export interface Composed {
  person: PersonTraits;
  composition: Composition | Misfit;
}

/** What the booking would be on a day. */
export type ComposeOn = (day: PlainDate) => Composed;

/** As it is on the first of the days on which it fits; refused where there is none. */
export function composeOnOneOf(days: readonly PlainDate[], composeOn: ComposeOn) {
  const misfits: Misfit[] = [];
  for (const day of days) {
    const { person, composition } = composeOn(day);
    if (typeof composition !== 'string') return { person, composition };
    misfits.push(composition);
  }
  // Where the course fits on some day, it is the options that are to be chosen anew.
  throw refuseMisfit(misfits.find((misfit) => misfit !== 'course') ?? 'course');
}

/** Null where there is no such limit, but that of the window. */
export interface Limits {
  from: PlainDate | null;
  to: PlainDate | null;
}

/** Whether it is only from or until a birthday that something can be booked which fits on some day. */
export function limitsOf(
  { window, own }: Choosable,
  counted: Pick<Counted, 'client'>,
  known: Pick<KnownPerson, 'birthDate'>,
  fitsOn: (day: PlainDate) => boolean,
): Limits {
  const days = [...(isEmpty(window) ? [] : [window.from, window.to]), ...(own ? [own] : [])].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { from: null, to: null };
  const starts = phaseStarts(counted, known, first, last);
  const fitting = starts.map(fitsOn);
  const from = starts[fitting.indexOf(true)];
  const end = starts[fitting.lastIndexOf(true) + 1];
  return { from: !from || from === first ? null : from, to: from && end ? addDays(end, -1) : null };
}
