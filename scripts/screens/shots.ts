// What a picture of a screen is: where it is, how a person gets there, and which state of the screen it shows.
import type { Page } from '@playwright/test';

export interface Shot {
  /** Of its files, and of the picture in the guide. */
  name: string;
  /** The address on the map. */
  route: string;
  /** What is to be seen, if not the screen as it opens. */
  state?: string;
  /** From wherever the shot before it has left the page. */
  open(page: Page): Promise<unknown>;
  /** Whether the guide shows it: the screen from its top, this high. Such a one builds on others of the guide only. */
  guide?: number;
}

/** Shots that one person takes one after the other, in one tab. */
export interface Walk {
  who: 'office' | 'reception' | 'viewer' | 'newcomer' | 'newcomerReception' | 'examinee' | 'nobody';
  shots: readonly Shot[];
}

/** How long one thing on the way may take. */
export const PATIENCE_MS = 15_000;

/** Until a screen has come and loaded what it shows. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1, main [role=note]').first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS }).catch(() => {});
  await calmDown(page);
}

/** Until nothing on the screen says that it is on its way. */
export async function calmDown(page: Page): Promise<void> {
  const waiting = page.getByText(/^(読み込んで|探して|確認して)います。$/);
  await waiting.first().waitFor({ state: 'hidden', timeout: PATIENCE_MS });
  await page.evaluate(() => document.fonts.ready);
}

export const go = (path: string) => async (page: Page) => {
  await page.goto(path);
  await settle(page);
};

/** A page that says it is done, which only who comes from a save sees. */
export const goDone = (path: string) => async (page: Page) => {
  await page.evaluate((to) => history.replaceState({ usr: { done: true }, key: 'done', idx: 0 }, '', to), path);
  await page.reload();
  await settle(page);
};

export const press = async (page: Page, name: string | RegExp) => {
  const wanted = page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }));
  await wanted.first().click({ timeout: PATIENCE_MS });
};

/** Presses and waits for the screen that comes. */
export const pressTo = async (page: Page, name: string | RegExp, path: RegExp) => {
  await press(page, name);
  await page.waitForURL(({ pathname }) => path.test(pathname), { timeout: PATIENCE_MS });
  await settle(page);
};

/** From a list to the detail of its first row. */
export const openFirst = (list: string, detail: RegExp) => async (page: Page) => {
  await go(list)(page);
  await pressTo(page, /^詳細/, detail);
};

export const dialogShown = (page: Page) => page.getByRole('dialog').first().waitFor({ timeout: PATIENCE_MS });

export async function closeDialogs(page: Page): Promise<void> {
  for (let tries = 0; tries < 3 && (await page.getByRole('dialog').count()) > 0; tries++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
}
