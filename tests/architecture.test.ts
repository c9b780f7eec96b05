// The rules of the house that a compiler does not hold: who may import whom, and where wire codes may stand.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { columnOf } from '#domain/reservation/person.ts';
import { LIVE } from '#domain/reservation/reservation-status.ts';
import { findCircles, findMeetings, importsOf, reachedFrom, type Sources, targetsOf } from './kit/module-graph.ts';

const SRC = new URL('../src/', import.meta.url).pathname;
const read = (kinds: RegExp) =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => kinds.test(file) && file !== 'db/tables.ts')
    .map((file) => ({ file, text: readFileSync(SRC + file, 'utf8') }));
const files = read(/\.tsx?$/);
const sources = files.filter(({ file }) => !/\.test\./.test(file));
const byPath: Sources = new Map(sources.map(({ file, text }) => [file, text]));
const sourcesAndStyles = [...sources, ...read(/\.css$/)];

const room = (file: string) => file.split('/')[0] ?? '';
const isContract = (file: string) => /(^|\/)contract[^/]*\.ts$/.test(file);

/** What each room may stand on. */
const BELOW: Record<string, readonly string[]> = {
  domain: [],
  wire: ['domain'],
  db: ['domain'],
  server: ['wire', 'db', 'domain'],
  account: ['server', 'wire', 'db', 'domain'],
  postal: ['server', 'wire', 'db', 'domain'],
  web: ['account', 'postal', 'wire', 'domain'],
  booking: ['postal', 'server', 'account', 'wire', 'db', 'domain'],
  masters: ['postal', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
  backoffice: ['postal', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
  examinee: ['postal', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
  app: ['postal', 'masters', 'backoffice', 'examinee', 'booking', 'server', 'account', 'web', 'wire', 'db', 'domain'],
};

test.each([
  ["import { a } from './a.ts';", './a.ts'],
  ["import {\n  a,\n} from './a.ts';", './a.ts'],
  ["export { a } from './a.ts';", './a.ts'],
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
  expect(importsOf(text)).toEqual([{ path, isType: false }]);
});

test.each([
  "import type { A } from './a.ts';",
  "export type * from './a.ts';",
  "import type {\n  A,\n} from './a.ts';",
])('of types, nothing is left at run time: %j', (text) => {
  expect(importsOf(`const before = 1;\n${text}`)).toEqual([{ path: './a.ts', isType: true }]);
});

/** Below src/, without packages. */
const pathsOf = (file: string, text: string) =>
  targetsOf(file, text)
    .map(({ path }) => path)
    .filter((path) => room(path) in BELOW);

test('every arrow points down', () => {
  const wrong = sourcesAndStyles.flatMap(({ file, text }) =>
    pathsOf(file, text)
      .filter((path) => room(path) !== room(file) && !BELOW[room(file)]?.includes(room(path)))
      .map((path) => `${file} imports ${path}`),
  );
  expect(wrong).toEqual([]);
});

const WINGS = ['masters', 'backoffice', 'examinee'];

const isAboveOrBeside = (path: string, file: string) => `${posix.dirname(file)}/`.startsWith(`${posix.dirname(path)}/`);

/** What all errands of a wing are drawn with, and what a group of the back office has for others. */
const isPart = (path: string) =>
  ['parts', 'shared'].includes(path.split('/')[1] ?? '') || /^backoffice\/\w+\/[^/]+$/.test(path);

/** What others may draw of an errand: named parts, and nothing behind them. */
const FACES: readonly string[] = [
  'backoffice/reservations/amend/amend-dialog.tsx',
  'backoffice/reservations/find/finder.ts',
  'backoffice/accounts/two-factor/two-factor-section.tsx',
  'backoffice/files/csv-patterns/download-bar.tsx',
  'backoffice/reservations/many/bulk-confirm.tsx',
  'backoffice/reservations/many/bulk-edit.tsx',
  'backoffice/setup/first-day/address-panel.tsx',
  'backoffice/setup/first-day/top-guide.tsx',
];

test('errands, and the steps of one, do not import each other: they meet above, in a contract, or in the face of one', () => {
  const wrong = sourcesAndStyles
    .filter(({ file }) => WINGS.includes(room(file)))
    .flatMap(({ file, text }) =>
      pathsOf(file, text)
        .filter((path) => room(path) === room(file) && !isAboveOrBeside(path, file))
        .filter((path) => !isPart(path) && !isContract(path) && !FACES.includes(path))
        .map((path) => `${file} imports ${path}`),
    );
  expect(wrong).toEqual([]);
});

/** Arrows between the folders of a room, and the files that lie beside them. */
function foldersOf(name: string): Sources {
  const folder = (path: string) => path.split('/')[1] ?? '';
  const arrows = new Map<string, Set<string>>();
  for (const { file, text } of sources.filter(({ file }) => room(file) === name)) {
    const below = pathsOf(file, text).filter((path) => room(path) === name && /\.tsx?$/.test(path));
    const all = arrows.get(folder(file)) ?? new Set();
    for (const path of below) if (folder(path) !== folder(file)) all.add(folder(path));
    arrows.set(folder(file), all);
  }
  return new Map([...arrows].map(([from, to]) => [from, [...to].map((each) => `import './${each}';`).join('\n')]));
}

test.each([
  'app',
  'masters',
  'backoffice',
  'examinee',
  'booking',
  'server',
  'web',
  'account',
  'postal',
  'wire',
  'db',
  'domain',
])('arrows between the folders inside of %s point one way', (name) => {
  expect(findCircles(foldersOf(name))).toEqual([]);
});

const isPackage = (path: string) => !/\.(tsx?|css|webp)$/.test(path);

/**
 * What a browser loads and what a server loads: they share files that stand on neither side, and no package. Types count too,
 * though nothing of them is left at run time.
 */
function findCrossings(all: Sources, browserDoors: readonly string[], serverDoors: readonly string[]): string[] {
  const browser = reachedFrom(all, ...browserDoors);
  const server = reachedFrom(all, ...serverDoors);
  return [...all].flatMap(([file, text]) =>
    targetsOf(file, text)
      .filter(({ path, isType }) => {
        if (isPackage(path)) {
          return (
            !isType && ((browser.has(file) && path.startsWith('node:')) || (browser.has(path) && server.has(path)))
          );
        }
        return (
          (browser.has(file) && isOnly(path, server, browser)) || (server.has(file) && isOnly(path, browser, server))
        );
      })
      .map(({ path }) => `${file} imports ${path}`),
  );
}

/** Of both wings, and of what draws a page ahead of the browser out of its screens. */
const BROWSER_DOORS = ['app/office.tsx', 'app/examinee.tsx', 'app/prerender.tsx'];

const isOnly = (path: string, side: ReadonlySet<string>, other: ReadonlySet<string>) =>
  side.has(path) && !other.has(path);

describe('the browser and the server', () => {
  const serverDoors = ['app/start.ts', 'app/operator/operator.ts'];
  const house = (changes: Record<string, string>): Sources =>
    new Map(
      Object.entries({
        'app/office.tsx': "const screen = () => import('#noun/screen.tsx');",
        'noun/screen.tsx': "import { a } from './contract.ts'; import { b } from 'react';",
        'app/start.ts': "import { a } from '#noun/server.ts';",
        'noun/server.ts': "import { a } from './contract.ts'; import { b } from 'pg';",
        'noun/contract.ts': '',
        'app/operator/operator.ts': '',
        ...changes,
      }),
    );

  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ 'noun/contract.ts': "import { a } from 'node:fs';" }, ['noun/contract.ts imports node:fs']],
    [{ 'noun/contract.ts': "import { a } from 'pg';" }, ['noun/server.ts imports pg', 'noun/contract.ts imports pg']],
    [{ 'noun/contract.ts': "import type { A } from './server.ts';" }, ['noun/contract.ts imports noun/server.ts']],
    [{ 'noun/screen.tsx': "import type { A } from './server.ts';" }, ['noun/screen.tsx imports noun/server.ts']],
    [{ 'noun/server.ts': "import type { A } from './screen.tsx';" }, ['noun/server.ts imports noun/screen.tsx']],
    [
      { 'noun/server.ts': "import { a } from './draw.ts';", 'noun/draw.ts': "import { a } from 'react';" },
      ['noun/screen.tsx imports react', 'noun/draw.ts imports react'],
    ],
  ])('%j', (changes, crossings) => {
    expect(findCrossings(house(changes), ['app/office.tsx'], serverDoors).sort()).toEqual(crossings.sort());
  });

  test('meet in what stands on neither side', () => {
    expect(findCrossings(byPath, BROWSER_DOORS, serverDoors)).toEqual([]);
  });

  test('are distinguished by what is loaded, of which the engine and the screens’ kit are examples', () => {
    const [browser, server] = [reachedFrom(byPath, ...BROWSER_DOORS), reachedFrom(byPath, ...serverDoors)];
    expect([...browser].filter((file) => ['server', 'booking', 'db'].includes(room(file)))).toEqual([]);
    expect([...server].filter((file) => room(file) === 'web' || file.endsWith('.tsx'))).toEqual([]);
    const known = ['web/send.ts', 'backoffice/files/csv-patterns/download-worker.ts'];
    expect([known.every((file) => browser.has(file)), server.has('booking/write/reserve.ts')]).toEqual([true, true]);
  });
});

