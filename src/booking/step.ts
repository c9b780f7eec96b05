// What the steps before the preview have in common: the course, the person as far as known, and who is asking.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { bookableWindow, isInside, type Window } from '#domain/bookable-window.ts';
import type { Person } from '#domain/conditions.ts';
import { type Choice, type Composition, compose, type Misfit } from '#domain/offer.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import type { Visitor } from '#server/service.ts';
import type { ClientFacts, CourseFacts, CourseHead } from './facts.ts';
import { admitToClient, isCourseOpen, type Replaced } from './judge.ts';
import { momentOf } from './moment.ts';
import { type KnownPerson, personOn } from './person.ts';
import { refuse, refuseMisfit } from './refusals.ts';

/** The examinee behind a call that needs no token, or null. */
export const examineeOf = (who: Visitor) => (who.session?.kind === 'examinee' ? who.session : null);

/** Who was handed over by the client itself need not log in to book through it. */
export const isGuest = ({ session }: Visitor, clientCode: string) =>
  session?.kind !== 'examinee' && !(session?.kind === 'handover' && session.clientCode === clientCode);

const readReservation = query<Replaced>(`
  select reservation_number as number, status, desired, client_code as "clientCode", fiscal_year as "fiscalYear",
         course_code as "courseCode", visit_date as "visitDate", slot_code as "slotCode",
         category_code as "categoryCode", sex, birth_date as "birthDate"
    from reservations where institution_code = $1 and reservation_number = $2 and examinee_id = $3`);

/** A reservation of that examinee; null where there is none, or nobody asks for one. */
export async function readOwned(
  db: Db,
  institutionCode: string,
  number: number | null,
  examineeId: number | null,
): Promise<Replaced | null> {
  if (number === null || examineeId === null) return null;
  const [found] = await readReservation(db, institutionCode, number, examineeId);
  return found ?? null;
}

/** The reservation that a step names as being changed; it counts only if it is the asker's. */
export async function readReplaced(db: Db, who: Visitor, number: number): Promise<Replaced | null> {
  const examinee = examineeOf(who);
  return examinee && number > 0 ? readOwned(db, examinee.institutionCode, number, examinee.examineeId) : null;
}

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
  const { course, institution } = facts;
  const client = admitToClient(institution, facts.client, input.clientCode, isGuest(who, input.clientCode));
  if (!course || !(replaced?.courseCode === input.courseCode || isCourseOpen(course, today))) {
    throw refuse('CourseClosed');
  }
  const window = bookableWindow(today, institution.bookableFromDays, institution.bookableToDays, input.fiscalYear);
  return { facts, client, course, replaced, today, window };
}

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
 * The booking as it can be told while the day is open: on the day chosen before if that can be booked, else today, else
 * on a day that can be. A day on which nothing fits is no reason to refuse; that no day to choose from fits is one.
 */
export function composeBeforehand({ replaced, today, window }: Step, input: StepInput, composeOn: ComposeOn) {
  const { visitDate } = input;
  const own = replaced ? [replaced.visitDate] : [];
  // Within a fiscal year nobody has two birthdays: its ends stand for all days between them.
  const bookable = window.from <= window.to ? [window.from, window.to, ...own] : own;
  const chosen = visitDate && (isInside(window, visitDate) || own.includes(visitDate)) ? [visitDate] : [];
  const outcomes = bookable.map((day) => composeOn(day).composition);
  const [misfit] = outcomes;
  if (typeof misfit === 'string' && outcomes.every((outcome) => typeof outcome === 'string'))
    throw refuseMisfit(misfit);
  for (const day of [...chosen, today, ...bookable]) {
    const { person, composition } = composeOn(day);
    if (typeof composition !== 'string') return { person, composition };
  }
  throw refuseMisfit(composeOn(today).composition as Misfit);
}
