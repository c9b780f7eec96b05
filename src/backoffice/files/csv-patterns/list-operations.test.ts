// The buttons of the pattern screen: every sentence, and the lists against a model that knows no better.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AddableItem, OutputItem } from './contract.ts';
import { addToEnd, drop, dropAddable, insert, move, type Outcome, type OutputList, remove } from './list-operations.ts';

const attribute = (key: number, name: string): AddableItem => ({
  key,
  kind: 'attribute',
  attribute: 'name',
  groupCode: null,
  optionCode: null,
  name,
});

/** abc[de]f: the letters are the items, those in brackets are selected. */
function read(text: string): OutputList {
  const items: OutputItem[] = [];
  const selected = new Set<number>();
  let isSelected = false;
  for (const letter of text) {
    if (letter === '[' || letter === ']') {
      isSelected = letter === '[';
      continue;
    }
    const key = items.length + 1;
    items.push({ ...attribute(key, letter), position: key, status: 'saved' });
    if (isSelected) selected.add(key);
  }
  return { items, selected };
}

function write(outcome: Outcome): string {
  if (!outcome.ok) return outcome.sentence;
  const { items, selected } = outcome.list;
  expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  const marked = items.map(({ key, name }) => (selected.has(key) ? `[${name}]` : name)).join('');
  return marked.replaceAll('][', '');
}

const added = (letters: string) => [...letters].map((letter, index) => attribute(index + 1, letter));

test.each([
  ['a[b]c', 'XY', 'a[XY]bc'],
  ['[a]b[c]', 'X', '[X]abc'],
  ['', 'XY', '[XY]'],
  ['[ab]', 'X', '[X]ab'],
  ['a[b]c', '', '追加可能項目が選択されていません'],
  ['', '', '追加可能項目が選択されていません'],
  ['abc', 'X', '挿入する位置が選択されていません'],
])('insert into %s of %j: %s', (list, letters, after) => {
  expect(write(insert(read(list), added(letters)))).toBe(after);
});

test.each([
  ['a[b]c', 'XY', 'abc[XY]'],
  ['', 'X', '[X]'],
  ['abc', 'X', 'abc[X]'],
  ['a[b]c', '', '追加可能項目が選択されていません'],
])('add to the end of %s of %j: %s', (list, letters, after) => {
  expect(write(addToEnd(read(list), added(letters)))).toBe(after);
});

test.each([
  ['a[b]c[d]', 'ac'],
  ['[a]', ''],
  ['abc', '削除する項目が選択されていません'],
  ['', '削除する項目が選択されていません'],
])('delete from %s: %s', (list, after) => {
  expect(write(remove(read(list)))).toBe(after);
});

const TOO_FEW = '順序を入れ替えるCSV出力項目がありません。追加可能項目から項目を追加してください。';

test.each([
  ['ab[cd]e', 'a[cd]be'],
  ['a[b]', '[b]a'],
  ['', TOO_FEW],
  ['[a]', TOO_FEW],
  ['ab', 'CSV出力項目が選択されていません。'],
  ['[a]b[c]', '順序を入れ替えるCSV出力項目は連続して選択しなければなりません。'],
  ['[ab]c', '先頭項目を選択しています。'],
  ['[ab]', '先頭項目を選択しています。'],
])('up in %s: %s', (list, after) => {
  expect(write(move(read(list), 'up'))).toBe(after);
});

test.each([
  ['ab[cd]e', 'abe[cd]'],
  ['[a]b', 'b[a]'],
  ['', TOO_FEW],
  ['[a]', TOO_FEW],
  ['ab', 'CSV出力項目が選択されていません。'],
  ['[a]b[c]', '順序を入れ替えるCSV出力項目は連続して選択しなければなりません。'],
  ['a[bc]', '末尾項目を選択しています。'],
  ['[ab]', '末尾項目を選択しています。'],
])('down in %s: %s', (list, after) => {
  expect(write(move(read(list), 'down'))).toBe(after);
});

