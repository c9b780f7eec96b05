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

/** Kinds of elements that were looked at, and outlines of pages. */
const seen = new Set<number>();

/**
 * WCAG 2.2 AA and axe's best practices: nothing to find on any screen. To save time, what is right is not described, no kind of
 * element is looked at twice for its contrast and its size, and a page that holds nothing new is not looked at.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens are loaded when they are opened: an empty page would be looked at otherwise.
  await page.locator('h1').first().waitFor();
  // Screens change without a new document, in which it stays.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations, news } = await page.evaluate(lookAtPage, [...seen]);
  expect(violations).toEqual([]);
  for (const one of news) seen.add(one);
}

/** Runs in the page. Whatever was looked at before is told by how it is described. */
async function lookAtPage(seenBefore: number[]): Promise<{ violations: string[]; news: number[] }> {
  /** What an element's looks decide, which take most of the time. */
  const LOOKS = ['color-contrast', 'target-size'];
  const STATES = /^(class|disabled|open|data-.*|aria-(selected|current|pressed|disabled|checked|invalid|expanded))$/;
  const PRESSED = 'a, button, input, select, textarea, summary, [role], [tabindex]';
  const OUTLINE = 'h1, h2, h3, h4, h5, h6, header, nav, main, aside, footer, section, form, dialog, [role]';
  const seen = new Set(seenBefore);
  const elements = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());

  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');

  /** FNV-1a: descriptions are long, and all that were seen are sent with each look. */
  function hash(text: string): number {
    let sum = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
    return sum;
  }

  /** What an element is and what it stands in. */
  function describe(element: Element | null, depth: number, tell: (element: Element) => string): string {
    if (!element || depth === 0) return '';
    return `${element.tagName} ${tell(element)} < ${describe(element.parentElement, depth - 1, tell)}`;
  }

  /** The states that a style sheet can tell apart. */
  const tellLooks = ({ attributes }: Element) =>
    [...attributes]
      .filter(({ name, value }) => STATES.test(name) && !/\d{2}/.test(value))
      .map(({ name, value }) => `${name}=${value}`)
      .join(' ');

  /** What names it, and which attributes it has; an attribute that points at nothing is another one. */
  function tellMeaning(element: Element): string {
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (name === 'role' || name === 'type') return `${name}=${value}`;
      const isPointer = /^(for|aria-(labelledby|describedby|controls|owns|activedescendant|errormessage))$/.test(name);
      const isLost = isPointer && value.split(' ').some((id) => !document.getElementById(id));
      return `${name}${isLost ? '?' : ''}${value.trim() === '' ? '=' : ''}`;
    });
    const isLabelled = 'labels' in element && (element.labels as NodeList | null)?.length;
    return `${attributes.sort().join(' ')}${isLabelled ? ' labelled' : ''}${hasText(element) ? ' text' : ''}`;
  }

  function newKinds(): Map<number, Element[]> {
    const found = new Map<number, Element[]>();
    for (const element of elements) {
      if (!hasText(element) && !element.matches(PRESSED)) continue;
      const kind = hash(`${innerWidth} ${describe(element, 4, tellLooks)}`);
      const alike = found.get(kind) ?? [];
      if (!seen.has(kind) && alike.length < 3) found.set(kind, [...alike, element]);
    }
    return found;
  }

  /** Its elements, each with what it stands in, and its headings and landmarks in their order. */
  function newParts(): number[] {
    const parts = new Set(elements.map((element) => describe(element, 4, tellMeaning)));
    const outline = elements.filter((element) => element.matches(OUTLINE));
    parts.add(outline.map((element) => `${element.tagName} ${element.role ?? ''}`).join(', '));
    const ids = elements.map(({ id }) => id).filter((id) => id !== '');
    if (new Set(ids).size < ids.length) parts.add(`the same id twice: ${location.pathname}`);
    return [...parts].map(hash).filter((part) => !seen.has(part));
  }

  // Nothing stands half under the head of the page then.
  const before = scrollY;
  scrollTo({ top: 0, behavior: 'instant' });
  const { run } = (window as unknown as { axe: Axe }).axe;
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // None of these rules reads the style sheets, which axe would send for once more.
  const options = { resultTypes: ['violations'], preload: false };
  const rules = Object.fromEntries(LOOKS.map((rule) => [rule, { enabled: false }]));
  const nothing = { violations: [] };
  const parts = newParts();
  const found = parts.length > 0 ? await run(document, { ...options, runOnly, rules }) : nothing;
  const kinds = newKinds();
  const include = [...kinds.values()].flat();
  const looks = include.length > 0 ? await run({ include }, { ...options, runOnly: LOOKS }) : nothing;
  scrollTo({ top: before, behavior: 'instant' });
  const violations = [...found.violations, ...looks.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`,
  );
  return { violations, news: [...parts, ...kinds.keys()] };
}
