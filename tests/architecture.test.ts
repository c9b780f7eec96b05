// The rules of the house that a compiler does not hold: who may import whom, and where wire codes may stand.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const SRC = new URL('../src/', import.meta.url).pathname;
const read = (kinds: RegExp) =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => kinds.test(file) && file !== 'db/tables.ts')
    .map((file) => ({ file, text: readFileSync(SRC + file, 'utf8') }));
const files = read(/\.tsx?$/);
const sources = files.filter(({ file }) => !/\.test\./.test(file));
const sourcesAndStyles = [...sources, ...read(/\.css$/)];

const room = (file: string) => file.split('/')[0] ?? '';
const isScreen = (file: string) => file.endsWith('.tsx') || room(file) === 'web';
const isContract = (file: string) => /(^|\/)contract[^/]*\.ts$/.test(file);
const isServerHalf = (file: string) =>
  /(^|\/)server[^/]*\.ts$/.test(file) || ['server', 'booking', 'db'].includes(room(file));

/** What each room may stand on. */
const BELOW: Record<string, readonly string[]> = {
  domain: [],
  wire: ['domain'],
  db: ['domain'],
  server: ['wire', 'db', 'domain'],
  account: ['server', 'wire', 'db', 'domain'],
  postal: ['server', 'wire', 'domain'],
  web: ['account', 'postal', 'wire', 'domain'],
  booking: ['postal', 'server', 'account', 'wire', 'db', 'domain'],
  masters: ['postal', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
  backoffice: ['postal', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
  examinee: ['postal', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
  app: ['postal', 'masters', 'backoffice', 'examinee', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
};

/** What a file imports, as written: by any kind of import, of code, types or styles. */
const importsOf = (text: string) =>
  [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*(['"`])(.+?)\1/g)].map((match) => match[2] ?? '');

/** The same as paths below src/; packages left out. */
function targetsOf(file: string, text: string): string[] {
  return importsOf(text).flatMap((path) => {
    if (path.startsWith('#')) return [path.slice(1)];
    return path.startsWith('.') ? [posix.join(posix.dirname(file), path)] : [];
  });
}

test.each([
  ["import { a } from './a.ts';", './a.ts'],
  ["import {\n  a,\n} from './a.ts';", './a.ts'],
  ["import type { A } from './a.ts';", './a.ts'],
  ["export { a } from './a.ts';", './a.ts'],
  ["export type * from './a.ts';", './a.ts'],
  ["import './a.css';", './a.css'],
  ['import styles from "./a.module.css";', './a.module.css'],
  ["const load = () => import('./a.tsx');", './a.tsx'],
  ["const load = () =>\n  import(\n    './a.tsx'\n  );", './a.tsx'],
  ['const load = () => import(`./a.tsx`);', './a.tsx'],
  ["let a: import('./a.ts').A;", './a.ts'],
  ["import a = require('./a.ts');", './a.ts'],
  ["@import './a.css';", './a.css'],
  [".a {\n  composes: b from './a.module.css';\n}", './a.module.css'],
])('every kind of import is read: %j', (text, path) => {
  expect(importsOf(text)).toEqual([path]);
});

test('every arrow points down', () => {
  const wrong = sourcesAndStyles.flatMap(({ file, text }) =>
    targetsOf(file, text)
      .filter((path) => room(path) !== room(file) && !BELOW[room(file)]?.includes(room(path)))
      .map((path) => `${file} imports ${path}`),
  );
  expect(wrong).toEqual([]);
});

const WINGS = ['masters', 'backoffice', 'examinee'];

const isAboveOrBeside = (path: string, file: string) => `${posix.dirname(file)}/`.startsWith(`${posix.dirname(path)}/`);

/** What all errands of a wing are drawn with. */
const isPart = (path: string) => path.split('/')[1] === 'parts';

test('errands, and the steps of one, do not import each other: they meet above, or in a contract', () => {
  const wrong = sourcesAndStyles
    .filter(({ file }) => WINGS.includes(room(file)))
    .flatMap(({ file, text }) =>
      targetsOf(file, text)
        .filter(
          (path) => room(path) === room(file) && !isAboveOrBeside(path, file) && !isPart(path) && !isContract(path),
        )
        .map((path) => `${file} imports ${path}`),
    );
  expect(wrong).toEqual([]);
});

test('screens and server halves never import each other, and contracts import neither', () => {
  const wrong = sources.flatMap(({ file, text }) => {
    if (room(file) === 'app') return [];
    return targetsOf(file, text).flatMap((target) => {
      const toServer = isServerHalf(target);
      const toScreen = target.endsWith('.tsx') || target.startsWith('web/');
      const bad =
        (isScreen(file) && toServer) ||
        (isServerHalf(file) && toScreen) ||
        (isContract(file) && (toServer || toScreen));
      return bad ? [`${file} imports ${target}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});

test('no path climbs two folders, and no file only hands others on', () => {
  const wrong = files.flatMap(({ file, text }) => [
    ...importsOf(text)
      .filter((path) => path.startsWith('../../'))
      .map((path) => `${file} imports ${path}`),
    ...(/^export \* from|^export \{[^}]*\} from/m.test(text) ? [`${file} is a barrel`] : []),
  ]);
  expect(wrong).toEqual([]);
});

const CODES =
  /\b(ircd|jgcd|kscd|jkcd|nend|hfkb|waku|wknm|krkb|ccd1|tmzn|znnm|ukno|trsq|opbr|opcd|ykst|csst|hksh|irnm|kshj|taxk|nwkb|btdyYear|listWAKU|singleWAKU|kmcd|kmnm|brnm|nbnm|trkb|opnm|dffg|sthh|stmm|mrcd|mlbr|titl|naiy|otad|repy)\b/i;

test('wire codes stay in contracts and in wire/', () => {
  const wrong = sources
    .filter(({ file }) => !isContract(file) && room(file) !== 'wire')
    .flatMap(({ file, text }) => {
      const code = CODES.exec(text.replaceAll(/\/Master[A-Z0-9]+\w*/g, ''))?.[0];
      return code ? [`${file}: ${code}`] : [];
    });
  expect(wrong).toEqual([]);
});

test('codes of a closed set that several contracts need stand once, in wire/', () => {
  const places = new Map<string, Set<string>>();
  for (const { file, text } of sources.filter(({ file }) => isContract(file))) {
    for (const [codes] of text.matchAll(/\{ (?:\w+: '\w+', )+\w+: '\w+' \}/g)) {
      places.set(codes, (places.get(codes) ?? new Set()).add(file));
    }
  }
  // Names of other fields: the parts of a date, or the columns of rows.
  const isNames = (codes: string) => /[a-z]'/.test(codes);
  const twice = [...places].filter(([codes, files]) => files.size > 1 && !isNames(codes));
  expect(twice.map(([codes, files]) => `${codes}: ${[...files].join(', ')}`)).toEqual([]);
});

test('every source file opens by saying what it is for', () => {
  const silent = sources.filter(({ text }) => !/^\/\/ \S/.test(text)).map(({ file }) => file);
  expect(silent).toEqual([]);
});

test('no literal is spread where what it holds could stand by itself', () => {
  const root = new URL('../', import.meta.url).pathname;
  const everywhere = ['src', 'tests', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && file !== 'architecture.test.ts')
      .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(`${root}${folder}/${file}`, 'utf8') })),
  );
  const spread = everywhere.filter(({ text }) => /\.\.\.\{|\.\.\.\[[^[\]]*\]\s*[,)\]]/.test(text));
  expect(spread.map(({ file }) => file)).toEqual([]);
});

test('the reception time has one name, but for its master and the sentence of the specification', () => {
  const others = sources.filter(({ text }) => /時間帯(?!マスタ|:)|時間枠/.test(text));
  expect(others.map(({ file }) => file)).toEqual([]);
});

test('no field cuts off what is typed or pasted: what does not fit is told', () => {
  expect(sources.filter(({ text }) => /\bmaxLength\s*[=:?]|\bmaxlength=/i.test(text)).map(({ file }) => file)).toEqual(
    [],
  );
});
