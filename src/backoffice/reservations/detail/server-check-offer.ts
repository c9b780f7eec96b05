// Why a birth date or a sex can't simply be corrected: the person would have booked something else.

import { type BookedCourse, findOfferDifferences, type OfferDifference } from '#booking/policy/check-correction.ts';
import type { CourseData } from '#booking/policy/course-data.ts';
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { formatOfficeDate } from '#domain/calendar/office-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { Failure } from '#wire/failure.ts';
import { refusedFields, USE_PHONE_BOOKING } from './contract-correct.ts';

const DECIDING = ['birthDate', 'sex'] as const;
type Deciding = (typeof DECIDING)[number];

/** Throws where masters, as they are now, would make another booking of it. */
export function refuseOtherOffer(facts: CourseData, held: PersonData & BookedCourse, person: PersonData): void {
  const turnsFor = (one: PersonData) => findOfferDifferences(facts, held, held, one);
  const turns = turnsFor(person);
  if (turns.length === 0) return;
  const changed = DECIDING.filter((name) => held[name] !== person[name]);
  // Where one of two alone would do it, it is that one.
  const decisive = changed.filter((name) => turnsFor({ ...held, [name]: person[name] }).length > 0);
  const fields = decisive.length > 0 ? decisive : changed;
  const subject = fields.map((name) => fieldName(name, person)).join('、');
  const pricesShown = facts.client?.pricesShown ?? false;
  const sentences = turns.map(
    (turn) => `${subject}にすると、${describeDifference(turn, pricesShown)}。${USE_PHONE_BOOKING}`,
  );
  throw new Failure('Refused', sentences, refusedFields.encode({ fields: [...fields] }));
}

const fieldName = (name: Deciding, { birthDate, sex }: PersonData) =>
  name === 'sex' ? `性別を${sex ? SEX_WORDS[sex] : ''}` : `生年月日を${birthDate ? formatOfficeDate(birthDate) : ''}`;

/** Clients may not want prices to be seen. */
function describeDifference(turn: OfferDifference, pricesShown: boolean): string {
  const tellPrice = (of: string, { from, to }: { from: number; to: number }) => {
    if (from === to) return `${of}の料金の条件が変わります`;
    return pricesShown ? `${of}の料金が${formatYen(from)}から${formatYen(to)}に変わります` : `${of}の料金が変わります`;
  };
  switch (turn.what) {
    case 'no course':
      return 'このコースは受けられません';
    case 'course price':
      return tellPrice('コース', turn.amount);
    case 'no option':
      return `オプション「${turn.name}」は受けられません`;
    case 'option price':
      return tellPrice(`オプション「${turn.name}」`, turn.amount);
    case 'frames':
      return '使用する予約枠が変わります';
  }
}
