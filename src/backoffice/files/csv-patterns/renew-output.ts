// What becomes of the output items on the screen when somebody else has saved the pattern first.
import type { OutputItem } from './contract.ts';

const identityOf = ({ kind, attribute, groupCode, optionCode }: OutputItem) =>
  [kind, attribute, groupCode, optionCode].join('/');

/** One list's items that the other lacks; an item may stand several times. */
function missingFrom(other: readonly OutputItem[], items: readonly OutputItem[]): OutputItem[] {
  const left = Map.groupBy(other, identityOf);
  return items.filter((item) => left.get(identityOf(item))?.shift() === undefined);
}

export const isSameOutput = (one: readonly OutputItem[], other: readonly OutputItem[]) =>
  one.length === other.length && one.every((item, at) => identityOf(item) === identityOf(other[at] as OutputItem));

/** The list as it stands on the screen, its rows known again as those that are saved now, or else as new ones. */
export function renewOutput(mine: readonly OutputItem[], newer: readonly OutputItem[]): OutputItem[] {
  const saved = Map.groupBy(newer, identityOf);
  let last = Math.max(0, ...newer.map(({ key }) => key), ...mine.map(({ key }) => key));
  return mine.map((item) => {
    const same = saved.get(identityOf(item))?.shift();
    if (same) return { ...item, key: same.key, status: 'saved' };
    last += 1;
    return { ...item, key: last, status: 'added' };
  });
}

const MOST_NAMES = 8;

function names(items: readonly OutputItem[]): string {
  const named = items.slice(0, MOST_NAMES).map(({ name }) => name);
  return named.join('、') + (items.length > named.length ? `、ほか${items.length - named.length}項目` : '');
}

/** In what the list on the screen differs from the one that somebody else has saved, as sentences. */
export function describeNewer(mine: readonly OutputItem[], newer: readonly OutputItem[]): string[] {
  const [theirs, own] = [missingFrom(mine, newer), missingFrom(newer, mine)];
  if (theirs.length === 0 && own.length === 0) {
    return isSameOutput(mine, newer) ? [] : ['CSV出力項目の順序が、最新の内容と異なります。'];
  }
  return [
    ...(theirs.length > 0 ? [`最新の内容にだけあるCSV出力項目: ${names(theirs)}`] : []),
    ...(own.length > 0 ? [`この画面にだけあるCSV出力項目: ${names(own)}`] : []),
  ];
}
