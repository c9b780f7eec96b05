// Names say what a thing is to somebody who has not read its file: no exported name and no file name has a word of the list below.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SRC = new URL('../src/', import.meta.url).pathname;

/** What stood for known ideas under names of our own, or for several of them at once. */
const WORDS = new Set(
  `tell tells told telling say says said hold holds held keep keeps kept turn turns turned way ways anew over nothing manner manners terms
   anywhere asker askers judge judged judges steady overtaken wish wishes tries door`.split(/\s+/),
);

/** Where one of them is the known word. */
const KNOWN = ['terms of use', 'hand over', 'keep alive'];

const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[_./-]+/g, ' ')
    .toLowerCase()
    .trim();

function findPrivate(name: string): string[] {
  const plain = KNOWN.reduce((words, known) => words.replaceAll(known, ''), wordsOf(name));
  return plain.split(' ').filter((word) => WORDS.has(word));
}

/** What a file exports, by declaration or in a list. */
const exportsOf = (text: string) => [
  ...[...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm)].map(
    ([, name = '']) => name,
  ),
  ...[...text.matchAll(/^export (?:const|let) \{([^}]*)\}/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(tsx?|css)$/.test(file));

test.each([
  ['tellOpening', ['tell']],
  ['TOLD_WORDS', ['told']],
  ['booking/manner.ts', ['manner']],
  ['use-ways-from-list.ts', ['ways']],
  ['isAnywhere', ['anywhere']],
  ['fillTermsOfUse', []],
  ['keepAlive', []],
  ['handover', []],
  ['household', []],
])('%s', (name, words) => {
  expect(findPrivate(name)).toEqual(words);
});

test('no file is named by a word of our own', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => findPrivate(file).length > 0)).toEqual([]);
});

test('nor is anything that a file exports', () => {
  const sources = files.filter((file) => /\.tsx?$/.test(file) && file !== 'db/tables.ts');
  const named = sources.flatMap((file) => exportsOf(readFileSync(SRC + file, 'utf8')).map((name) => ({ file, name })));
  expect(named.length).toBeGreaterThan(1_000);
  expect(named.filter(({ name }) => findPrivate(name).length > 0).map(({ file, name }) => `${file}: ${name}`)).toEqual(
    [],
  );
});
