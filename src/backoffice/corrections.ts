// What staff have corrected about the person of a reservation: what its history keeps, and how that reads.
import { slashed } from '#domain/calendar/office-dates.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { hyphenate } from '#domain/text/address.ts';

/** Beside each other in the form, and told as one. */
type Written = Omit<PersonData, 'familyName' | 'givenName' | 'familyKana' | 'givenKana'>;

interface Told {
  label: string;
  write(person: PersonData): string;
}

const SEXES = { male: '男性', female: '女性' } as const;
const as = (label: string, write: (person: PersonData) => string): Told => ({ label, write });
const pair = (one: string, other: string) => `${one} ${other}`.trim();

/** In the order of the form. */
const TOLD = {
  kana: as('カナ氏名', ({ familyKana, givenKana }) => pair(familyKana, givenKana)),
  name: as('氏名', ({ familyName, givenName }) => pair(familyName, givenName)),
  birthDate: as('生年月日', ({ birthDate }) => (birthDate ? slashed(birthDate) : '')),
  sex: as('性別', ({ sex }) => (sex ? SEXES[sex] : '')),
  phone: as('電話番号', ({ phone }) => phone),
  mail: as('メール', ({ mail }) => mail),
  postalCode: as('郵便番号', ({ postalCode }) => hyphenate(postalCode)),
  prefecture: as('都道府県', ({ prefecture }) => prefecture),
  city: as('市区町村', ({ city }) => city),
  street: as('番地・建物名', ({ street }) => street),
  cardSymbol: as('記号', ({ cardSymbol }) => cardSymbol),
  cardNumber: as('番号', ({ cardNumber }) => cardNumber),
  companyName: as('会社名', ({ companyName }) => companyName),
  employeeNumber: as('社員番号', ({ employeeNumber }) => employeeNumber),
} satisfies Partial<Record<keyof Written | 'kana' | 'name', Told>>;

type Name = keyof typeof TOLD;
const NAMES = Object.keys(TOLD) as Name[];

/** As they were written before and after. */
export type Corrections = { readonly [N in Name]?: { from: string; to: string } };

export function compare(before: PersonData, after: PersonData): Corrections {
  const turns = NAMES.map((name) => [name, { from: TOLD[name].write(before), to: TOLD[name].write(after) }] as const);
  return Object.fromEntries(turns.filter(([, { from, to }]) => from !== to));
}

/** Only what it is about: the access log outlives what stands there. */
export const namesOfCorrections = (corrections: Corrections) =>
  NAMES.filter((name) => corrections[name]).map((name) => TOLD[name].label);

const orNothing = (text: string) => text || '（なし）';

/** Nothing where the person was forgotten since. */
export const tellCorrections = (corrections: Corrections = {}) =>
  NAMES.flatMap((name) => {
    const turn = corrections[name];
    return turn ? [`${TOLD[name].label} ${orNothing(turn.from)} → ${orNothing(turn.to)}`] : [];
  }).join('、');
