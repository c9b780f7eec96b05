// Who the booking is for, as far as it is known at a step, and how old that makes them for the client.
import { ageDay, ageOn } from '#domain/age.ts';
import type { Person, Sex } from '#domain/conditions.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import type { ClientFacts } from './facts.ts';

/** What a step sends: a birth date where it is known, else at best an age, which only serves to show things. */
export interface KnownPerson {
  categoryCode: string | null;
  sex: Sex | null;
  birthDate: PlainDate | null;
  age: number | null;
}

type AgeRule = Pick<ClientFacts, 'ageBasis' | 'ageMonth' | 'ageDay'>;

/** The day at which the client counts ages. */
export function ageDateFor(client: AgeRule, fiscalYear: number, visitDate: PlainDate): PlainDate {
  return ageDay({ basis: client.ageBasis, month: client.ageMonth, day: client.ageDay }, fiscalYear, visitDate);
}

export function ageFor(client: AgeRule, fiscalYear: number, birthDate: PlainDate, visitDate: PlainDate): number {
  return ageOn(birthDate, ageDateFor(client, fiscalYear, visitDate));
}

/** Somebody whose sex is not known either is not known at all: the age that comes along is the assumed one. */
export function personAtStep(
  client: ClientFacts,
  fiscalYear: number,
  known: KnownPerson,
  visitDate: PlainDate,
): Person {
  const { categoryCode, sex, birthDate } = known;
  if (birthDate) return { categoryCode, sex, age: ageFor(client, fiscalYear, birthDate, visitDate) };
  return { categoryCode, sex, age: sex === null ? null : known.age };
}
