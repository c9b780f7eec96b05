// What follows from the fields of a person: types, lists, rows, copies and comparisons; what a field is called on the wire stays with
// the contracts.
import { PERSON, type PersonField } from './person-fields.ts';
import { payerOf } from './user-kind.ts';

type Fields = typeof PERSON;
export type PersonName = keyof Fields;
export type PersonData = { -readonly [N in PersonName]: Fields[N]['blank'] };

type With<T> = { [N in PersonName]: Fields[N] extends T ? N : never }[PersonName];

const NAMES = Object.keys(PERSON) as PersonName[];

function namesWith<const T extends Partial<PersonField>>(traits: T): readonly With<T>[] {
  const wanted = Object.entries(traits);
  return NAMES.filter((name): name is With<T> => {
    const field = new Map<string, unknown>(Object.entries(PERSON[name]));
    return wanted.every(([trait, value]) => field.get(trait) === value);
  });
}

/** As the database names it. */
export type ColumnName<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';

export const columnOf = <N extends string>(name: N) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnName<N>;

export const IDENTIFYING_FIELDS = namesWith({ identifies: true });
/** What goes into the account of who pays in this way. */
export const FOLLOWING_FIELDS = {
  individual: namesWith({ of: 'person', follows: true }),
  insurance: namesWith({ follows: true }),
};
export const ACCOUNT_FIELDS = [...namesWith({ of: 'person' }), ...namesWith({ of: 'society' })];
/** What a reservation keeps: the same, and what is its own. */
export const RESERVATION_FIELDS = [...ACCOUNT_FIELDS, ...namesWith({ of: 'booking' })];

const isOwn = (name: PersonName) => PERSON[name].of === 'person';
const traitsOf = (name: PersonName): PersonField => PERSON[name];
const placeOf = (name: PersonName) => traitsOf(name).correctedAt ?? Number.POSITIVE_INFINITY;
const STAFF_ORDER = [...NAMES].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
const CORRECTABLE = STAFF_ORDER.filter((name): name is With<{ correctedAt: number }> => 'correctedAt' in PERSON[name]);
/** What staff may correct of a reservation of who pays in this way. */
export const CORRECTABLE_FIELDS = { individual: CORRECTABLE.filter(isOwn), insurance: CORRECTABLE };
/** What is a person's to know, of what is kept of them. */
export const DISCLOSED_FIELDS = STAFF_ORDER.filter((name) => !traitsOf(name).isCode && PERSON[name].of !== 'booking');
export const labelOf = (name: PersonName) => PERSON[name].label;
export const fullLabelOf = (name: PersonName) => traitsOf(name).fullLabel ?? labelOf(name);

/** Of invitations, wherever the wish is read. */
export const formatConsent = (accepts: boolean) => (accepts ? '受け取る' : '受け取らない');

export const CARD_FIELDS = namesWith({ needsInsurer: true });
/** The lines of text on staff's pages. */
export const LINE_FIELDS = CORRECTABLE.filter((name): name is With<{ line: string }> => 'line' in PERSON[name]);
type LineField = (typeof LINE_FIELDS)[number];
export const isNumericLine = (name: LineField) => PERSON[name].line === 'numeric';
const lineLabelOf = (name: LineField) => traitsOf(name).sharedLabel ?? labelOf(name);

export const LINE_ROWS = { individual: inRows(LINE_FIELDS.filter(isOwn)), insurance: inRows(LINE_FIELDS) };
export const SLIP_FIELDS = LINE_FIELDS.filter(
  (name): name is LineField & With<{ isOnSlip: true }> => 'isOnSlip' in PERSON[name],
);
export const SLIP_ROWS = inRows(SLIP_FIELDS);

function inRows<N extends LineField>(names: readonly N[]) {
  const labels = [...new Set(names.map(lineLabelOf))];
  return labels.map((label) => ({ label, names: names.filter((name) => lineLabelOf(name) === label) }));
}

/** What stands in a row, as one. */
export const writeRow = <N extends string>(names: readonly N[], values: Readonly<Record<N, string>>) =>
  names
    .map((name) => values[name])
    .filter(Boolean)
    .join('・');

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
export const storedPerson = (applicant: Applicant, clientCode: string): PersonData =>
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