test.each([
  [{ a: "import { b } from './b.ts';", b: "import type { A } from './a.ts';" }, ['a.ts > b.ts > a.ts']],
  [
    { a: "import { b } from './b.ts';", b: "import { c } from './c.ts';", c: "import { a } from './a.ts';" },
    ['a.ts > b.ts > c.ts > a.ts'],
  ],
  [{ a: "import { b } from './b.ts'; import { c } from './c.ts';", b: "import { c } from './c.ts';", c: '' }, []],
])('a circle is found: %j', (texts, circles) => {
  const named = Object.entries(texts).map(([name, text]) => [`${name}.ts`, text] as const);
  expect(findCircles(new Map(named))).toEqual(circles);
});

test('no file comes back to itself through what it imports, types included', () => {
  expect(findCircles(byPath)).toEqual([]);
});

test.each([
  ["import { A } from './a.ts'; import { type A as B } from './b.ts';", ['x.ts: A of ./a.ts,./b.ts']],
  ["import type { A as B } from './a.ts';\nexport interface A {}", ['x.ts: A of x.ts,./a.ts']],
  ["import { A } from './a.ts';\nimport { B } from './b.ts';\nexport const C = 1;", []],
])('names that meet are found: %j', (text, meetings) => {
  expect(findMeetings(new Map([['x.ts', text]]))).toEqual(meetings);
});

