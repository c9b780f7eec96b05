// A look with axe, which takes longer than most steps of a journey.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

/**
 * The one that comes with the package for Playwright, whose own way loads it twice for each look and opens a page beside.
 * Minified, since every document is sent it anew.
 */
const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Found {
  id: string;
  nodes: { target: unknown[] }[];
}

interface Axe {
  run(context: unknown, options: object): Promise<{ violations: Found[] }>;
}

/** Kinds of text whose contrast is known. */
const seenTexts = new Set<string>();

/**
 * WCAG 2.2 AA and axe's best practices: nothing to find on any screen. What is right is not described, and no kind of text is
 * looked at for its contrast twice, to save time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens are loaded when they are opened: an empty page would be looked at otherwise.
  await page.locator('h1').first().waitFor();
  // Screens change without a new document, in which it stays.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations, texts } = await page.evaluate(lookAtPage, [...seenTexts]);
  expect(violations).toEqual([]);
  for (const text of texts) seenTexts.add(text);
}

/** Runs in the page. A kind of text is what it is and what it stands in, with the states that a style sheet can tell apart. */
async function lookAtPage(seenTexts: string[]): Promise<{ violations: string[]; texts: string[] }> {
  const CONTRAST = 'color-contrast';
  const STATES = /^(class|disabled|open|data-.*|aria-(selected|current|pressed|disabled|checked|invalid|expanded))$/;

  function describe(element: Element | null, depth: number): string {
    if (!element || depth === 0) return '';
    const states = [...element.attributes].filter(({ name, value }) => STATES.test(name) && !/\d{2}/.test(value));
    const written = states.map(({ name, value }) => `${name}=${value}`);
    return `${element.tagName} ${written.join(' ')} < ${describe(element.parentElement, depth - 1)}`;
  }

  function newTexts(): Map<string, Element[]> {
    const seen = new Set(seenTexts);
    const found = new Map<string, Element[]>();
    for (const element of document.body.querySelectorAll('*')) {
      if (![...element.childNodes].some((node) => node instanceof Text && node.data.trim())) continue;
      const kind = `${innerWidth} ${describe(element, 4)}`;
      const alike = found.get(kind) ?? [];
      if (!seen.has(kind) && alike.length < 3) found.set(kind, [...alike, element]);
    }
    return found;
  }

  // Nothing stands half under the head of the page then.
  const before = scrollY;
  scrollTo({ top: 0, behavior: 'instant' });
  const { run } = (window as unknown as { axe: Axe }).axe;
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const resultTypes = ['violations'];
  const found = await run(document, { runOnly: rules, rules: { [CONTRAST]: { enabled: false } }, resultTypes });
  const texts = newTexts();
  const include = [...texts.values()].flat();
  const pale = include.length > 0 ? await run({ include }, { runOnly: [CONTRAST], resultTypes }) : { violations: [] };
  scrollTo({ top: before, behavior: 'instant' });
  const violations = [...found.violations, ...pale.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`,
  );
  return { violations, texts: [...texts.keys()] };
}
