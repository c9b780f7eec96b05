// What the documents say about settings is what the program does, and the files that they name are there.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url).pathname;
const read = (file: string) => readFileSync(ROOT + file, 'utf8');
const config = read('src/server/config.ts');

/** Variables and defaults of the tables; one row may hold several of both. */
const documented = new Map(
  [...read('docs/operations.md').matchAll(/^\| (`[A-Z][^|]*)\|([^|]*)\|/gm)].flatMap(
    ([, names = '', defaults = '']) => {
      const values = defaults.split(',');
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = ''], at) => [name, values[at]?.trim()] as const);
    },
  ),
);

test('everything that can be set stands in a table', () => {
  const names = new Set([...config.matchAll(/(?:env\.|number\(')([A-Z_]+)/g)].map(([, name]) => name));
  expect(names.size).toBeGreaterThan(30);
  expect([...names].filter((name) => !documented.has(name ?? ''))).toEqual([]);
});

test('with the limit that holds where nothing is set', () => {
  const limits = [...config.matchAll(/number\('([A-Z_]+)', ([\d_]+)/g)];
  const wrong = limits
    .map(([, name = '', value = '']) => ({ name, value: value.replaceAll('_', '') }))
    .filter(({ name, value }) => documented.get(name) !== value);
  expect(wrong).toEqual([]);
});

test('the Japanese edition has the commands of the English one', () => {
  const commandsOf = (file: string) =>
    [...read(file).matchAll(/```sh\n(.*?)```/gs)]
      .flatMap(([, block = '']) => block.split('\n'))
      .map((line) => line.replace(/\s+# .*$/, '').replaceAll(/\s+/g, ' '));
  const known = new Set(commandsOf('docs/operations.md'));
  const translated = commandsOf('docs/operations.ja.md');
  expect(translated.length).toBeGreaterThan(50);
  expect(translated.filter((command) => !known.has(command))).toEqual([]);
});

test('links between documents lead to files', () => {
  const links = globSync('{*.md,docs/*.md,docs/decisions/*.md}').flatMap((document) =>
    [...read(document).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, to = '']) => ({ document, to })),
  );
  expect(links.length).toBeGreaterThan(200);
  const folder = (document: string) => document.slice(0, document.lastIndexOf('/') + 1);
  expect(links.filter(({ document, to }) => !existsSync(`${ROOT}${folder(document)}${to}`))).toEqual([]);
});

test('files that documents name are there', () => {
  const files = globSync('{src,tests,migrations,scripts,bench,docs,deploy}/**/*.*').map((file) => `/${file}`);
  const named = globSync('{*.md,docs/*.md,docs/decisions/*.md}').flatMap((document) =>
    [...read(document).matchAll(/`([\w./-]+\/[\w./-]+\.(?:tsx?|sql|md|css))`/g)]
      .map(([, path = '']) => path)
      // The next number of a migration is not known yet.
      .filter((path) => !path.includes('00NN'))
      .map((path) => ({ document, path })),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ path }) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
});
