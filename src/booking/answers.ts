// How courses, options and amounts are put into answers.
import type { OfferedPrice, OptionGroup, OptionRow } from '#domain/offer/offer.ts';
import type { InstitutionFacts } from './facts.ts';

/** `taxRate` is that of the day of the visit, or of the first that can be chosen. */
export function priceDisplayOf(
  { taxDisplay, taxRounding }: InstitutionFacts,
  client: { pricesShown: boolean } | null,
  taxRate: number,
) {
  return { pricesShown: client?.pricesShown ?? false, taxDisplay, taxRounding, taxRate };
}

export function courseAnswer(
  courseCode: string,
  { name, duration }: { name: string; duration: string },
  price: OfferedPrice,
) {
  const { conditionCode, amount } = price.row;
  return { courseCode, conditionCode, name, duration, amount, lowest: price.lowest, isFrom: price.isFrom };
}

export function groupAnswers(groups: readonly OptionGroup[], wanted: (option: OptionRow) => boolean = () => true) {
  return groups
    .map((group) => ({ ...group, options: group.options.filter(wanted) }))
    .filter(({ options }) => options.length > 0);
}
