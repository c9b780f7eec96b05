// What is done inside of the page: finding things as people do, by what they are and what they are called. Functions here are sent
// to the browser as text, so each stands for itself.

const SELECTORS = {
  article: 'article',
  button: 'button, [role="button"]',
  columnheader: 'th',
  dialog: 'dialog[open]',
  field: 'input, select, textarea',
  h1: 'h1',
  h2: 'h2',
  link: 'a[href]',
  navigation: 'nav',
  note: '[role="note"]',
  region: 'section',
  row: 'tr',
  text: 'body *',
};

export type Role = keyof typeof SELECTORS;

/** As JSON: called as a whole, in part, or by a pattern. */
export interface Wanted {
  role: Role;
  selector: string;
  name?: { whole: string } | { part: string } | { pattern: string };
  /** Some text in it. */
  holding?: string;
  within?: Wanted;
  /** Which of them; the first otherwise. */
  at?: number;
}

export interface Seen {
  count: number;
  text: string;
  name: string;
  value: string;
  isChecked: boolean;
  isDisabled: boolean;
  isFocused: boolean;
  sort: string;
  /** Where it can be pressed; `by` says what lies over it otherwise. */
  point: { x: number; y: number; by: string | null };
}

export const selectorOf = (role: Role) => SELECTORS[role];

/** Looks for it, brings it into view if wanted, and does something to it that no key or finger can do the same way everywhere. */
export function look(wanted: Wanted, act: { scroll?: boolean; select?: boolean; choose?: string } = {}): Seen | null {
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const byIds = (ids: string) =>
    tidy(
      ids
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
  const givenName = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby');
    if (ids) return byIds(ids);
    const label = element.getAttribute('aria-label');
    if (label) return tidy(label);
    if (element.matches('input, select, textarea')) {
      // A label may stand around its field, whose options are no part of the name.
      const labels = Array.from((element as HTMLInputElement).labels ?? [], (one) => one.cloneNode(true) as Element);
      for (const inner of labels.flatMap((one) => Array.from(one.querySelectorAll('select, textarea')))) inner.remove();
      return tidy(labels.map((one) => one.textContent).join(' '));
    }
    return tidy(element.textContent) || tidy(element.getAttribute('title'));
  };
  // Whether it is required is reported beside it.
  const nameOf = (element: Element) => givenName(element).replace(/ ?必須$/, '');
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const isCalled = (element: Element, { name }: Wanted) => {
    if (!name) return true;
    const called = nameOf(element);
    if ('whole' in name) return called === name.whole;
    return 'part' in name ? called.includes(name.part) : new RegExp(name.pattern).test(called);
  };
  const findAll = (what: Wanted): Element[] => {
    // What stands behind a modal dialog is out of reach.
    const open = Array.from(document.querySelectorAll('dialog:modal')).at(-1);
    const roots = what.within ? findAll(what.within) : [open && what.role !== 'dialog' ? open : document];
    const found = roots
      .flatMap((root) => Array.from(root.querySelectorAll(what.selector)))
      .filter((element) => isCalled(element, what) && tidy(element.textContent).includes(what.holding ?? ''))
      .filter(isShown);
    // Of texts that hold each other, the innermost.
    const inner =
      what.role === 'text'
        ? found.filter((one) => !found.some((other) => one !== other && one.contains(other)))
        : found;
    return what.at === undefined ? inner : inner.slice(what.at, what.at + 1);
  };

  const all = findAll(wanted);
  const element = all[0] as HTMLInputElement | undefined;
  if (!element) return null;
  // A box that is drawn by its label is pressed there.
  const label = element.matches('input') ? element.labels?.[0] : undefined;
  const isHit = (hit: Element | null) => hit !== null && (element.contains(hit) || Boolean(label?.contains(hit)));
  const pointOf = (target: Element, part: number) => {
    const { left, top, width, height } = target.getClientRects()[0] ?? target.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height * part)];
    const hit = document.elementFromPoint(x, y);
    return { x, y, by: isHit(hit) ? null : tidy(hit?.outerHTML.slice(0, 120)) || 'the edge of the window' };
  };
  /** In the middle, unless that lies under the scroll bar of what holds it. */
  const pointNow = () => {
    const points = [element, label ?? element].flatMap((target) => [pointOf(target, 0.5), pointOf(target, 0.25)]);
    return points.find(({ by }) => by === null) ?? pointOf(element, 0.5);
  };
  if (act.scroll && pointNow().by !== null)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  if (act.select) element.select();
  if (act.choose !== undefined) {
    const options = Array.from((element as unknown as HTMLSelectElement).options);
    const option = options.find(({ label: shown, value }) => shown === act.choose || value === act.choose);
    if (!option)
      throw new Error(`there is no ${act.choose} among ${options.map(({ label: shown }) => shown).join(', ')}`);
    element.focus();
    option.selected = true;
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return {
    count: all.length,
    text: tidy(element.textContent),
    name: nameOf(element),
    value: element.value ?? '',
    isChecked: element.checked ?? false,
    isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
    isFocused: element === document.activeElement,
    sort: element.getAttribute('aria-sort') ?? '',
    point: pointNow(),
  };
}

