// Amounts: their sum, and what tax makes of it.
import type { PlainDate } from '#domain/calendar/plain-date.ts';

export type TaxDisplay = 'excluded' | 'included';
export type TaxRounding = 'up' | 'half' | 'down';

/** How amounts become what is paid: whether tax is in them already, and else how much and how it is rounded. */
interface TaxRules {
  taxDisplay: TaxDisplay;
  taxRounding: TaxRounding;
  /** In percent. */
  taxRate: number;
}

export type TaxRates = readonly { from: PlainDate; percent: number }[];

export const TAX_RATES: TaxRates = [{ from: '2019-10-01', percent: 10 }];

/** What counts is the day on which the person is examined, not the one on which they book. */
export function taxRateOn(rates: TaxRates, visitDate: PlainDate): number {
  const rate = rates.findLast(({ from }) => from <= visitDate) ?? rates[0];
  if (!rate) throw new Error('there is no tax rate at all');
  return rate.percent;
}

export function sumAmounts(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** In whole yen; the tax is rounded once, on the total. Integers throughout, since 0.1 is none. */
export function withTax(total: number, rounding: TaxRounding, rate: number): number {
  const hundredths = total * rate;
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths - whole * 100;
  if (rest === 0 || rounding === 'down') return total + whole;
  return total + whole + (rounding === 'up' || rest >= 50 ? 1 : 0);
}

/** What the person pays in the end, whether the amounts are kept with tax or without. */
export function payable(total: number, { taxDisplay, taxRounding, taxRate }: TaxRules): number {
  return taxDisplay === 'excluded' ? withTax(total, taxRounding, taxRate) : total;
}
