// Amounts in the words of the screens: what they are called, and whether tax is in them.
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import type { TaxDisplay } from '#domain/offer/price.ts';
import type { Payer } from '#domain/reservation/user-kind.ts';

export const taxWord = ({ taxDisplay }: { taxDisplay: TaxDisplay }) => (taxDisplay === 'excluded' ? '税抜' : '税込');

/** Who books through an insurer sees their share. */
export const totalWord = (payer: Payer) => (payer === 'insurance' ? 'ご負担額' : '合計');

/** 44,000円, or 44,000円〜 where it depends on a person not known yet. */
export const writeAmount = (amount: number, isFrom = false) => `${formatYen(amount)}${isFrom ? '〜' : ''}`;

/** An addition to the course: ＋5,500円. */
export const writeAddition = (amount: number, isFrom = false) =>
  `${amount === 0 ? '' : '＋'}${writeAmount(amount, isFrom)}`;
