// What a bill adds up to.
import { sumAmounts, withTax } from '#domain/offer/price.ts';
import type { Bill } from './draft-session.ts';

type PriceDisplay = Pick<Bill, 'pricesShown' | 'taxDisplay' | 'taxRounding' | 'taxRate'>;

interface Part {
  name: string;
  amount: number;
  lowest?: number;
  isFrom?: boolean;
}

export function makeBill(
  { pricesShown, taxDisplay, taxRounding, taxRate }: PriceDisplay,
  course: Part & { isFrom: boolean },
  options: readonly Part[],
): Bill {
  return {
    pricesShown,
    taxDisplay,
    taxRounding,
    taxRate,
    course: { name: course.name, amount: course.lowest ?? course.amount, isFrom: course.isFrom },
    options: options.map(({ name, amount, lowest = amount, isFrom }) => ({ name, amount: lowest, isFrom })),
  };
}

/** Whether the whole may come to more for a person not known yet. */
export const isTotalFrom = ({ course, options }: Bill) => [course, ...options].some(({ isFrom }) => isFrom);

export const totalOf = ({ course, options }: Bill) => sumAmounts([course, ...options]);

/** Null where amounts are with tax already. */
export function totalWithTax(bill: Bill): number | null {
  return bill.taxDisplay === 'excluded' ? withTax(totalOf(bill), bill.taxRounding, bill.taxRate) : null;
}