test.each([
  ['ab[c]de', 0, '[c]abde'],
  ['ab[c]de', 5, 'abde[c]'],
  ['[a]b[c]de', 4, 'bd[ac]e'],
  ['[a]bc', 1, '[a]bc'],
  ['abc', 0, 'CSV出力項目が選択されていません。'],
])('drop what is selected in %s before %i: %s', (list, before, after) => {
  expect(write(drop(read(list), before))).toBe(after);
});

test('addable items can be dropped anywhere', () => {
  expect(write(dropAddable(read('a[b]c'), 2, added('XY')))).toBe('ab[XY]c');
  expect(write(dropAddable(read('abc'), 2, []))).toBe('追加可能項目が選択されていません');
});

test('new rows say so, and keep saying it when they are moved', () => {
  const after = insert(read('a[b]c'), added('XY'));
  const moved = after.ok ? move(after.list, 'down') : null;
  const statuses = moved?.ok && moved.list.items.map(({ name, status }) => `${name} ${status}`);
  expect(statuses).toEqual(['a saved', 'b saved', 'X added', 'Y added', 'c saved']);
});

// The model: names in an array and the names that are selected, edited one at a time by splice.
interface Model {
  names: string[];
  selected: string[];
}

type Step =
  | { act: 'insert' | 'end'; count: number; select: boolean[] }
  | { act: 'delete' | 'up' | 'down'; select: boolean[] };

function play(model: Model, step: Step, fresh: string[]): void {
  const places = model.names.flatMap((name, index) => (model.selected.includes(name) ? [index] : []));
  const [first = -1] = places;
  const consecutive = places.every((place, index) => place === first + index);
  switch (step.act) {
    case 'insert':
    case 'end': {
      let at = model.names.length;
      if (step.act === 'insert') at = model.names.length === 0 ? 0 : first;
      if (fresh.length === 0 || at < 0) return;
      for (const name of fresh) model.names.splice(at++, 0, name);
      model.selected = fresh;
      return;
    }
    case 'delete':
      for (const name of model.selected) model.names.splice(model.names.indexOf(name), 1);
      model.selected = [];
      return;
    case 'up':
      if (first > 0 && consecutive) for (const place of places) swap(model.names, place, place - 1);
      return;
    case 'down':
      if (first >= 0 && consecutive && first + places.length < model.names.length)
        for (const place of places.reverse()) swap(model.names, place, place + 1);
  }
}

function swap(names: string[], one: number, other: number): void {
  [names[one], names[other]] = [names[other] as string, names[one] as string];
}

const select = fc.array(fc.boolean(), { maxLength: 8 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constantFrom('insert' as const, 'end' as const), count: fc.nat(3), select }),
  fc.record({ act: fc.constantFrom('delete' as const, 'up' as const, 'down' as const), select }),
);

test('whatever is pressed in whatever order, the lists are those of the model', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
      let list: OutputList = { items: [], selected: new Set() };
      const model: Model = { names: [], selected: [] };
      let count = 0;
      for (const step of steps) {
        // Somebody selects other rows before every press.
        const chosen = list.items.filter((_, index) => step.select[index]);
        list = { ...list, selected: new Set(chosen.map(({ key }) => key)) };
        model.selected = model.names.filter((_, index) => step.select[index]);
        const fresh = Array.from({ length: 'count' in step ? step.count : 0 }, () => `n${++count}`);
        const items = fresh.map((name, index) => attribute(index + 1, name));
        const outcome = {
          insert: () => insert(list, items),
          end: () => addToEnd(list, items),
          delete: () => remove(list),
          up: () => move(list, 'up'),
          down: () => move(list, 'down'),
        }[step.act]();
        play(model, step, fresh);
        if (outcome.ok) list = outcome.list;
        expect(list.items.map(({ name }) => name)).toEqual(model.names);
        expect(list.items.filter(({ key }) => list.selected.has(key)).map(({ name }) => name)).toEqual(model.selected);
        expect(list.items.map(({ position }) => position)).toEqual(list.items.map((_, index) => index + 1));
        expect(new Set(list.items.map(({ key }) => key)).size).toBe(list.items.length);
      }
    }),
    { numRuns: 300 },
  );
});
