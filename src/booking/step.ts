// What the steps before the preview have in common: the course, the person as far as known, and who is asking.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Person } from '#domain/conditions.ts';
import { type Choice, type Composition, compose } from '#domain/offer.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import type { Visitor } from '#server/service.ts';
import type { ClientFacts, CourseFacts, CourseHead } from './facts.ts';
import { admitToClient, isCourseOpen, MISFITS, type Replaced } from './judge.ts';
import { momentOf } from './moment.ts';
import { type KnownPerson, personAtStep } from './person.ts';
import { courseClosed } from './refusals.ts';

/** The examinee behind a call that needs no token, or null. */
export const examineeOf = (who: Visitor) => (who.session?.kind === 'examinee' ? who.session : null);

/** Who was handed over by the client itself need not log in to book through it. */
export const isGuest = ({ session }: Visitor, clientCode: string) =>
  session?.kind !== 'examinee' && !(session?.kind === 'handover' && session.clientCode === clientCode);

const readReservation = query<Replaced>(`
  select reservation_number as number, status, desired, client_code as "clientCode", fiscal_year as "fiscalYear",
         course_code as "courseCode", visit_date as "visitDate"
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
  person: Person;
  replaced: Replaced | null;
}

/** The course as the asker may see it; throws where they may not. */
export function enterStep(who: Visitor, input: StepInput, facts: CourseFacts, replaced: Replaced | null): Step {
  const { today } = momentOf(who.now);
  const client = admitToClient(facts.institution, facts.client, input.clientCode, isGuest(who, input.clientCode));
  const { course } = facts;
  if (!course || !(replaced?.courseCode === input.courseCode || isCourseOpen(course, today))) throw courseClosed();
  const person = personAtStep(client, input.fiscalYear, input, input.visitDate ?? today);
  return { facts, client, course, person, replaced };
}

export function composeStep({ facts, person }: Step, choices: readonly Choice[]): Composition {
  const composition = compose(facts, person, choices);
  if (typeof composition === 'string') throw MISFITS[composition]();
  return composition;
}
