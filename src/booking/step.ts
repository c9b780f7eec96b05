// What the steps before the preview have in common: the course, the window, and the booking as far as it can be told while the day is open.

import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { bookableWindow, firstDay, type Window } from '#domain/offer/bookable-window.ts';
import { type Choice, compose } from '#domain/offer/offer.ts';
import { taxRateOn } from '#domain/offer/price.ts';
import type { Visitor } from '#server/service.ts';
import { isGuest } from './asker.ts';
import type { ClientFacts, CourseFacts, CourseHead } from './facts.ts';
import { type Composed, type ComposeOn, composeOnOneOf, daysToTry } from './fitting-days.ts';
import { admitToClient, openCourse } from './judge.ts';
import { momentOf } from './moment.ts';
import { type KnownPerson, personOn } from './person.ts';
import { checkChangeable, type Replaced } from './replaced.ts';

export interface StepInput extends KnownPerson {
  institutionCode: string;
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  visitDate: PlainDate | null;
  ownNumber: number;
}

export interface Step {
  facts: CourseFacts;
  client: ClientFacts;
  course: CourseHead;
  replaced: Replaced | null;
  today: PlainDate;
  window: Window;
}

/** The course as the asker may see it; throws where they may not. */
export function enterStep(who: Visitor, input: StepInput, facts: CourseFacts, replaced: Replaced | null): Step {
  const { today } = momentOf(who.now);
  const { institution } = facts;
  if (replaced) checkChangeable(replaced, input, institution.changeDeadlineDays, today);
  const client = admitToClient(institution, facts.client, input.clientCode, isGuest(who, input.clientCode), replaced);
  const course = openCourse(facts, input, today, replaced);
  const window = bookableWindow(today, institution.bookableFromDays, institution.bookableToDays, input.fiscalYear);
  return { facts, client, course, replaced, today, window };
}

/** Of the day that was chosen before, else of the first that can be. */
export const taxRateAtStep = ({ service }: Visitor, { today, window }: Step, { visitDate }: StepInput) =>
  taxRateOn(service.config.taxRates, visitDate ?? firstDay(window, today));

/** Each age is looked at once. */
export function composerOf({ facts, client }: Step, input: StepInput, choices: readonly Choice[]): ComposeOn {
  const known = new Map<number | null, Composed>();
  return (day) => {
    const person = personOn({ ...input, client }, input, day);
    const composed = known.get(person.age) ?? { person, composition: compose(facts, person, choices) };
    known.set(person.age, composed);
    return composed;
  };
}

/** The booking as it can be told while the day is open; refused where it fits on no day to choose from. */
export const composeBeforehand = ({ replaced, today, window }: Step, { visitDate }: StepInput, composeOn: ComposeOn) =>
  composeOnOneOf(daysToTry({ window, own: replaced?.visitDate ?? null, today }, visitDate), composeOn);
