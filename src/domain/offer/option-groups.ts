// How a group of options is chosen from: one of several or any number, and whether none may be; and which of those chosen are in the way.

interface Group {
  selection: 'single' | 'multiple';
  options: readonly { isInitial: boolean }[];
}

/** The institution wants one of them to be chosen, and says which unless the person says another. */
export const beginsWithOne = ({ selection, options }: Group) =>
  selection === 'single' && options.some(({ isInitial }) => isInitial);

/** A radio can't be taken back, so where nothing is chosen, at first or by now, there is a row for that. */
export const hasRowForNone = (group: Group, chosenCount: number) =>
  group.selection === 'single' && (!beginsWithOne(group) || chosenCount === 0);

/**
 * Which of several chosen things are in the way, found by asking how it would be without some of them: the sets of them, given by position,
 * that have to go. Those that are in the way by themselves, and where the rest are so together only, any one of these with them. Empty where
 * it would not help to take all of them off.
 */
export function findOptionRemovals(count: number, isFineWithout: (off: ReadonlySet<number>) => boolean): number[][] {
  const all = Array.from({ length: count }, (_, at) => at);
  if (count === 0 || !isFineWithout(new Set(all))) return [];
  const guilty = all.filter((one) => !isFineWithout(new Set(all.filter((other) => other !== one))));
  if (guilty.length > 0 && isFineWithout(new Set(guilty))) return [guilty];
  const sets = all
    .filter((one) => !guilty.includes(one))
    .map((one) => [...guilty, one].sort((a, b) => a - b))
    .filter((set) => isFineWithout(new Set(set)));
  return sets.length > 0 ? sets : [all];
}
