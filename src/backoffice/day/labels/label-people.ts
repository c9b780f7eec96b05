// Whom labels are for, and what stands on each: who a tube belongs to, or where something is sent.

import type { Sending } from '#backoffice/shared/contract-sendings.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import { writePostalCode } from '#domain/text/address.ts';
import { NO_ADDRESS } from '#domain/text/check-address.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import type { Slip } from '../slips/contract.ts';

export interface Labelled {
  number: number;
  name: string;
  /** From the top; the points are those that it has where it fits. */
  lines: readonly { text: string; points: 14 | 9 | 8; isName?: true }[];
  hasCode: boolean;
}

/** In the order that was asked for: the list that was left may have been sorted by a column. */
export const specimenLabels = (slips: readonly Slip[]): Labelled[] =>
  slips.map(({ number, name, kana, birthDate, sex, patientNumber }) => ({
    number,
    name: withNarrowBlanks(name),
    lines: [
      { text: withNarrowBlanks(kana), points: 8 },
      { text: withNarrowBlanks(name), points: 14, isName: true },
      { text: `${formatOfficeDate(birthDate)}　${SHORT_SEX_WORDS[sex]}`, points: 9 },
      { text: patientNumber && `患 ${patientNumber}`, points: 9 },
    ],
    hasCode: true,
  }));

const keyOf = ({ visitDate, startTime, kana }: Sending) =>
  `${visitDate} ${startTime.padStart(5, '0')} ${foldKana(kana)}`;

/** By day, time and kana; without those who have no address. */
export const addressLabels = (rows: readonly Sending[]): Labelled[] =>
  rows
    .filter(({ addressMessage }) => addressMessage !== NO_ADDRESS)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map(({ number, name, postalCode, prefecture, city, street }) => ({
      number,
      name: withNarrowBlanks(name),
      lines: [
        { text: writePostalCode(postalCode), points: 9 },
        { text: prefecture + city, points: 9 },
        { text: street, points: 9 },
        { text: `${withNarrowBlanks(name)} 様`, points: 14, isName: true },
        { text: String(number), points: 8 },
      ],
      hasCode: false,
    }));