/** What somebody would see who came to look why it does not go on. */
export function whereabouts(): string {
  const dialog = document.querySelector<HTMLElement>('dialog[open]');
  const shown = (dialog ?? document.querySelector<HTMLElement>('main') ?? document.body)?.innerText ?? '';
  return `${location.pathname}: ${shown.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
}

/** By how many pixels the page is wider than the window, and what reaches out. */
export function sidewaysScroll(): string | null {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const out = Array.from(document.querySelectorAll('body *')).filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 0.5,
  );
  return `${scrollWidth - clientWidth} px: ${out
    .slice(0, 3)
    .map((one) => one.outerHTML.slice(0, 100))
    .join(' / ')}`;
}

/** Lines that end inside of a word although it would fit, or that begin with what belongs to the line before. */
export function badLines(): string[] {
  const LETTER = /[\p{L}\p{N}ー]/u;
  const NEVER_FIRST = /^[、。，．！？）」』】〜]/u;
  const found: string[] = [];
  const range = document.createRange();
  const rectOf = (node: Text, at: number) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    // WebKit counts the end of the line before to the first letter of the next.
    return Array.from(range.getClientRects()).at(-1) ?? new DOMRect();
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { data, parentElement: parent } = node;
    if (!parent || !/\P{ASCII}/u.test(data) || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('textarea, option, svg, .visually-hidden, .visually-hidden *')) continue;
    range.selectNodeContents(node);
    if (range.getClientRects().length < 2) continue;
    const isRead = parent.closest('p, li, dt, dd, th, td, label, legend, button, a, h1, h2, h3') !== null;
    let block: Element = parent;
    while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
    const room = block.clientWidth;
    const letters = node;
    const rects = Array.from({ length: data.length }, (_, at) => rectOf(letters, at));
    for (let at = 1; at < data.length; at += 1) {
      const [before, after] = [rects[at - 1]!, rects[at]!];
      if (before.width === 0 || after.width === 0 || after.top < before.top + before.height / 2) continue;
      const ending = `「${data.slice(0, at)}／${data.slice(at)}」`;
      if (NEVER_FIRST.test(data.slice(at))) found.push(ending);
      if (!isRead || !LETTER.test(data[at - 1]!) || !LETTER.test(data[at]!)) continue;
      let [from, to] = [at, at];
      while (from > 0 && LETTER.test(data[from - 1]!)) from -= 1;
      while (to < data.length && LETTER.test(data[to]!)) to += 1;
      const width = rects.slice(from, to).reduce((sum, rect) => sum + rect.width, 0);
      if (width < room * 0.9) found.push(ending);
    }
  }
  return found;
}
