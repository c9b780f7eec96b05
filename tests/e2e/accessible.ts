// A look with axe, which takes longer than most steps of a journey.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';

/**
 * The one that comes with the package for Playwright, whose own way loads it twice for each look and opens a page beside.
 * Minified, since every document is sent it again.
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
  configure(spec: { rules: { id: string; selector: string }[] }): void;
  getRules(tags: string[]): { ruleId: string; tags: string[] }[];
}

/** Kinds of elements that were looked at, and outlines of pages, by any worker. A run begins with an empty folder. */
const seenFile = () => path.join(test.info().project.outputDir, 'seen-by-axe.txt');

function readSeen(): number[] {
  return existsSync(seenFile()) ? readFileSync(seenFile(), 'utf8').split('\n').map(Number) : [];
}

function addSeen(news: readonly number[]): void {
  if (news.length === 0) return;
  mkdirSync(path.dirname(seenFile()), { recursive: true });
  appendFileSync(seenFile(), `${news.join('\n')}\n`);
}

/**
 * WCAG 2.2 AA and axe's best practices: nothing to find on any screen. To save time, what is right is not described, no
 * colours and no small target are looked at twice, and of a page only what is new, with its neighbours.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens are loaded when they are opened: an empty page would be looked at otherwise.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const seen = readSeen();
  let looked = await page.evaluate(lookAtPage, seen);
  if (!looked) {
    // Screens change without a new document, in which it stays.
    await page.evaluate(axe);
    looked = await page.evaluate(lookAtPage, seen);
  }
  const { violations, news } = looked ?? { violations: ['axe was not loaded'], news: [] };
  expect(violations).toEqual([]);
  addSeen(news);
}

/**
 * Runs in the page. Whatever was looked at before is told by how it is described. Null where there is something to look at, and
 * nothing to do it with.
 */
async function lookAtPage(seenBefore: number[]): Promise<{ violations: string[]; news: number[] } | null> {
  const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  /** What an element's looks decide. */
  const LOOKS = ['color-contrast', 'target-size'];
  /**
   * Whoever speaks what stands on a button presses it (WCAG 2.5.3). For axe it is still an experiment; a day of a
   * calendar is read as a date, with the words below it.
   */
  const SPOKEN = 'label-content-name-mismatch';
  /** What the page as a whole decides. */
  const WHOLE =
    /^(bypass|document-title|duplicate-id.*|heading-order|html-.*|landmark-.*|meta-.*|page-.*|region|skip-link)$/;
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
  function describe(element: Element | null, depth: number, describePart: (element: Element) => string): string {
    if (!element || depth === 0) return '';
    return `${element.tagName} ${describePart(element)} < ${describe(element.parentElement, depth - 1, describePart)}`;
  }

  /** The states that a style sheet can distinguish. */
  const describeLooks = ({ attributes }: Element) =>
    [...attributes]
      .filter(({ name, value }) => STATES.test(name) && !/\d{2}/.test(value))
      .map(({ name, value }) => `${name}=${value}`)
      .join(' ');

  /** All that is painted behind an element by what it stands in. */
  const grounds = new Map<Element | null, string>([[null, '']]);
  function describeGround(element: Element | null): string {
    const known = grounds.get(element);
    if (known !== undefined || !element) return known ?? '';
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const behind = describeGround(element.parentElement);
    const ground = own === 'rgba(0, 0, 0, 0) none 1' ? behind : `${own} < ${behind}`;
    grounds.set(element, ground);
    return ground;
  }

  /** What decides whether it can be read. */
  function describeLetters(element: Element): string {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    return `${describe(element, 1, describeLooks)} ${color} ${fontSize} ${fontWeight} ${describeGround(element)}`;
  }

  /** Smaller than a finger wants it: what is around it decides then. */
  function isSmall(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return element.matches(PRESSED) && Math.min(width, height) < 24;
  }

  /** What names it, and which attributes it has; an attribute that points at nothing is another one. */
  function describeMeaning(element: Element): string {
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (name === 'role' || name === 'type') return `${name}=${value}`;
      const isPointer = /^(for|aria-(labelledby|describedby|controls|owns|activedescendant|errormessage))$/.test(name);
      const isLost = isPointer && value.split(' ').some((id) => !document.getElementById(id));
      return `${name}${isLost ? '?' : ''}${value.trim() === '' ? '=' : ''}`;
    });
    const isLabelled = 'labels' in element && (element.labels as NodeList | null)?.length;
    return `${attributes.sort().join(' ')}${isLabelled ? ' labelled' : ''}${hasText(element) ? ' text' : ''}`;
  }

  /** The first of each kind that was not seen, by what tells them apart. */
  function pickNew(among: readonly Element[], describePart: (element: Element) => string): Map<number, Element> {
    const found = new Map<number, Element>();
    for (const element of among) {
      const kind = hash(describePart(element));
      if (!seen.has(kind) && !found.has(kind)) found.set(kind, element);
    }
    return found;
  }

  /** Its headings and landmarks in their order, and whether ids are its own. */
  function describePage(): string {
    const outline = elements.filter((element) => element.matches(OUTLINE));
    const ids = elements.map(({ id }) => id).filter((id) => id !== '');
    const isTwice = new Set(ids).size < ids.length;
    return [...outline.map(({ tagName, role }) => `${tagName} ${role ?? ''}`), isTwice && location.pathname].join(', ');
  }

  const page = pickNew([document.documentElement], describePage);
  const parts = pickNew(elements, (element) => describe(element, 4, describeMeaning));
  const letters = pickNew(elements.filter(hasText), describeLetters);
  const targets = pickNew(elements.filter(isSmall), (target) => `${innerWidth} ${describe(target, 4, describeLooks)}`);
  if ([page, parts, letters, targets].every(({ size }) => size === 0)) return { violations: [], news: [] };
  if (!('axe' in window)) return null;

  const { run, getRules, configure } = window.axe as Axe;
  configure({ rules: [{ id: SPOKEN, selector: 'a, button:not([data-date])' }] });
  const rules = getRules(TAGS)
    .filter(({ ruleId, tags }) => ruleId === SPOKEN || !(tags.includes('experimental') || tags.includes('deprecated')))
    .map(({ ruleId }) => ruleId);
  const ofWhole = rules.filter((rule) => WHOLE.test(rule));
  const ofParts = rules.filter((rule) => !WHOLE.test(rule) && !LOOKS.includes(rule));
  async function look(elements: Element[], runOnly: string[]) {
    // What the page has replaced meanwhile is looked at when it comes again.
    const include = elements.filter(({ isConnected }) => isConnected);
    if (include.length === 0) return [];
    // None of these rules reads the style sheets, which axe would send for once more.
    return (await run({ include }, { runOnly, resultTypes: ['violations'], preload: false })).violations;
  }

  // Nothing stands half under the head of the page then.
  const before = scrollY;
  scrollTo({ top: 0, behavior: 'instant' });
  // A list or a table is checked by what stands in it.
  const around = [...parts.values()].map(({ parentElement }) => parentElement ?? document.body);
  const found = [
    await look([...page.values()], ofWhole),
    await look([...new Set(around)], ofParts),
    await look([...letters.values()], ['color-contrast']),
    await look([...targets.values()], ['target-size']),
  ].flat();
  scrollTo({ top: before, behavior: 'instant' });
  const news = [page, parts, letters, targets].flatMap((each) =>
    [...each].filter(([, { isConnected }]) => isConnected).map(([kind]) => kind),
  );
  return { violations: found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`), news };
}
