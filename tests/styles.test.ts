// The rules of the house about styles: scoped sheets beside what they style, named breakpoints, and nothing that misses.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url).pathname;
const read = (folder: string, ending: RegExp) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(`${ROOT}${folder}/${file}`, 'utf8') }));

const isModule = (file: string) => file.endsWith('.module.css');

const sheets = read('src', /\.css$/).map(({ file, text }) => ({ file, text: text.replaceAll(/\/\*.*?\*\//gs, '') }));
const screens = read('src', /\.tsx?$/);

const classesIn = (css: string) =>
  new Set([...css.replaceAll(/"[^"]*"/g, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!));

/** The sheets a file imports, each with the names it takes from it. */
function usesOf({ file, text }: { file: string; text: string }) {
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name = '', target = '']) => ({
    by: file,
    sheet: target.startsWith('#') ? `src/${target.slice(1)}` : path.join(path.dirname(file), target),
    names: [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used]) => used!),
    indexed: text.includes(`${name}[`),
  }));
}
const uses = screens.flatMap(usesOf);

test('every class that a screen names is in its sheet, and none is put together at run time', () => {
  const wrong = uses.flatMap(({ by, sheet, names, indexed }) => {
    const known = classesIn(sheets.find(({ file }) => file === sheet)?.text ?? '');
    const missing = names.filter((name) => !known.has(name)).map((name) => `${by} uses .${name}`);
    return indexed ? [...missing, `${by} computes a class`] : missing;
  });
  expect(uses.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('every class in a scoped sheet is used, is camelCase, and its sheet stands beside its screen', () => {
  const wrong = sheets
    .filter(({ file }) => isModule(file))
    .flatMap(({ file, text }) => {
      const used = new Set(uses.filter(({ sheet }) => sheet === file).flatMap(({ names }) => names));
      const alone = existsSync(ROOT + file.replace('.module.css', '.tsx')) ? [] : [`${file} has no screen`];
      const names = [...classesIn(text)];
      return [
        ...alone,
        ...names.filter((name) => !used.has(name)).map((name) => `${file}: .${name} is unused`),
        ...names
          .filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))
          .map((name) => `${file}: .${name} is not camelCase`),
      ];
    });
  expect(wrong).toEqual([]);
});

test('no class is global but visually-hidden', () => {
  const inSheets = sheets.flatMap(({ file, text }) => {
    if (isModule(file)) return text.includes(':global') ? [`${file}: :global`] : [];
    const names = [...classesIn(text)].filter((name) => name !== 'visually-hidden');
    return [
      ...(file.startsWith('src/web/styles/') ? [] : [`${file} is global`]),
      ...names.map((name) => `${file}: .${name}`),
    ];
  });
  const inScreens = screens
    .flatMap(({ file, text }) =>
      [...text.matchAll(/className=(?:"([^"]*)"|{[`'][^}]*})/g)].map(([whole, name]) => ({ file, whole, name })),
    )
    .filter(({ name }) => name !== 'visually-hidden')
    .map(({ file, whole }) => `${file}: ${whole}`);
  expect([...inSheets, ...inScreens]).toEqual([]);
});

test('two widths and one height change screens, in one place, and media queries ask for them by name', () => {
  const place = 'src/web/styles/breakpoints.css';
  const names = readFileSync(ROOT + place, 'utf8');
  const limits = new Set(names.match(/(width|height) [<>=]+ \d+px/g));
  expect([...limits]).toEqual(['width < 768px', 'width >= 1040px', 'height < 480px']);
  // What compiles the sheets joins the queries of a list by "and".
  expect(names.match(/@custom-media[^;]*,[^;]*;/g)).toBeNull();
  const bare = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/@(?:media|container)[^{]*\b(?:width|height)\b[^{]*/g)].map(
      ([query]) => `${file}: ${query.trim()}`,
    ),
  );
  expect(bare).toEqual([]);
});

test('lines end with phrases in every browser: how it does that is said once', () => {
  const where = sheets.filter(({ text }) => text.includes('auto-phrase')).map(({ file }) => file);
  expect(where).toEqual(['src/web/styles/reset.css']);
  // In it, the browsers that know none are thought of as well.
  expect(sheets.find(({ file }) => file === where[0])?.text).toMatch(/--phrases: keep-all;/);
  expect(sheets.filter(({ text }) => text.includes('word-break: var(--phrases);')).length).toBeGreaterThan(5);
});

/** Every property that a scoped sheet sets, with its value. */
const declarations = sheets
  .filter(({ file }) => isModule(file))
  .flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w-])(-{0,2}[a-z][\w-]*)\s*:\s*([^;{}]+);/g)].map(([whole, name = '', value = '']) => ({
      where: `${file}: ${whole}`,
      name,
      value,
    })),
  );

