// The staff guide tells of every screen of the back office, and nothing in it leads nowhere.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { examinee } from '#app/examinee-routes.tsx';
import { menu } from '#app/office-menu.ts';
import { office } from '#app/office-routes.tsx';
import { EXAMINEE, OFFICE } from '#web/addresses.ts';
import { helpFor } from '#web/office-menu.ts';
import { PICTURES, readManifest, stalePictures } from '../scripts/screens/manifest.ts';
import { hashOf, sourcesOf } from '../scripts/screens/sources.ts';
import { walks } from '../scripts/screens/walks.ts';
import { renderGuide } from '../scripts/staff-guide.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const { pages } = renderGuide('guide-0.css');
const htmlOf = (topic: string) => pages.find((page) => page.topic === topic)?.html;
const shots = walks.flatMap((walk) => walk.shots);
const forGuide = shots.filter((shot) => shot.guide);
const hasAnchor = (html: string | undefined, id: string) => html?.includes(` id="${id}"`) ?? false;

/** What is missing for the ？ of a screen at this address; nothing where it leads to its chapter. */
function missingFor(path: string): string[] {
  const help = helpFor(menu, path);
  if (!help) return [`${path}: no chapter in app/office-menu.ts`];
  const [, topic = '', id = ''] = /^\/guide\/([a-z-]+)\.html#(.+)$/.exec(help) ?? [];
  return hasAnchor(htmlOf(topic), id) ? [] : [`${path}: docs/staff-guide/${topic}.md has no heading {#${id}}`];
}

test('Given any office screen, then its ？ leads to a chapter of its own', () => {
  const paths = office.map(({ path }) => path ?? '');
  expect(paths.length).toBeGreaterThan(70);
  expect(paths.flatMap(missingFor)).toEqual([]);
});

test('Given a new route without a chapter, then the test fails', () => {
  expect(missingFor('/Brandnew')).toEqual(['/Brandnew: no chapter in app/office-menu.ts']);
  expect(missingFor('/MasterWIRKSBrandnew')).toEqual([
    '/MasterWIRKSBrandnew: docs/staff-guide/courses.md has no heading {#masterwirksbrandnew}',
  ]);
});

test('the contents name every page, and every link and picture of the guide is there', () => {
  const linked = new Set([...(htmlOf('index') ?? '').matchAll(/href="([a-z-]+)\.html"/g)].map(([, topic]) => topic));
  expect(pages.map(({ topic }) => topic).filter((topic) => topic !== 'index' && !linked.has(topic))).toEqual([]);
  const broken = pages.flatMap(({ topic, html }) =>
    [...html.matchAll(/ href="([^"]*)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => /^(\/guide\/)?[a-z-]*(\.html)?(#|$)/.test(href))
      .filter((href) => {
        const [, name, id] = /^(?:\/guide\/)?([a-z-]*)(?:\.html)?(?:#(.+))?$/.exec(href) ?? [];
        const html = htmlOf(name || topic);
        return !html || (id !== undefined && !hasAnchor(html, id));
      })
      .map((href) => `${topic}: ${href}`),
  );
  expect(broken).toEqual([]);
  const shown = pages.flatMap(({ topic }) =>
    [...readFileSync(`${ROOT}docs/staff-guide/${topic}.md`, 'utf8').matchAll(/\]\(pictures\/([^)]+)\.webp\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(shown.filter((name) => !forGuide.some((shot) => shot.name === name))).toEqual([]);
});

test('an anchor stands once, every page has one heading of its own, and none runs a script', () => {
  for (const { topic, title, html } of pages) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, topic).toBe(ids.length);
    expect(html.match(/<h1/g)?.length, topic).toBe(1);
    expect(title, topic).not.toBe('');
    expect(html, topic).not.toMatch(/<script|<style| style=| on[a-z]+=/i);
  }
});

test('Given nobody logged in, then what the guide says names no institution', () => {
  expect(pages.filter(({ html }) => html.includes('汐見の丘')).map(({ topic }) => topic)).toEqual([]);
});

const map = [
  ...[...office, ...examinee].map(({ path }) => path ?? ''),
  OFFICE.login,
  OFFICE.setup,
  EXAMINEE.improper,
  EXAMINEE.unsubscribe(':routeParam', ':key'),
];

test('every screen of the map has its picture, under a name of its own', () => {
  const taken = new Set(shots.map(({ route }) => route));
  expect(map.filter((path) => !taken.has(path))).toEqual([]);
  expect(new Set(shots.map(({ name }) => name)).size).toBe(shots.length);
});

test('of every picture in the guide it is known which sources draw its screen', () => {
  const unknown = forGuide.filter(({ route }) => map.includes(route) && sourcesOf(route).length === 0);
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

test('a picture whose screen has changed since it was taken is reported, another is not', () => {
  const taken = { route: '/Find', width: 900, height: 500 };
  const pictures = { fresh: { ...taken, sources: hashOf('/Find') }, old: { ...taken, sources: '0' } };
  expect(stalePictures({ pictures })).toEqual(['old']);
});

test('the pictures that lie there are those of the manifest, and weigh less than 3 MB together', () => {
  const files = readdirSync(PICTURES).filter((file) => file.endsWith('.webp'));
  expect(files.map((file) => file.replace('.webp', '')).sort()).toEqual(Object.keys(readManifest().pictures).sort());
  const bytes = files.reduce((sum, file) => sum + statSync(`${PICTURES}/${file}`).size, 0);
  expect(bytes).toBeLessThan(3 * 2 ** 20);
});
