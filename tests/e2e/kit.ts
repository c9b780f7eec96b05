// What the journeys share: logging in, and a look with axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'Biyori#2026';
export const PHONE = { width: 390, height: 844 };

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

/** WCAG 2.2 AA and axe's best practices: nothing to find on any screen. What is right is not described, to save time. */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens are loaded when they are opened: an empty page would be looked at otherwise.
  await page.locator('h1').first().waitFor();
  // Screens change without a new document, in which it stays.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    // Nothing stands half under the head of the page then.
    const before = scrollY;
    scrollTo({ top: 0, behavior: 'instant' });
    const { run } = (window as unknown as { axe: { run(...given: unknown[]): Promise<{ violations: Found[] }> } }).axe;
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const found = await run(document, { runOnly, resultTypes: ['violations'] });
    scrollTo({ top: before, behavior: 'instant' });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  });
  expect(violations).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

export async function logInToOffice(page: Page): Promise<void> {
  await page.goto('/AdminLogin');
  await page.getByLabel('ユーザーID').fill('demo0001');
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン' }).click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
  // What the page writes into the tab as it opens is written by then: journeys put things there as well.
  await expect(page.getByRole('heading', { level: 1, name: '予約状況照会' })).toBeVisible();
}

/** As when nobody has pressed anything for an hour: the page does not know of it. */
export async function endSession(page: Page): Promise<void> {
  const { token } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}'));
  await page.request.post('/api/Account/Logout', { headers: { authorization: `Bearer ${token}` } });
}

/** In the dialog that tells of it, without leaving the screen. */
export async function logInToGoOn(page: Page): Promise<void> {
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toHaveCount(0);
}

export async function openMaster(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'マスタ管理' }).click();
  await page.getByRole('navigation', { name: 'マスタ管理' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export const dialog = (page: Page) => page.getByRole('dialog');

export async function closeDialog(page: Page, button = '閉じる'): Promise<void> {
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
}
