// How a group of options is chosen from: one of several or any number, and whether none may be.

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
