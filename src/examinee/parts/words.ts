// Amounts, days and their limits, in words that several screens share.
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
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

/** 1974年6月12日: of days long past or far off, nobody asks the weekday. */
export function writeDay(date: PlainDate): string {
  const { year, month, day } = dateParts(date);
  return `${year}年${month}月${day}日`;
}

interface Limits {
  bookableFrom: PlainDate | null;
  bookableTo: PlainDate | null;
}

/** That the age on the day of the visit lets somebody book something only from or until a day. */
export function formatLimits({ bookableFrom: from, bookableTo: to }: Limits): string | null {
  if (!from && !to) return null;
  const days = [from && `${writeDay(from)}以降`, to && `${writeDay(to)}まで`].filter(Boolean).join('、');
  return `${days}の受診日で予約できます`;
}
