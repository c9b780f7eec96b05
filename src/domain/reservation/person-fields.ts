// What a person is: every field that accounts and reservations keep of somebody, stated once, in the order of the information form.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { Payer, UserKind } from './user-kind.ts';

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
