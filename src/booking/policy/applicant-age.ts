// Who the booking is for, as far as it is known at a step, and how old that makes them for the client.

import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ageDay, ageOn, birthdayIn } from '#domain/offer/age.ts';
import { NO_CATEGORY, type PersonTraits } from '#domain/offer/conditions.ts';
import type { DecidingFields } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { invalid } from '#wire/failure.ts';
import type { ClientData } from './course-data.ts';

/** What a step sends: a birth date where it is known, else at best an age, which only serves to show things. */
export interface ApplicantTraits extends DecidingFields {
  age: number | null;
}

/** Whose rules count, and for which year. */
export interface AgeRules {
  client: Pick<ClientData, 'ageBasis' | 'ageMonth' | 'ageDay'>;
  clientCode: string;
  fiscalYear: number;
}

/** Refuses days on which nobody who lives was born; the steps and the reservation say the same. */
export function checkBirthDate(birthDate: PlainDate | null, today: PlainDate): PlainDate {
  if (birthDate && '1900-01-01' <= birthDate && birthDate <= today) return birthDate;
  throw invalid('生年月日は年月日をすべて正しく選択してください。');
}

export function ageDateFor({ client, fiscalYear }: Omit<AgeRules, 'clientCode'>, visitDate: PlainDate): PlainDate {
  return ageDay({ basis: client.ageBasis, month: client.ageMonth, day: client.ageDay }, fiscalYear, visitDate);
}

export function ageFor(counted: Omit<AgeRules, 'clientCode'>, birthDate: PlainDate, visitDate: PlainDate): number {
  return ageOn(birthDate, ageDateFor(counted, visitDate));
}

/** Somebody whose sex is not known either is not known at all: the age that comes along is the assumed one. */
export function traitsOn(counted: AgeRules, known: ApplicantTraits, visitDate: PlainDate): PersonTraits {
  const { sex, birthDate } = known;
  const categoryCode = payerOf(counted.clientCode) === 'individual' ? NO_CATEGORY : known.categoryCode;
  if (birthDate) return { categoryCode, sex, age: ageFor(counted, birthDate, visitDate) };
  return { categoryCode, sex, age: sex === null ? null : known.age };
}

/** The days of a stretch of time from which on the person is of another age for the client: its first, and birthdays. */
export function ageChangeDates(
  { client }: Pick<AgeRules, 'client'>,
  { birthDate }: Pick<ApplicantTraits, 'birthDate'>,
  first: PlainDate,
  last: PlainDate,
): PlainDate[] {
  if (client.ageBasis !== 'visit_day' || !birthDate) return [first];
  const dates = [first];
  for (let { year } = dateParts(first); year <= dateParts(last).year; year++) {
    const birthday = birthdayIn(birthDate, year);
    if (first < birthday && birthday <= last) dates.push(birthday);
  }
  return dates;
}
