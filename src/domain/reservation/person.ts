// What a person is: every field that accounts and reservations keep of somebody, stated once. Types, rows, select lists,
// copies and comparisons come from here; what a field is called on the wire stays with the contracts.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { payerOf } from './user-kind.ts';

interface PersonField {
  /** What stands there as long as nobody has said anything; its type is the field's. */
  blank: string | boolean | null;
  /** Whose it is: the person's own, the society's that is booked through (individuals have none), or one booking's, which no account keeps. */
  of: 'person' | 'society' | 'booking';
  isName?: true;
  /** By these, somebody who is booked for is taken for the owner of the account. */
  identifies?: true;
  /** Prices, options and frames go by it, so a change through a society keeps it. */
  decides?: true;
  /** Goes into the account when its owner books: the person's own always, a society's when it is booked through one. */
  follows?: true;
  /** Says nothing at another society, and is not prefilled there. */
  endsElsewhere?: true;
  /** Staff may correct it. */
  isCorrectable?: true;
}

const none = <T>(): T | null => null;
const yes = (): boolean => true;
const text: string = '';
const individual: string = INDIVIDUAL;

const PERSON = {
  familyName: { blank: text, of: 'person', isName: true, isCorrectable: true },
  givenName: { blank: text, of: 'person', isName: true, isCorrectable: true },
  familyKana: { blank: text, of: 'person', isName: true, identifies: true, isCorrectable: true },
  givenKana: { blank: text, of: 'person', isName: true, identifies: true, isCorrectable: true },
  birthDate: { blank: none<PlainDate>(), of: 'person', identifies: true, decides: true, isCorrectable: true },
  sex: { blank: none<Sex>(), of: 'person', decides: true, isCorrectable: true },
  /** Seven digits without a hyphen. */
  postalCode: { blank: text, of: 'person', follows: true, isCorrectable: true },
  prefecture: { blank: text, of: 'person', follows: true, isCorrectable: true },
  city: { blank: text, of: 'person', follows: true, isCorrectable: true },
  street: { blank: text, of: 'person', follows: true, isCorrectable: true },
  phone: { blank: text, of: 'person', follows: true, isCorrectable: true },
  companyName: { blank: text, of: 'person', follows: true, isCorrectable: true },
  mail: { blank: text, of: 'person', isCorrectable: true },
  acceptsMail: { blank: yes(), of: 'person' },
  clientCode: { blank: individual, of: 'society', follows: true },
  categoryCode: { blank: none<string>(), of: 'society', decides: true, follows: true, endsElsewhere: true },
  insurerNumber: { blank: text, of: 'society', follows: true, endsElsewhere: true },
  cardSymbol: { blank: text, of: 'society', follows: true, endsElsewhere: true, isCorrectable: true },
  cardNumber: { blank: text, of: 'society', follows: true, endsElsewhere: true, isCorrectable: true },
  employeeNumber: { blank: text, of: 'society', follows: true, isCorrectable: true },
  remarks: { blank: text, of: 'booking' },
} as const satisfies Readonly<Record<string, PersonField>>;

type Fields = typeof PERSON;
export type PersonName = keyof Fields;
export type PersonData = { -readonly [N in PersonName]: Fields[N]['blank'] };

/** The names of the fields that have such traits. */
type With<T> = { [N in PersonName]: Fields[N] extends T ? N : never }[PersonName];

const NAMES = Object.keys(PERSON) as PersonName[];

function namesWith<const T extends Partial<PersonField>>(traits: T): readonly With<T>[] {
  const wanted = Object.entries(traits);
  return NAMES.filter((name): name is With<T> => {
    const field = new Map<string, unknown>(Object.entries(PERSON[name]));
    return wanted.every(([trait, value]) => field.get(trait) === value);
  });
}

export const IDENTIFYING_FIELDS = namesWith({ identifies: true });
/** What goes into the account of who pays in this way. */
export const FOLLOWING_FIELDS = {
  individual: namesWith({ of: 'person', follows: true }),
  insurance: namesWith({ follows: true }),
};
export const ACCOUNT_FIELDS = [...namesWith({ of: 'person' }), ...namesWith({ of: 'society' })];
/** What a reservation keeps: the same, and what is its own. */
export const RESERVATION_FIELDS = [...ACCOUNT_FIELDS, ...namesWith({ of: 'booking' })];
/** What staff may correct of a reservation of who pays in this way. */
export const CORRECTABLE_FIELDS = {
  individual: namesWith({ of: 'person', isCorrectable: true }),
  insurance: namesWith({ isCorrectable: true }),
};
const DECIDING = namesWith({ decides: true });
const NAMED: ReadonlySet<string> = new Set(namesWith({ isName: true }));

export const isNameField = (name: string) => NAMED.has(name);

function fieldsOf<N extends PersonName>(names: readonly N[], take: (name: N) => unknown) {
  return Object.fromEntries(names.map((name) => [name, take(name)])) as Pick<PersonData, N>;
}

const blanks = <N extends PersonName>(names: readonly N[]) => fieldsOf(names, (name) => PERSON[name].blank);

export const BLANK_PERSON: PersonData = blanks(NAMES);
const NO_SOCIETY = blanks(namesWith({ of: 'society' }));
const NOTHING_ELSEWHERE = blanks(namesWith({ endsElsewhere: true }));

/** A person as somebody asks for a booking; through whom, the booking says. */
export type Applicant = Omit<PersonData, 'clientCode'>;
const APPLICANT = NAMES.filter((name) => name !== 'clientCode');

/** Nothing but the person, of whatever holds one. */
export const applicantIn = (given: Applicant): Applicant => fieldsOf(APPLICANT, (name) => given[name]);

/** As they are kept: individuals have nothing of a society, and whoever books through one is not asked for the wish. */
export const keptPerson = (applicant: Applicant, clientCode: string): PersonData =>
  payerOf(clientCode) === 'individual'
    ? { ...applicant, ...NO_SOCIETY }
    : { ...applicant, clientCode, acceptsMail: true };

/** As they are prefilled where they book through this client: card and category say nothing at another society. */
export const prefilledFor = (clientCode: string, person: PersonData): PersonData =>
  person.clientCode === clientCode ? person : { ...person, ...NOTHING_ELSEWHERE };

export type DecidingFields = Pick<PersonData, (typeof DECIDING)[number]>;

/** Whether prices, options and frames are the same for both. */
export const decideAlike = (one: DecidingFields, other: DecidingFields) =>
  DECIDING.every((name) => one[name] === other[name]);
