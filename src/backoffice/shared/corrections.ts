// What staff have corrected about the person of a reservation: what its history keeps, and how that reads.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { CORRECTABLE_FIELDS, isNameField, labelOf, type PersonData } from '#domain/reservation/person.ts';
import { hyphenate } from '#domain/text/address.ts';

interface CorrectionLine {
  label: string;
  write(person: PersonData): string;
}

const as = (label: string, write: (person: PersonData) => string): CorrectionLine => ({ label, write });
const pair = (one: string, other: string) => `${one} ${other}`.trim();

/** In the order of the form, where the parts of a name stand beside each other and are reported as one. */
const CORRECTION_LINES: Readonly<Record<string, CorrectionLine>> = {
  kana: as('カナ氏名', ({ familyKana, givenKana }) => pair(familyKana, givenKana)),
  name: as('氏名', ({ familyName, givenName }) => pair(familyName, givenName)),
  ...Object.fromEntries(
    CORRECTABLE_FIELDS.insurance
      .filter((name) => !isNameField(name))
      .map((name) => [name, as(labelOf(name), (person) => person[name] ?? '')]),
  ),
  birthDate: as('生年月日', ({ birthDate }) => (birthDate ? formatOfficeDate(birthDate) : '')),
  sex: as('性別', ({ sex }) => (sex ? SEX_WORDS[sex] : '')),
  mail: as('メール', ({ mail }) => mail),
  postalCode: as('郵便番号', ({ postalCode }) => hyphenate(postalCode)),
};
const ENTRIES = Object.entries(CORRECTION_LINES);

/** As they were written before and after. */
export type Corrections = Readonly<Record<string, { from: string; to: string }>>;

export function compare(before: PersonData, after: PersonData): Corrections {
  const changes = ENTRIES.map(([name, { write }]) => [name, { from: write(before), to: write(after) }] as const);
  return Object.fromEntries(changes.filter(([, { from, to }]) => from !== to));
}

/** Only what it is about: the access log outlives what stands there. */
export const namesOfCorrections = (corrections: Corrections) =>
  ENTRIES.filter(([name]) => corrections[name]).map(([, { label }]) => label);

const orEmptyMark = (text: string) => text || '（なし）';

/** Nothing where the person was forgotten since. */
export const describeCorrections = (corrections: Corrections = {}) =>
  ENTRIES.flatMap(([name, { label }]) => {
    const change = corrections[name];
    return change ? [`${label} ${orEmptyMark(change.from)} → ${orEmptyMark(change.to)}`] : [];
  }).join('、');
