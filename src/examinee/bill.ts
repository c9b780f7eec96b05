// What a bill adds up to, and the words for it.
import { writeYen } from '#domain/japanese-dates.ts';
import { sumAmounts, withTax } from '#domain/price.ts';
import type { Payer } from '#domain/user-kind.ts';
import type { Bill } from './draft-session.ts';

type PriceDisplay = Pick<Bill, 'pricesShown' | 'taxDisplay' | 'taxRounding' | 'taxRate'>;

export function makeBill(
  { pricesShown, taxDisplay, taxRounding, taxRate }: PriceDisplay,
  { name, amount, isFrom }: Bill['course'],
  options: readonly Bill['options'][number][],
): Bill {
  return {
    pricesShown,
    taxDisplay,
    taxRounding,
    taxRate,
    course: { name, amount, isFrom },
    options: options.map((option) => ({ name: option.name, amount: option.amount })),
  };
}

export const totalOf = ({ course, options }: Bill) => sumAmounts([course, ...options]);

/** Null where amounts are with tax already. */
export function totalWithTax(bill: Bill): number | null {
  return bill.taxDisplay === 'excluded' ? withTax(totalOf(bill), bill.taxRounding, bill.taxRate) : null;
}

export const taxWord = ({ taxDisplay }: Pick<Bill, 'taxDisplay'>) => (taxDisplay === 'excluded' ? '税抜' : '税込');

/** Who books through an insurer is told their share. */
export const totalWord = (payer: Payer) => (payer === 'insurance' ? 'ご負担額' : '合計');

/** 44,000円, or 44,000円〜 where it depends on a person not known yet. */
export const writeAmount = (amount: number, isFrom = false) => `${writeYen(amount)}${isFrom ? '〜' : ''}`;

/** An addition to the course: ＋5,500円. */
export const writeAddition = (amount: number) => (amount === 0 ? writeYen(0) : `＋${writeYen(amount)}`);
