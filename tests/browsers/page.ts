// A page as a person uses it, in any browser: what is looked for is waited for, and pressed only where a finger would reach it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Size, Tab } from './browser.ts';
import {
  badLines,
  look,
  type Role,
  type Seen,
  selectorOf,
  sidewaysScroll,
  type Wanted,
  whereabouts,
} from './in-page.ts';

/** A machine's slow minute is no fault of the service. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;
/** Only for pictures: a window that has become taller is drawn piece by piece. */
const REDRAWN_MS = 2000;

const KEYS = { Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003', Tab: '\uE004' };

type Name = string | RegExp;
interface More {
  within?: Wanted;
  holding?: string;
  at?: number;
}

/** A name is the whole of it, unless it is a pattern. */
const want =
  (role: Role, match: 'whole' | 'part' = 'whole') =>
  (name?: Name | null, more: More = {}): Wanted => ({
    role,
    selector: selectorOf(role),
    ...(typeof name === 'string'
      ? { name: match === 'whole' ? { whole: name } : { part: name } }
      : name && { name: { pattern: name.source } }),
    ...more,
  });

export const article = want('article');
export const button = want('button');
export const columnHeader = want('columnheader');
export const dialog = want('dialog');
export const h1 = want('h1');
export const h2 = want('h2');
export const link = want('link');
export const navigation = want('navigation');
export const note = want('note');
export const region = want('region');
export const row = want('row');
export const field = want('field');
/** Some text, which may have more around it. */
export const text = want('text', 'part');

const describe = ({ role, name, holding, at, within }: Wanted): string =>
  [
    role,
    name ? `「${Object.values(name)}」` : '',
    holding ? `with ${holding}` : '',
    at === undefined ? '' : `no. ${at + 1}`,
    within ? `in ${describe(within)}` : '',
  ]
    .filter(Boolean)
    .join(' ');

export type Page = ReturnType<typeof openPage>;

/** `pictures` is a folder for those of the screens that the journeys name, if they are wanted. */
export function openPage(tab: Tab, base: string, size: Size, pictures?: { folder: string; mark: string }) {
  /** Tries again whatever fails, since a page may be on its way to another one. */
  async function until<Result>(what: string, attempt: () => Promise<Result | null | false>): Promise<Result> {
    let reason = '';
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(PAUSE_MS)) {
      try {
        const result = await attempt();
        if (result !== null && result !== false) return result;
        reason = '';
      } catch (error) {
        reason = ` (${(error as Error).message})`;
      }
    }
    const there = await tab.run(whereabouts).catch(String);
    throw new Error(`waited in vain for ${what}${reason}; there was ${there}`);
  }

  /** Where it is to be pressed, as soon as it stands still, can be used, and nothing lies over it. */
  const reach = (wanted: Wanted) => {
    let before = '';
    return until(`${describe(wanted)} to be pressed`, async () => {
      const seen = await tab.run(look, wanted, { scroll: true });
      if (!seen || seen.isDisabled) return false;
      const { by, ...point } = seen.point;
      if (by) throw new Error(`covered by ${by}`);
      const isStill = before === JSON.stringify(point);
      before = JSON.stringify(point);
      return isStill && point;
    });
  };

  const see = (wanted: Wanted, is: (seen: Seen) => boolean = () => true, what = '') =>
    until(`${describe(wanted)} ${what}`.trim(), async () => {
      const seen = await tab.run(look, wanted, {});
      return seen && is(seen) && seen;
    });

  async function click(wanted: Wanted): Promise<void> {
    const point = await reach(wanted);
    await tab.perform([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', duration: 0, ...point },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  const type = (text: string) =>
    tab.perform([
      {
        type: 'key',
        id: 'keys',
        actions: Array.from(text).flatMap((value) => [
          { type: 'keyDown' as const, value },
          { type: 'keyUp' as const, value },
        ]),
      },
    ]);

  const page = {
    goTo: (address: string) => tab.goTo(base + address),
    see,
    click,
    type,
    press: (key: keyof typeof KEYS) => type(KEYS[key]),
    gone: (wanted: Wanted) =>
      until(`${describe(wanted)} to go`, async () => !(await tab.run(look, wanted, {})) && true),
    shows: (wanted: Wanted, value: string) => see(wanted, (seen) => seen.value === value, `to show ${value}`),
    at: (address: RegExp) =>
      until(`the address ${address}`, async () => address.test(await tab.run(() => location.pathname)) && true),
    /** In place of what stands there. */
    async fill(wanted: Wanted, words: string): Promise<void> {
      await click(wanted);
      await tab.run(look, wanted, { select: true });
      await type(words === '' ? KEYS.Backspace : words);
    },
    async check(wanted: Wanted): Promise<void> {
      if (!(await see(wanted)).isChecked) await click(wanted);
      await see(wanted, (seen) => seen.isChecked, 'to be checked');
    },
    /** By the option's words or its value. Lists open in windows of the browser's own, which no protocol reaches. */
    async choose(wanted: Wanted, option: string): Promise<void> {
      await reach(wanted);
      await until(`${option} in ${describe(wanted)}`, () => tab.run(look, wanted, { choose: option }));
    },
    run: tab.run,
    /** What a screen must be anywhere; and its picture, where they are wanted. */
    async look(name: string): Promise<void> {
      await until(`${name} to look as it should`, async () => {
        const over = await tab.run(sidewaysScroll);
        if (over) throw new Error(`it scrolls sideways by ${over}`);
        const bad = await tab.run(badLines);
        if (bad.length > 0) throw new Error(`lines end inside of words: ${bad.join(' ')}`);
        return true;
      });
      if (!pictures) return;
      const height = await tab.run(() => document.documentElement.scrollHeight);
      await tab.resize({ width: size.width, height: Math.max(size.height, Math.min(height, 3200)) });
      await wait(REDRAWN_MS);
      writeFileSync(path.join(pictures.folder, `${name}-${pictures.mark}.png`), await tab.picture());
      await tab.resize(size);
    },
    picture: tab.picture,
  };
  return page;
}
