// The rules of the house that a compiler does not hold: who may import whom, and where wire codes may stand.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SRC = new URL('../src/', import.meta.url).pathname;
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && file !== 'db/tables.ts')
  .map((file) => ({ file, text: readFileSync(SRC + file, 'utf8') }));
const sources = files.filter(({ file }) => !/\.test\./.test(file));

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

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

test('every arrow points down', () => {
  const wrong = sources.flatMap(({ file, text }) =>
    importsOf(text)
      .filter((path) => path.startsWith('#'))
      .map((path) => path.slice(1))
      .filter((path) => room(path) !== room(file) && !BELOW[room(file)]?.includes(room(path)))
      .map((path) => `${file} imports ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('screens and server halves never import each other, and contracts import neither', () => {
  const wrong = sources.flatMap(({ file, text }) => {
    if (room(file) === 'app') return [];
    return importsOf(text).flatMap((path) => {
      const target = path.startsWith('#') ? path.slice(1) : path;
      const toServer = isServerHalf(target);
      const toScreen = target.endsWith('.tsx') || target.startsWith('web/');
      const bad =
        (isScreen(file) && toServer) ||
        (isServerHalf(file) && toScreen) ||
        (isContract(file) && (toServer || toScreen));
      return bad ? [`${file} imports ${path}`] : [];
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
    .filter(({ file }) => !isContract(file) && room(file) !== 'wire' && file !== 'app/routes.tsx')
    .flatMap(({ file, text }) => {
      const code = CODES.exec(text.replaceAll(/\/Master[A-Z0-9]+\w*/g, ''))?.[0];
      return code ? [`${file}: ${code}`] : [];
    });
  expect(wrong).toEqual([]);
});

test('every source file opens by saying what it is for', () => {
  const silent = sources.filter(({ text }) => !/^\/\/ \S/.test(text)).map(({ file }) => file);
  expect(silent).toEqual([]);
});
