// What a journey expects of a page, which may take a moment; of everything else, what Vitest expects.
import { expect as vitestExpect } from 'vitest';
import { insist, Locator, matches } from './locator.ts';
import { Page } from './page.ts';
import { descriptionOf, isDisabled, isHidden, nameOf, squeeze } from './roles.ts';

type Words = string | RegExp;
type Seen = [isSo: boolean, seen: unknown];

const text = (locator: Locator) => squeeze(locator.one().textContent ?? '');
/** Whole, unless it is a pattern. */
const whole = (seen: string, wanted: Words): Seen => [matches(seen, wanted, true), seen];
const active = (locator: Locator) => locator.ground.window.document.activeElement;

/** Each of these waits until it is so, or with `not` until it is not. */
const OF_LOCATORS: Record<string, (locator: Locator, ...wanted: never[]) => Seen> = {
  toBeVisible: (locator) => [locator.find().length > 0 && !isHidden(locator.one()), 'hidden'],
  toBeHidden: (locator) => [locator.find().every(isHidden), 'visible'],
  toBeAttached: (locator) => [locator.find().length > 0, 'nothing'],
  toBeEmpty: (locator) => [text(locator) === '', text(locator)],
  toBeEnabled: (locator) => [!isDisabled(locator.one()), 'switched off'],
  toBeDisabled: (locator) => [isDisabled(locator.one()), 'enabled'],
  toBeFocused: (locator) => [active(locator) === locator.one(), active(locator)?.outerHTML.slice(0, 200)],
  toBeChecked: (locator, { checked = true }: { checked?: boolean } = {}) => {
    const element = locator.one();
    const isChecked = 'checked' in element ? element.checked : element.getAttribute('aria-checked') === 'true';
    return [isChecked === checked, isChecked];
  },
  toHaveCount: (locator, wanted: number) => [locator.find().length === wanted, locator.find().length],
  toHaveValue: (locator, wanted: Words) => {
    const { value } = locator.one() as HTMLInputElement;
    return [wanted instanceof RegExp ? wanted.test(value) : value === wanted, value];
  },
  toHaveAccessibleName: (locator, wanted: Words) => whole(nameOf(locator.one()), wanted),
  toHaveAccessibleDescription: (locator, wanted: Words) => whole(descriptionOf(locator.one()), wanted),
  toHaveAttribute: (locator, name: string, wanted?: Words) => {
    const value = locator.one().getAttribute(name);
    return [value !== null && (wanted === undefined || matches(value, wanted, true)), value];
  },
  toContainText: (locator, wanted: Words | Words[]) => {
    if (!Array.isArray(wanted)) return [matches(text(locator), wanted), text(locator)];
    const texts = locator.find().map((element) => squeeze(element.textContent ?? ''));
    return [wanted.every((each) => texts.some((one) => matches(one, each))), texts];
  },
  toHaveText: (locator, wanted: Words | Words[]) => {
    if (!Array.isArray(wanted)) return whole(text(locator), wanted);
    const texts = locator.find().map((element) => squeeze(element.textContent ?? ''));
    return [texts.length === wanted.length && texts.every((one, at) => matches(one, wanted[at], true)), texts];
  },
};

const OF_PAGES: Record<string, (page: Page, wanted: Words) => Seen> = {
  toHaveURL: (page, wanted) => {
    const url = page.url();
    return [wanted instanceof RegExp ? wanted.test(url) : url === new URL(wanted, url).href, url];
  },
  toHaveTitle: (page, wanted) => whole(page.window.document.title, wanted),
};

function waiting<T>(subject: T, kinds: Record<string, (subject: T, ...wanted: never[]) => Seen>, isNot = false) {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, look]) => [
      name,
      (...wanted: never[]) =>
        insist(() => {
          const [isSo, seen] = look(subject, ...wanted);
          if (isSo !== isNot) return;
          throw new Error(`${subject} ${isNot ? 'not ' : ''}${name} ${wanted.map(String)}: ${seen}`);
        }),
    ]),
  );
}

function expectThat(subject: unknown, message?: string) {
  if (subject instanceof Locator) return { ...waiting(subject, OF_LOCATORS), not: waiting(subject, OF_LOCATORS, true) };
  if (subject instanceof Page) return { ...waiting(subject, OF_PAGES), not: waiting(subject, OF_PAGES, true) };
  const plain = vitestExpect(subject, message);
  if (typeof subject !== 'function') return plain;
  return Object.assign(plain, { toPass: () => insist(subject as () => Promise<void>) });
}

export const expect = Object.assign(expectThat, vitestExpect);
