// What a bill adds up to.
import { sumAmounts, withTax } from '#domain/price.ts';
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
    options: options.map(({ name, amount, isFrom }) => ({ name, amount, isFrom })),
  };
}

/** Whether the whole may come to more for a person not known yet. */
export const isTotalFrom = ({ course, options }: Bill) => [course, ...options].some(({ isFrom }) => isFrom);

export const totalOf = ({ course, options }: Bill) => sumAmounts([course, ...options]);

/** Null where amounts are with tax already. */
export function totalWithTax(bill: Bill): number | null {
  return bill.taxDisplay === 'excluded' ? withTax(totalOf(bill), bill.taxRounding, bill.taxRate) : null;
}