test('spaces, type and corners are steps of the scale, save a hair and what follows the window', () => {
  const scaled =
    /^(padding|margin|(row-|column-)?gap$|border-spacing|font-size|line-height)|radius$|^--.*-(padding|gap)$/;
  const isRaw = (value: string) =>
    !/\b(clamp|min|max)\(.*\d+v[wh]\b/.test(value) && /(?<![\w.-])-?(?!1px)[\d.]+(px|rem)\b/.test(value);
  const isBare = (name: string, value: string) => name === 'line-height' && /^[\d.]+$/.test(value);
  const inScale = declarations.filter(({ name }) => scaled.test(name));
  expect(inScale.length).toBeGreaterThan(500);
  expect(inScale.filter(({ name, value }) => isRaw(value) || isBare(name, value)).map(({ where }) => where)).toEqual(
    [],
  );
});

test('colours are named by their role', () => {
  const literal = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(|--color-|--elevation-|(?<![\w-])(?:white|black)(?![\w-])/i;
  expect(declarations.filter(({ value }) => literal.test(value)).map(({ where }) => where)).toEqual([]);
});

test('what a sheet takes from another by name is there', () => {
  const tokens = readFileSync(`${ROOT}node_modules/@digital-go-jp/design-tokens/dist/tokens.css`, 'utf8');
  const everything = [tokens, ...sheets.map(({ text }) => text)].join('\n');
  const known = new Set([...everything.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  const wrong = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].filter(([, name]) => !known.has(name)).map(([use]) => `${file}: ${use}`),
  );
  expect(wrong).toEqual([]);
});

test('parts stand in their layer, screens in none, so that a screen has the last word', () => {
  const wrong = sheets
    .filter(({ file }) => isModule(file))
    .filter(({ file, text }) => {
      const rules = text.replaceAll(/@import [^;]*;/g, '').trim();
      return file.startsWith('src/web/ui/') ? !/^@layer parts {.*\n}$/s.test(rules) : rules.includes('@layer');
    });
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test('no class only places things: boxes and texts of web/ui do that', () => {
  const placed =
    /^(display: (grid|flex|inline-flex)|(gap|flex-wrap|align-items|justify-content|color: var\(--ink-soft\)).*)$/;
  const wrong = sheets
    .filter(({ file }) => isModule(file) && !file.startsWith('src/web/ui/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^\.(\w+) \{\n([^{}]*)\n\}/gm)]
        .filter(([, , body = '']) => body.split(';').every((line) => !line.trim() || placed.test(line.trim())))
        .filter(([, name]) => !new RegExp(`\\.${name}\\b.*\\{`, 'g').test(text.replace(`.${name} {`, '')))
        .filter(([, name]) => {
          const users = uses
            .filter(({ sheet }) => sheet === file)
            .map(({ by }) => screens.find((each) => each.file === by)?.text);
          const drawn = new RegExp(`<[a-z]\\w*\\s[^<>]*className=\\{styles\\.${name}\\}`);
          return users.some((code) => code && drawn.test(code));
        })
        .map(([, name]) => `${file}: .${name}`),
    );
  expect(wrong).toEqual([]);
});

test('what the global sheets say of every page and element, no other says again', () => {
  const again = /^(accent-color:|border-collapse: separate|font-variant-numeric: tabular-nums)/;
  expect(declarations.filter(({ name, value }) => again.test(`${name}: ${value}`)).map(({ where }) => where)).toEqual(
    [],
  );
  const hidden = /@media (print|\(--\w+\)) \{\s*display: none;\s*\}\s*\}/;
  const alone = sheets.filter(
    ({ file, text }) => isModule(file) && new RegExp(`^\\.\\w+ \\{\\s*${hidden.source}`, 'm').test(text),
  );
  expect(alone.map(({ file }) => file)).toEqual([]);
});

test('what is animated asks first whether motion is wanted', () => {
  const moving = [
    ...sheets.filter(({ text }) => /(?<![\w-])animation:/.test(text)),
    ...screens.filter(({ text }) => text.includes("'smooth'")),
  ];
  expect(moving.length).toBeGreaterThan(1);
  expect(moving.filter(({ text }) => !text.includes('prefers-reduced-motion')).map(({ file }) => file)).toEqual([]);
});

test('nothing has a style attribute, save a width or height that only the data knows', () => {
  const styled = screens.filter(({ text }) => /\bstyle=/.test(text)).map(({ file }) => file);
  expect(styled).toEqual(['src/web/ui/table.tsx', 'src/web/ui/virtual-table.tsx']);
});

test('journeys find things by role, label and text, never by class', () => {
  const wrong = read('tests/e2e', /\.ts$/).flatMap(({ file, text }) =>
    [...text.matchAll(/(?:locator|querySelector(?:All)?|\$\$?)\(\s*(['"`])[^'"`]*\.[a-z][^)]*/gi)].map(
      ([call]) => `${file}: ${call}`,
    ),
  );
  expect(wrong).toEqual([]);
});
