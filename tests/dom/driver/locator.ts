// Finds elements as Playwright does: by role and name, by label and by text, again whenever it is asked.
import { choose, pressKey, pressPointer, topDialog, type } from './keys.ts';
import { candidatesFor, isDisabled, isHidden, isSilent, labelTexts, nameOf, roleOf, squeeze } from './roles.ts';

type Words = string | RegExp;
type Win = Window & typeof globalThis;
type Find = () => Element[];

/** What a locator stands on: a page, whose document may be another one after a while. */
export interface Ground {
  readonly window: Win;
  call(source: string, ...given: unknown[]): unknown;
}

const PATIENCE_MS = 20_000;
/** Soon at first: most of what is waited for is there by the next task. */
const pauseAfter = (attempt: number) => (attempt < 5 ? 0 : Math.min(50, 2 * attempt));

/** Until it throws no more. */
export async function insist<T>(look: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(attempt)));
    }
  }
}

export function matches(text: string, words: Words | undefined, isExact = false): boolean {
  if (words === undefined) return true;
  const narrow = text.replaceAll(/\s+/g, ' ');
  if (words instanceof RegExp) return [text, narrow].some((each) => each.search(words) >= 0);
  const wanted = words.replaceAll(/\s+/g, ' ').trim();
  return isExact ? narrow === wanted : narrow.toLowerCase().includes(wanted.toLowerCase());
}

/** Those whose text is meant, without what is around them; where `may` says no, nothing in it is. */
function innermost(root: Element, isMeant: (text: string) => boolean, may: (text: string) => boolean): Element[] {
  if (/^(SCRIPT|STYLE|HEAD|NOSCRIPT)$/.test(root.tagName)) return [];
  const text = textOf(root);
  if (!may(text)) return [];
  const within = [...root.children].flatMap((child) => innermost(child, isMeant, may));
  const isInChild = [...root.children].some((child) => isMeant(textOf(child)));
  return isInChild || !isMeant(text) ? within : [...within, root];
}

const textOf = (element: Element) => squeeze(element.textContent ?? '');
const isChecked = (element: Element) =>
  'checked' in element ? element.checked === true : element.getAttribute('aria-checked') === 'true';

interface RoleOptions {
  name?: Words;
  exact?: boolean;
  level?: number;
  checked?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  disabled?: boolean;
  includeHidden?: boolean;
}

function hasRole(element: Element, role: string, options: RoleOptions): boolean {
  if (roleOf(element) !== role) return false;
  const { level, checked, disabled } = options;
  if (level !== undefined && element.tagName !== `H${level}`) return false;
  if (checked !== undefined && isChecked(element) !== checked) return false;
  if (disabled !== undefined && isDisabled(element) !== disabled) return false;
  for (const state of ['expanded', 'pressed'] as const) {
    if (options[state] !== undefined && element.getAttribute(`aria-${state}`) !== String(options[state])) return false;
  }
  // Most have another name, which is found sooner than what hides them.
  if (options.name !== undefined && !matches(nameOf(element), options.name, options.exact)) return false;
  return options.includeHidden || !isSilent(element);
}

export class Locator {
  readonly ground: Ground;
  readonly find: Find;
  readonly described: string;

  constructor(ground: Ground, find: Find, described: string) {
    this.ground = ground;
    this.find = find;
    this.described = described;
  }

