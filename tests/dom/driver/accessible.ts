// Stands for tests/e2e/accessible.ts: axe, for what can be told without a picture. Colours and sizes are looked at in the journeys with a browser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page as BrowserPage } from '@playwright/test';
import { expect } from 'vitest';
import type { Page } from './page.ts';
import { squeeze } from './roles.ts';

const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const NEEDS_PICTURE = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** Kinds of elements, and outlines of pages, that this process has looked at: axe takes longer than most steps of a journey. */
const seen = new Set<string>();
const OUTLINE = /^(h\d|header|nav|main|aside|footer|section|form|dialog)$/i;
const VALUED = /^(role|type|aria-(selected|current|pressed|disabled|checked|invalid|expanded|hidden))$/;
const POINTER = /^(for|aria-(labelledby|describedby|controls|owns|activedescendant|errormessage))$/;

const NAMED_BY_WORDS = /^(a|button|caption|h\d|label|legend|summary|th)$/i;

const hasOwnText = (element: Element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());

/** What axe judges it by: attributes, those that name or point at nothing, and what it stands in. */
function kindOf(element: Element | null, depth = 4): string {
  if (!element || depth === 0) return '';
  const attributes = [...element.attributes].map(({ name, value }) => {
    if (VALUED.test(name)) return `${name}=${value}`;
    const isLost = POINTER.test(name) && value.split(' ').some((id) => !element.ownerDocument.getElementById(id));
    return `${name}${isLost ? '?' : ''}${value.trim() === '' ? '=' : ''}`;
  });
  const isNamed = NAMED_BY_WORDS.test(element.tagName)
    ? squeeze(element.textContent ?? '') !== ''
    : hasOwnText(element);
  const labels = 'labels' in element ? (element.labels as NodeList | null)?.length : 0;
  return `${element.tagName} ${attributes.sort()}${isNamed ? ' text' : ''}${labels ? ' labelled' : ''} < ${kindOf(element.parentElement, depth - 1)}`;
}

/** Of the whole page its outline counts, and whether ids are its own. */
function outlineOf(elements: readonly Element[], pathname: string): string {
  const outline = elements.filter((element) => OUTLINE.test(element.tagName) || element.hasAttribute('role'));
  const ids = elements.map(({ id }) => id).filter((id) => id !== '');
  return [
    ...outline.map(({ tagName, role }) => `${tagName} ${role}`),
    new Set(ids).size < ids.length && pathname,
  ].join();
}

/** Notes what is new of the page. */
function isNew({ document, location }: Window): boolean {
  const elements = [...document.body.querySelectorAll('*')];
  const before = seen.size;
  for (const element of elements) seen.add(kindOf(element));
  seen.add(outlineOf(elements, location.pathname));
  return seen.size > before;
}

export async function expectAccessible(page: Page | BrowserPage): Promise<void> {
  const tab = page as Page;
  await tab.locator('h1').first().waitFor();
  if (!isNew(tab.window)) return;
  if (!(await tab.evaluate('typeof axe === "object"'))) await tab.evaluate(axe);
  const rules = Object.fromEntries(NEEDS_PICTURE.map((rule) => [rule, { enabled: false }]));
  const options = { runOnly: TAGS, rules, resultTypes: ['violations'], preload: false, elementRef: false };
  const { violations } = (await tab.call('(options) => axe.run(document, options)', options)) as {
    violations: { id: string; nodes: { target: unknown[] }[] }[];
  };
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  expect(found, found.join('\n')).toEqual([]);
}
