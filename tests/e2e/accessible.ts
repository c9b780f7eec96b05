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

/** Kinds of elements that were looked at. */
const seenKinds = new Set<string>();

/**
 * WCAG 2.2 AA and axe's best practices: nothing to find on any screen. What is right is not described, and no kind of element is
 * looked at twice for its contrast and its size, to save time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens are loaded when they are opened: an empty page would be looked at otherwise.
  await page.locator('h1').first().waitFor();
  // Screens change without a new document, in which it stays.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations, kinds } = await page.evaluate(lookAtPage, [...seenKinds]);
  expect(violations).toEqual([]);
  for (const kind of kinds) seenKinds.add(kind);
}

/** Runs in the page. A kind is what an element is and what it stands in, with the states that a style sheet can tell apart. */
async function lookAtPage(seenKinds: string[]): Promise<{ violations: string[]; kinds: string[] }> {
  /** What an element's looks decide, which take most of the time. */
  const LOOKS = ['color-contrast', 'target-size'];
  const STATES = /^(class|disabled|open|data-.*|aria-(selected|current|pressed|disabled|checked|invalid|expanded))$/;
  const PRESSED = 'a, button, input, select, textarea, summary, [role], [tabindex]';

  function describe(element: Element | null, depth: number): string {
    if (!element || depth === 0) return '';
    const states = [...element.attributes].filter(({ name, value }) => STATES.test(name) && !/\d{2}/.test(value));
    const written = states.map(({ name, value }) => `${name}=${value}`);
    return `${element.tagName} ${written.join(' ')} < ${describe(element.parentElement, depth - 1)}`;
  }

  function newKinds(): Map<string, Element[]> {
    const seen = new Set(seenKinds);
    const found = new Map<string, Element[]>();
    for (const element of document.body.querySelectorAll('*')) {
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
      if (!hasText && !element.matches(PRESSED)) continue;
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
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // None of these rules reads the style sheets, which axe would send for once more.
  const options = { resultTypes: ['violations'], preload: false };
  const rules = Object.fromEntries(LOOKS.map((rule) => [rule, { enabled: false }]));
  const found = await run(document, { ...options, runOnly, rules });
  const kinds = newKinds();
  const include = [...kinds.values()].flat();
  const looks = include.length > 0 ? await run({ include }, { ...options, runOnly: LOOKS }) : { violations: [] };
  scrollTo({ top: before, behavior: 'instant' });
  const violations = [...found.violations, ...looks.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`,
  );
  return { violations, kinds: [...kinds.keys()] };
}
