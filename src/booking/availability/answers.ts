// How courses, options and amounts are put into answers.
import type { InstitutionData } from '#booking/policy/course-data.ts';
import { type AgeStage, dateLimitsOf } from '#booking/policy/fitting-days.ts';
import { rowFits } from '#domain/offer/conditions.ts';
import {
  type CourseRows,
  type OfferedPrice,
  type OptionGroup,
  type OptionRow,
  offerPrice,
  optionKey,
} from '#domain/offer/offer.ts';

/** `taxRate` is that of the day of the visit, or of the first that can be chosen. */
export function priceDisplayOf(
  { taxDisplay, taxRounding }: InstitutionData,
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

/** Options with the days on which the person's age lets them be booked, where the course itself can be on more. */
export function limitedGroups(
  groups: readonly OptionGroup[],
  rows: CourseRows,
  stages: readonly AgeStage[],
  wanted?: (option: OptionRow) => boolean,
) {
  // Of one age all year, nobody has such days.
  const admitted = stages.length > 1 ? stages.filter(({ person }) => offerPrice(rows, person)) : [];
  return groupAnswers(groups, wanted).map((group) => ({
    ...group,
    options: group.options.map((option) => {
      if (admitted.length === 0) return { ...option, bookableFrom: null, bookableTo: null };
      const same = rows.options.filter((row) => optionKey(row) === optionKey(option));
      const { from, to } = dateLimitsOf(admitted, ({ person }) => same.some((row) => rowFits(row, person)));
      return { ...option, bookableFrom: from, bookableTo: to };
    }),
  }));
}

export function groupAnswers(groups: readonly OptionGroup[], wanted: (option: OptionRow) => boolean = () => true) {
  return groups
    .map((group) => ({ ...group, options: group.options.filter(wanted) }))
    .filter(({ options }) => options.length > 0);
}
