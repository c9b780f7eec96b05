// What a person is: every field that accounts and reservations keep of somebody, stated once, in the order of the information form; and what
// follows from that: types, lists, rows, copies and comparisons. What a field is called on the wire stays with the contracts.

import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { type Payer, payerOf, type UserKind } from './user-kind.ts';

export interface PersonField {
  /** As forms and lists call it. */
  label: string;
  /** What it is called where its neighbours do not say what it is about. */
  fullLabel?: string;
  /** What stands there as long as nobody has said anything; its type is the field's. */
  blank: string | boolean | null;
  /** Whose it is: the person's own, the society's that is booked through (individuals have none), or one booking's, which no account keeps. */
  of: 'person' | 'society' | 'booking';
  /** By whom the information form must be filled in here; by nobody where nothing is said. */
  required?: (kind: UserKind) => boolean;
  /** Asked of these only; a society's of who books through one. */
  askedOf?: Payer;
  /** The step before asks for it of who books through a society, and the form only shows it. */
  isSettled?: true;
  /** The information form has other rows in its place, or none (entry-form.ts). */
  hasNoRow?: true;
  isName?: true;
  /** By these, somebody who is booked for is taken for the owner of the account. */
  identifies?: true;
  /** Prices, options and frames go by it, so a change through a society keeps it. */
  decides?: true;
  /** Goes into the account when its owner books: the person's own always, a society's when it is booked through one. */
  follows?: true;
  /** Says nothing at another society, and is not prefilled there. */
  endsElsewhere?: true;
  /** Asked for only where the society has an insurer's number. */
  needsInsurer?: true;
  /** Staff may correct it: its place where they do, and in the report of it. */
  correctedAt?: number;
  /** Staff's pages ask for it and show it as a line of text like any other, behind what has a form of its own there. */
  line?: 'text' | 'numeric';
  /** Shares a row with its neighbour there, under this label. */
  sharedLabel?: string;
  /** Stands on the slip for the day of the visit. */
  isOnSlip?: true;
  /** Only the service uses it. */
  isCode?: true;
}

const none = <T>(): T | null => null;
const yes = (): boolean => true;
const text: string = '';
const individual: string = INDIVIDUAL;

const everybody = () => true;
/** Whoever is on the telephone is asked for what is needed to find them again, and no more. */
export const notAtDesk = ({ origin }: UserKind) => origin !== 'desk';
const notEnRoute = ({ origin }: UserKind) => origin !== 'en-route' && origin !== 'desk';

const own = { blank: text, of: 'person' } as const;
const name = { ...own, required: everybody, isName: true } as const;
const address = { ...own, required: notAtDesk, follows: true } as const;
const society = { blank: text, of: 'society', follows: true } as const;
const insurance = { ...society, endsElsewhere: true, needsInsurer: true } as const;
const card = { ...insurance, sharedLabel: '記号・番号', isOnSlip: true } as const;

export const PERSON = {
  clientCode: { ...society, label: 'クライアント', blank: individual, hasNoRow: true, isCode: true },
  insurerNumber: { ...insurance, label: '保険者番号', required: notAtDesk, isSettled: true },
  cardSymbol: { ...card, label: '記号', fullLabel: '被保険者等記号', line: 'text', correctedAt: 13 },
  cardNumber: { ...card, label: '番号', fullLabel: '被保険者等番号', line: 'numeric', correctedAt: 14 },
  categoryCode: {
    ...society,
    label: '対象者区分',
    blank: none<string>(),
    required: everybody,
    isSettled: true,
    decides: true,
    endsElsewhere: true,
    isCode: true,
  },
  companyName: { ...own, label: '会社名', follows: true, line: 'text', isOnSlip: true, correctedAt: 15 },
  familyKana: { ...name, label: '氏名（セイ）', fullLabel: 'カナ氏名（姓）', identifies: true, correctedAt: 1 },
  givenKana: { ...name, label: '氏名（メイ）', fullLabel: 'カナ氏名（名）', identifies: true, correctedAt: 2 },
  familyName: { ...name, label: '氏名（姓）', correctedAt: 3 },
  givenName: { ...name, label: '氏名（名）', correctedAt: 4 },
  birthDate: {
    ...own,
    label: '生年月日',
    blank: none<PlainDate>(),
    required: everybody,
    isSettled: true,
    identifies: true,
    decides: true,
    correctedAt: 5,
  },
  sex: {
    ...own,
    label: '性別',
    blank: none<Sex>(),
    required: everybody,
    isSettled: true,
    decides: true,
    correctedAt: 6,
  },
  /** Seven digits without a hyphen. */
  postalCode: { ...address, label: '郵便番号', hasNoRow: true, correctedAt: 9 },
  prefecture: { ...address, label: '都道府県', correctedAt: 10 },
  city: { ...address, label: '市区町村', correctedAt: 11 },
  street: { ...address, label: '番地・建物名', required: notEnRoute, correctedAt: 12 },
  phone: { ...own, label: '電話番号', required: everybody, follows: true, correctedAt: 7 },
  employeeNumber: { ...society, label: '社員番号', line: 'text', correctedAt: 16 },
  mail: { ...own, label: 'メールアドレス', required: notAtDesk, correctedAt: 8 },
  acceptsMail: { ...own, label: '健診のご案内メール', blank: yes(), required: notAtDesk, askedOf: 'individual' },
  remarks: { label: '備考', blank: text, of: 'booking' },
} as const satisfies Readonly<Record<string, PersonField>>;

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
