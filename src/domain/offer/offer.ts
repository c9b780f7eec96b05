// What a course offers to a person, and what a booking of it consists of: price, options, frames.
import { type Condition, dependsOnPerson, fittingRows, type PersonTraits, rowFits } from './conditions.ts';
import { type Frame, type Need, neededPlaces } from './places.ts';
import { sumAmounts } from './price.ts';

export interface PriceRow extends Condition {
  amount: number;
}

export type FrameRow = Condition & Frame;

export interface OptionRow extends Condition {
  groupCode: string;
  groupName: string;
  groupDescription: string;
  selection: 'single' | 'multiple';
  optionCode: string;
  name: string;
  isInitial: boolean;
  amount: number;
  frame: Frame | null;
}

/** The rows of one course; option rows come in the order in which they are shown. */
export interface CourseRows {
  prices: readonly PriceRow[];
  frames: readonly FrameRow[];
  options: readonly OptionRow[];
}

/** What is shown of an amount to this person. */
interface PriceSummary {
  /** Of somebody who is not known well enough: the least that they could pay. */
  lowest: number;
  /** Others of those whom the person could be pay something else. */
  isFrom: boolean;
}

export interface OfferedPrice extends PriceSummary {
  row: PriceRow;
}

type OfferedOption = OptionRow & PriceSummary;

/** The row that goes first, with the lowest amount of all that fit; null where none does. */
function priceOfFirst<R extends PriceRow>(
  rows: readonly R[],
  people: readonly PersonTraits[],
): (PriceSummary & { row: R }) | null {
  const [person] = people;
  const fitting =
    person && people.length === 1 ? fittingRows(rows, person) : people.flatMap((one) => fittingRows(rows, one));
  const [row] = fitting;
  if (!row) return null;
  if (fitting.length === 1) return { row, lowest: row.amount, isFrom: false };
  const amounts = fitting.map(({ amount }) => amount);
  const lowest = Math.min(...amounts);
  return { row, lowest, isFrom: Math.max(...amounts) > lowest };
}

/**
 * Null when the course is not for this person: no price, or no frame. Several people are one at the ages that they may have on
 * the day of the visit; what holds for the first of them goes first.
 */
export function offerPrice(
  rows: Pick<CourseRows, 'prices' | 'frames'>,
  ...people: readonly PersonTraits[]
): OfferedPrice | null {
  const admitted = people.filter((person) => rows.frames.some((frame) => rowFits(frame, person)));
  return priceOfFirst(rows.prices, admitted);
}

export interface OptionGroup {
  groupCode: string;
  name: string;
  description: string;
  selection: 'single' | 'multiple';
  options: OfferedOption[];
}

export const optionKey = (option: { groupCode: string; optionCode: string }) =>
  `${option.groupCode}/${option.optionCode}`;

export const isSameOption = (a: Choice, b: Choice) => a.groupCode === b.groupCode && a.optionCode === b.optionCode;

const grouped = new WeakMap<readonly OptionRow[], OptionRow[][]>();

/** The rows of each option. Those of a course stay the same array as long as its masters do: they are grouped once. */
function rowsByOption(rows: readonly OptionRow[]): readonly OptionRow[][] {
  const found = grouped.get(rows) ?? [...Map.groupBy(rows, optionKey).values()];
  grouped.set(rows, found);
  return found;
}

/** One row for each option that fits any of the people, in groups; chosen beforehand are only those that fit the first of them. */
export function offerOptions(rows: Pick<CourseRows, 'options'>, ...people: readonly PersonTraits[]): OptionGroup[] {
  const groups = new Map<string, OptionGroup>();
  for (const sameOption of rowsByOption(rows.options)) {
    const offered = priceOfFirst(sameOption, people);
    if (!offered) continue;
    const { row, lowest, isFrom } = offered;
    const group = groups.get(row.groupCode) ?? {
      groupCode: row.groupCode,
      name: row.groupName,
      description: row.groupDescription,
      selection: row.selection,
      options: [],
    };
    groups.set(row.groupCode, group);
    const isInitial = row.isInitial && (people.length === 1 || priceOfFirst(sameOption, people.slice(0, 1)) !== null);
    group.options.push({ ...row, isInitial, lowest, isFrom });
  }
  return [...groups.values()];
}

export function needsPerson(rows: CourseRows): boolean {
  return dependsOnPerson([...rows.prices, ...rows.frames, ...rows.options]);
}

export interface Choice {
  groupCode: string;
  optionCode: string;
}

export interface Composition {
  price: OfferedPrice;
  /** All that could be chosen. */
  groups: OptionGroup[];
  options: OptionRow[];
  /** What the course needs by itself; with the options' it makes the needs. */
  courseFrames: Frame[];
  needs: Need[];
  total: number;
}

export type Misfit = 'course' | 'option' | 'option twice' | 'several of a single-choice group';

/** Of the chosen options those that are not for this person, one row each; what the course does not know at all is not among them. */
export function findUnfit(rows: CourseRows, person: PersonTraits, choices: readonly Choice[]): OptionRow[] {
  const chosen = new Set(choices.map(optionKey));
  const same = Map.groupBy(rows.options, optionKey).entries();
  return [...same].flatMap(([key, [row, ...others]]) =>
    row && chosen.has(key) && ![row, ...others].some((one) => rowFits(one, person)) ? [row] : [],
  );
}

export function compose(rows: CourseRows, person: PersonTraits, choices: readonly Choice[]): Composition | Misfit {
  const price = offerPrice(rows, person);
  if (!price) return 'course';
  const groups = offerOptions(rows, person);
  const chosen = new Set(choices.map(optionKey));
  if (chosen.size < choices.length) return 'option twice';
  const options = groups.flatMap((group) =>
    group.options.filter((option) => choices.some((choice) => isSameOption(choice, option))),
  );
  if (options.length < chosen.size) return 'option';
  const counts = Map.groupBy(options, ({ groupCode }) => groupCode);
  if ([...counts.values()].some((same) => same.length > 1 && same[0]?.selection === 'single')) {
    return 'several of a single-choice group';
  }
  const frames: Frame[] = rows.frames.filter((row) => rowFits(row, person));
  const optionFrames = options.flatMap(({ frame }) => (frame ? [frame] : []));
  return {
    price,
    groups,
    options,
    courseFrames: frames,
    needs: neededPlaces([...frames, ...optionFrames]),
    total: sumAmounts([price.row, ...options]),
  };
}
