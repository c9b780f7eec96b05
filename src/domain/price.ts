// Amounts: their sum, and what tax makes of it.

export type TaxDisplay = 'excluded' | 'included';
export type TaxRounding = 'up' | 'half' | 'down';

/** In percent; the consumption tax since 2019. */
export const TAX_RATE = 10;

export function sumAmounts(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** In whole yen; the tax is rounded once, on the total. Integers throughout, since 0.1 is none. */
export function withTax(total: number, rounding: TaxRounding, rate: number = TAX_RATE): number {
  const hundredths = total * rate;
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths - whole * 100;
  if (rest === 0 || rounding === 'down') return total + whole;
  return total + whole + (rounding === 'up' || rest >= 50 ? 1 : 0);
}

/** What the person pays in the end, whether the amounts are kept with tax or without. */
export function payable(total: number, display: TaxDisplay, rounding: TaxRounding, rate: number = TAX_RATE): number {
  return display === 'excluded' ? withTax(total, rounding, rate) : total;
}