test('where two things meet in a file, they have two names', () => {
  expect(findMeetings(byPath)).toEqual([]);
});

/** Numbers of failures: written as a property, compared, or looked up in a list. */
const CODE_COMPARED =
  /\berrorCode\b\s*\)?\s*[!=]==?|[!=]==?\s*[\w.?]*\berrorCode\b|\(\s*[\w.?]*\berrorCode\s*\)|\bswitch[^{]*errorCode/;

test.each([
  ['if (failure.errorCode === 13) {}', true],
  ['if (REFUSED !== failure?.errorCode) {}', true],
  ['if ([12, 13].includes(error.errorCode)) {}', true],
  ['const { errorCode } = failure; switch (errorCode) {}', true],
  ["if (failure.is('Refused')) {}", false],
  ['return { status, body: failureBody(FAULT.errorCode, sentences) };', false],
])('a comparison with an error code is found: %j', (text, isFound) => {
  expect(CODE_COMPARED.test(text)).toBe(isFound);
});

test('failures have names: codes are compared in wire/ and in contracts only', () => {
  const wrong = sources.filter(
    ({ file, text }) => room(file) !== 'wire' && !isContract(file) && CODE_COMPARED.test(text),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
  const browser = reachedFrom(byPath, ...BROWSER_DOORS);
  const knowing = sources.filter(({ file, text }) => browser.has(file) && /\berrorCode\b/.test(text));
  expect(knowing.map(({ file }) => file).filter((file) => room(file) !== 'wire' && !isContract(file))).toEqual([]);
});

test('no path climbs two folders, and no file only hands others on', () => {
  const wrong = files.flatMap(({ file, text }) => [
    ...importsOf(text)
      // What lies beside src/ has no other name.
      .filter(({ path }) => path.startsWith('../../') && !posix.join(posix.dirname(file), path).startsWith('..'))
      .map(({ path }) => `${file} imports ${path}`),
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

/** Lists and unions of quoted words, which hold the words of live reservations and perhaps others. */
const LISTED = /(?:(?<!\.)'\w+'\s*[,|]\s*)+'\w+'/g;
const listsLive = (text: string) =>
  [...text.matchAll(LISTED)].some(([list]) => list.includes("'confirmed'") && /'(new|changed)'/.test(list));

test.each([
  ["status in ('new', 'changed', 'confirmed')", true],
  ["r.status = any(array['confirmed',\n 'new'])", true],
  ["const OPEN = ['changed', 'confirmed'] as const;", true],
  ["const PENDING: readonly DownloadStatus[] = ['new', 'changed'];", false],
  ['where is_live(r.status)', false],
])('a list of live statuses is found: %j', (text, isFound) => {
  expect(listsLive(text)).toBe(isFound);
});

const MIGRATIONS = new URL('../migrations/', import.meta.url);
const migrations = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sql'))
  .map((file) => ({ file, text: readFileSync(new URL(file, MIGRATIONS), 'utf8') }));

test('which reservations are live is said once for TypeScript and once for SQL, and the two agree', () => {
  // Tables of 1.0.0 stay as they are.
  const sql = migrations.filter(({ file }) => !/^00(0\d|1[0-7])_/.test(file));
  const listing = [...sources, ...read(/\.sql$/), ...sql].filter(({ text }) => listsLive(text));
  expect(listing.map(({ file }) => file)).toEqual([
    'domain/reservation/reservation-status.ts',
    'functions/booking-statuses.sql',
  ]);
  const [, stated] = /is_live[^$]*\$\$\s*select a_status in \(([^)]*)\)/.exec(listing[1]?.text ?? '') ?? [];
  expect(stated?.split(', ')).toEqual(LIVE.map((status) => `'${status}'`));
});

test.each(['employeeNumber', 'cardNumber'])(
  'one more field of a person costs eight files, of which two are released migrations: %s',
  (field) => {
    const named = new RegExp(`\\b(${field}|${columnOf(field)})\\b`);
    const naming = [...sources, ...migrations].filter(
      ({ file, text }) => !file.startsWith('app/demo/') && named.test(text),
    );
    expect(naming.map(({ file }) => file).sort()).toEqual([
      '0005_people.sql',
      '0006_reservations.sql',
      'backoffice/files/csv-patterns/contract.ts',
      'domain/reservation/person.ts',
      'examinee/booking/input/entry-rows.tsx',
      'functions/booking.sql',
      'functions/privacy.sql',
      'wire/booking.ts',
    ]);
  },
);

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
  // The guide's step is called as its master is, and what is said where that master is empty speaks of it.
  const speaking = ['backoffice/setup/first-day/use-guide.ts', 'masters/missing.tsx'];
  const others = sources.filter(({ text }) => /時間帯(?!マスタ|:)|時間枠/.test(text)).map(({ file }) => file);
  expect(others.filter((file) => !speaking.includes(file))).toEqual([]);
});

test('no field cuts off what is typed or pasted: what does not fit is reported', () => {
  expect(sources.filter(({ text }) => /\bmaxLength\s*[=:?]|\bmaxlength=/i.test(text)).map(({ file }) => file)).toEqual(
    [],
  );
});

test('no form is sent or checked by the browser: there is one way to write one', () => {
  const own = sources.filter(({ text }) => /<form\b/.test(text)).map(({ file }) => file);
  expect(own).toEqual(['web/ui/form-element.tsx']);
});

test('tables are drawn by the parts of web/ui', () => {
  const drawn = sources.filter(({ text }) => /<table\b/.test(text)).map(({ file }) => file);
  expect(drawn).toEqual(['web/ui/table-frame.tsx']);
});

test('what a screen shows is loaded by one hook: no effect sends by itself', () => {
  const effects = /\buse(?:Layout)?Effect\(\(\) => \{([\s\S]*?)\n {2}\}, \[/g;
  const screens = sources.filter(({ text }) => /from 'react'/.test(text));
  const wrong = screens
    .filter(({ text }) => [...text.matchAll(effects)].some(([, body = '']) => /\bsend\w*\(/.test(body)))
    .map(({ file }) => file);
  // The first page of all loads nothing else beside itself; it is drawn ahead of the browser, with what it asks for.
  expect(wrong.toSorted()).toEqual(['examinee/top/top-screen.tsx', 'web/use-load.ts']);
});

test('no screen saves a file by itself: there is one way to do it', () => {
  const own = sources.filter(({ text }) => /createElement\('a'\)|\.download\b/.test(text)).map(({ file }) => file);
  expect(own).toEqual(['web/save-file.ts']);
});
