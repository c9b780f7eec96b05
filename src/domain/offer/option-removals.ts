// Which of several chosen things are in the way, found by asking how it would be without some of them.

/**
 * The sets of them, given by position, that have to go: those that are in the way by themselves, and where the rest are so
 * together only, any one of these with them. Empty where it would not help to take all of them off.
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
