// What the steps before the preview have in common: the course, the window, and the booking as far as it can be told while the day is open.
import { bookableWindow, firstDay, isEmpty, isInside, type Window } from '#domain/bookable-window.ts';
import type { Person } from '#domain/conditions.ts';
import { type Choice, type Composition, compose, type Misfit } from '#domain/offer.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { taxRateOn } from '#domain/price.ts';
import type { Visitor } from '#server/service.ts';
import { isGuest } from './asker.ts';
import type { ClientFacts, CourseFacts, CourseHead } from './facts.ts';
import { admitToClient, openCourse } from './judge.ts';
import { momentOf } from './moment.ts';
import { type KnownPerson, personOn } from './person.ts';
import { refuseMisfit } from './refusals.ts';
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

export interface Composed {
  person: Person;
  composition: Composition | Misfit;
}

/** What the booking would be on a day; each age is looked at once. */
export type ComposeOn = (day: PlainDate) => Composed;

export function composerOf({ facts, client }: Step, input: StepInput, choices: readonly Choice[]): ComposeOn {
  const known = new Map<number | null, Composed>();
  return (day) => {
    const person = personOn({ ...input, client }, input, day);
    const composed = known.get(person.age) ?? { person, composition: compose(facts, person, choices) };
    known.set(person.age, composed);
    return composed;
  };
}

/**
 * The booking as it can be told while the day is open: on the day chosen before if that can be booked, else on the first
 * that can be, else on a later one. A day on which nothing fits is no reason to refuse; that no day to choose from fits is.
 */
export function composeBeforehand({ replaced, today, window }: Step, input: StepInput, composeOn: ComposeOn) {
  const { visitDate } = input;
  const own = replaced ? [replaced.visitDate] : [];
  const chosen = visitDate && (isInside(window, visitDate) || own.includes(visitDate)) ? [visitDate] : [];
  // Within a fiscal year nobody has two birthdays: its ends stand for all days between them.
  const bookable = isEmpty(window) ? own : [window.from, window.to, ...own];
  const days = bookable.length > 0 ? bookable : [today];
  for (const day of [...chosen, ...days]) {
    const { person, composition } = composeOn(day);
    if (typeof composition !== 'string') return { person, composition };
  }
  throw refuseMisfit(composeOn(days[0] ?? today).composition as Misfit);
}
