// Whether a booking stays what it is for a person of another birth date or sex: what its course offers them now, on its own day,
// by the validation that every booking goes through.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Choice, Composition } from '#domain/offer/offer.ts';
import type { DecidingFields } from '#domain/reservation/person.ts';
import type { RequestedCourse } from './actor.ts';
import type { CourseData } from './course-data.ts';
import { makeComposer } from './validate-booking.ts';

export interface BookedCourse extends RequestedCourse {
  visitDate: PlainDate;
  options: readonly (Choice & { name: string })[];
}

interface AmountChange {
  from: number;
  to: number;
}

export type OfferDifference =
  | { what: 'no course' }
  | { what: 'course price'; amount: AmountChange }
  | { what: 'no option'; name: string }
  | { what: 'option price'; name: string; amount: AmountChange }
  | { what: 'frames' };

function offerTo(facts: CourseData, booked: BookedCourse, person: DecidingFields): Composition | null {
  if (!facts.client || !facts.course) return null;
  const composeOn = makeComposer(
    { courseData: facts, client: facts.client, asked: booked },
    { ...person, age: null },
    [],
  );
  const { composition } = composeOn(booked.visitDate);
  return typeof composition === 'string' ? null : composition;
}

const framesOf = ({ courseFrames }: Composition) => JSON.stringify(courseFrames.map((frame) => frame.frameCode).sort());

function optionIn({ groups }: Composition, { groupCode, optionCode }: Choice) {
  const group = groups.find((one) => one.groupCode === groupCode);
  return group?.options.find((one) => one.optionCode === optionCode);
}

/** What changes; nothing where the masters no longer know what was booked, since then there is nothing to compare. */
export function findOfferDifferences(
  facts: CourseData,
  booked: BookedCourse,
  before: DecidingFields,
  after: DecidingFields,
): OfferDifference[] {
  const known = offerTo(facts, booked, before);
  if (!known) return [];
  const offered = offerTo(facts, booked, after);
  if (!offered) return [{ what: 'no course' }];
  const differences: OfferDifference[] = [];
  const [from, to] = [known.price.row, offered.price.row];
  if (from !== to) differences.push({ what: 'course price', amount: { from: from.amount, to: to.amount } });
  for (const option of booked.options) {
    const own = optionIn(known, option);
    if (!own) continue;
    const other = optionIn(offered, option);
    const { name } = option;
    if (!other) differences.push({ what: 'no option', name });
    else if (own.conditionCode !== other.conditionCode) {
      differences.push({ what: 'option price', name, amount: { from: own.amount, to: other.amount } });
    }
  }
  if (framesOf(known) !== framesOf(offered)) differences.push({ what: 'frames' });
  return differences;
}
