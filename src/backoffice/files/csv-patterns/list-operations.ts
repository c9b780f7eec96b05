// The two lists of a CSV pattern: what the buttons do to the output items, what they say when they can't, and what becomes of the items on
// the screen when somebody else has saved the pattern first.
import type { AddableItem, OutputItem } from './contract.ts';

export interface OutputList {
  items: readonly OutputItem[];
  selected: ReadonlySet<number>;
}

export type Outcome = { ok: true; list: OutputList } | { ok: false; sentence: string };

const NONE_TO_ADD = '追加可能項目が選択されていません';
const NO_PLACE = '挿入する位置が選択されていません';
const NONE_TO_DELETE = '削除する項目が選択されていません';
const TOO_FEW_TO_MOVE = '順序を入れ替えるCSV出力項目がありません。追加可能項目から項目を追加してください。';
const NONE_TO_MOVE = 'CSV出力項目が選択されていません。';
const NOT_CONSECUTIVE = '順序を入れ替えるCSV出力項目は連続して選択しなければなりません。';
const ALREADY_FIRST = '先頭項目を選択しています。';
const ALREADY_LAST = '末尾項目を選択しています。';

const no = (sentence: string): Outcome => ({ ok: false, sentence });

function yes(items: readonly OutputItem[], selected: ReadonlySet<number>): Outcome {
  const numbered = items.map((item, index) => (item.position === index + 1 ? item : { ...item, position: index + 1 }));
  return { ok: true, list: { items: numbered, selected } };
}

/** New rows get keys above all others, and are selected, so that they can be moved on at once. */
function addAt(list: OutputList, at: number, added: readonly AddableItem[]): Outcome {
  const highest = list.items.reduce((key, item) => Math.max(key, item.key), 0);
  const fresh = added.map(({ key: _addable, ...item }, index): OutputItem => {
    return { ...item, key: highest + 1 + index, position: 0, status: 'added' };
  });
  const items = [...list.items.slice(0, at), ...fresh, ...list.items.slice(at)];
  return yes(items, new Set(fresh.map(({ key }) => key)));
}

const placesOf = ({ items, selected }: OutputList) =>
  items.flatMap(({ key }, index) => (selected.has(key) ? [index] : []));

/** Before the first item that is selected; into an empty list without that. */
export function insert(list: OutputList, added: readonly AddableItem[]): Outcome {
  if (added.length === 0) return no(NONE_TO_ADD);
  const [at] = list.items.length === 0 ? [0] : placesOf(list);
  return at === undefined ? no(NO_PLACE) : addAt(list, at, added);
}

export function addToEnd(list: OutputList, added: readonly AddableItem[]): Outcome {
  return added.length === 0 ? no(NONE_TO_ADD) : addAt(list, list.items.length, added);
}

export function remove(list: OutputList): Outcome {
  const remaining = list.items.filter(({ key }) => !list.selected.has(key));
  return remaining.length === list.items.length ? no(NONE_TO_DELETE) : yes(remaining, new Set());
}

/** Swaps the selected block with its neighbour. */
export function move(list: OutputList, direction: 'up' | 'down'): Outcome {
  const { items } = list;
  if (items.length <= 1) return no(TOO_FEW_TO_MOVE);
  const places = placesOf(list);
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return no(NONE_TO_MOVE);
  if (last - first + 1 !== places.length) return no(NOT_CONSECUTIVE);
  if (direction === 'up' && first === 0) return no(ALREADY_FIRST);
  if (direction === 'down' && last === items.length - 1) return no(ALREADY_LAST);
  return drop(list, direction === 'up' ? first - 1 : last + 2);
}

/** Puts what is selected, wherever it stands, before the place that it is dropped at; the same as pressing often. */
export function drop(list: OutputList, before: number): Outcome {
  const { items, selected } = list;
  const isMoved = ({ key }: OutputItem) => selected.has(key);
  const moved = items.filter(isMoved);
  if (moved.length === 0) return no(NONE_TO_MOVE);
  const ahead = items.slice(0, before).filter((item) => !isMoved(item));
  const behind = items.slice(before).filter((item) => !isMoved(item));
  return yes([...ahead, ...moved, ...behind], selected);
}

/** What was dragged over from the addable items. */
export function dropAddable(list: OutputList, before: number, added: readonly AddableItem[]): Outcome {
  return added.length === 0 ? no(NONE_TO_ADD) : addAt(list, before, added);
}

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
