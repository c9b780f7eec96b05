// What the journeys share: logging in, and a look with axe.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'Biyori#2026';
export const PHONE = { width: 390, height: 844 };

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * WCAG 2.2 AA and axe's best practices: nothing to find on any screen. Of what is right nothing is described, and no second
 * page is opened for frames of other sites, which there are none of: that took two thirds of the time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: RULES, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([]);
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
