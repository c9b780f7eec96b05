// The two lists of a CSV pattern: what the buttons do to the output items, and what they say when they can't.
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