  #within(described: string, select: (root: Element) => Iterable<Element>): Locator {
    const find = () => [...new Set(this.find().flatMap((root) => [...select(root)]))];
    return new Locator(this.ground, find, `${this.described} ${described}`);
  }

  #among(described: string, keep: (element: Element, index: number, all: Element[]) => boolean): Locator {
    return new Locator(this.ground, () => this.find().filter(keep), `${this.described} ${described}`);
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    return this.#within(`${role} ${options.name ?? ''}`, (root) =>
      [...root.querySelectorAll(candidatesFor(role))].filter((element) => hasRole(element, role, options)),
    );
  }

  getByLabel(words: Words, { exact = false } = {}): Locator {
    return this.#within(`label ${words}`, (root) =>
      [...root.querySelectorAll('*')].filter((element) =>
        labelTexts(element).some((text) => matches(text, words, exact)),
      ),
    );
  }

  /** The innermost that holds it. */
  getByText(words: Words, { exact = false } = {}): Locator {
    return this.#within(`text ${words}`, (root) =>
      innermost(
        root,
        (text) => matches(text, words, exact),
        words instanceof RegExp ? () => true : (text) => matches(text, words),
      ),
    );
  }

  getByTitle(words: Words): Locator {
    return this.#within(`title ${words}`, (root) =>
      [...root.querySelectorAll('[title]')].filter((element) => matches(element.getAttribute('title') ?? '', words)),
    );
  }

  locator(selector: string): Locator {
    if (selector === '..' || selector === 'xpath=..') {
      return this.#within(selector, ({ parentElement }) => (parentElement ? [parentElement] : []));
    }
    if (selector === ':focus') {
      return this.#within(selector, (root) => {
        const { activeElement, body } = root.ownerDocument;
        return activeElement && activeElement !== body && root.contains(activeElement) ? [activeElement] : [];
      });
    }
    if (/option:checked|^:checked$/.test(selector)) {
      return this.#within(selector, (root) =>
        [...root.querySelectorAll('option')].filter((option) => (option as HTMLOptionElement).selected),
      );
    }
    return this.#within(selector, (root) => root.querySelectorAll(selector));
  }

  filter({
    hasText,
    hasNotText,
    has,
    visible,
  }: {
    hasText?: Words;
    hasNotText?: Words;
    has?: Locator;
    visible?: boolean;
  }): Locator {
    return this.#among('filtered', (element) => {
      if (hasText !== undefined && !matches(textOf(element), hasText)) return false;
      if (hasNotText !== undefined && matches(textOf(element), hasNotText)) return false;
      if (visible !== undefined && isHidden(element) === visible) return false;
      return !has || has.find().some((inner) => inner !== element && element.contains(inner));
    });
  }

  and = (other: Locator) => this.#among(`and ${other.described}`, (element) => other.find().includes(element));
  or = (other: Locator) =>
    new Locator(
      this.ground,
      () => [...new Set([...this.find(), ...other.find()])],
      `${this.described} or ${other.described}`,
    );
  first = () => this.nth(0);
  last = () => this.#among('last', (_, index, all) => index === all.length - 1);
  nth = (at: number) => this.#among(`nth ${at}`, (_, index, all) => index === (at < 0 ? all.length + at : at));
  page = () => this.ground;
  toString = () => this.described.trim();

  /** The only one. */
  one(): HTMLElement {
    const found = this.find();
    if (found.length !== 1) {
      const open = topDialog(this.ground.window.document);
      const above = open ? ` (a dialog is open: ${textOf(open).slice(0, 200)})` : '';
      throw new Error(`${found.length} elements, not one: ${this}${above}`);
    }
    return found[0] as HTMLElement;
  }

  async #act(act: (element: HTMLElement, win: Win) => void, isForEnabled = true): Promise<void> {
    await insist(async () => {
      this.one();
      await settle();
      const element = this.one();
      if (isHidden(element)) throw new Error(`hidden: ${this}`);
      if (isForEnabled && isDisabled(element)) throw new Error(`switched off: ${this}`);
      const above = topDialog(element.ownerDocument);
      if (isForEnabled && above && !above.contains(element)) throw new Error(`behind a dialog: ${this}`);
      act(element, this.ground.window);
    });
    await settle();
  }

  click = () => this.#act((element, win) => pressPointer(win, element));
  dblclick = () =>
    this.#act((element, win) => {
      pressPointer(win, element);
      if (element.isConnected) pressPointer(win, element);
    });
  focus = () => this.#act((element) => element.focus(), false);
  blur = () => this.#act((element) => element.blur(), false);
  hover = () => this.#act(() => {});
  scrollIntoViewIfNeeded = this.hover;
  fill = (text: string) =>
    this.#act((element, win) => {
      element.focus();
      type(win, element as HTMLInputElement, text);
    });
  clear = () => this.fill('');
  pressSequentially = (text: string) =>
    this.#act((element, win) => {
      element.focus();
      for (const key of text) pressKey(win, key);
    });
  press = (key: string) =>
    this.#act((element, win) => {
      element.focus();
      pressKey(win, key);
    }, false);
  check = () => this.setChecked(true);
  uncheck = () => this.setChecked(false);
  setChecked = (isWanted: boolean) =>
    this.#act((element, win) => {
      if (isChecked(element) !== isWanted) pressPointer(win, element);
    });
  dispatchEvent = (name: string) =>
    this.#act(
      (element, win) => element.dispatchEvent(new win.MouseEvent(name, { bubbles: true, cancelable: true })),
      false,
    );

  selectOption(wanted: string | { label?: string; value?: string; index?: number }): Promise<void> {
    return this.#act((element, win) => {
      const list = element as HTMLSelectElement;
      const { label, value, index } =
        typeof wanted === 'string' ? { label: wanted, value: wanted, index: undefined } : wanted;
      const option = [...list.options].find(
        (each, at) =>
          (value !== undefined && each.value === value) ||
          (label !== undefined && textOf(each) === label) ||
          at === index,
      );
      if (!option) throw new Error(`no such option in ${this}: ${JSON.stringify(wanted)}`);
      list.focus();
      choose(win, list, option);
    });
  }

  #read = <T>(read: (element: HTMLElement) => T): Promise<T> => insist(() => read(this.one()));
  textContent = () => this.#read(({ textContent }) => textContent);
  innerText = () => this.#read(textOf);
  inputValue = () => this.#read((element) => (element as HTMLInputElement).value);
  getAttribute = (name: string) => this.#read((element) => element.getAttribute(name));
  isChecked = () => this.#read(isChecked);
  isDisabled = () => this.#read(isDisabled);
  isEnabled = () => this.#read((element) => !isDisabled(element));
  evaluate = (script: unknown, argument?: unknown) =>
    this.#read((element) => this.ground.call(String(script), element, argument));

  async evaluateAll(script: unknown, argument?: unknown) {
    return this.ground.call(String(script), this.find(), argument);
  }
  isVisible = async () => this.find().some((element) => !isHidden(element));
  count = async () => this.find().length;
  all = async () => this.find().map((_, at) => this.nth(at));
  allTextContents = async () => this.find().map(({ textContent }) => textContent ?? '');
  allInnerTexts = async () => this.find().map(textOf);
  async waitFor({ state = 'visible' } = {}): Promise<void> {
    await insist(() => {
      const isThere = state === 'attached' ? this.find().length > 0 : this.find().some((element) => !isHidden(element));
      if (isThere === /hidden|detached/.test(state)) throw new Error(`not ${state}: ${this}`);
    });
  }
}

/** What is under way in the page is drawn, and what follows from that is done: nobody presses faster than that. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => setTimeout(resolve, 1));
}
