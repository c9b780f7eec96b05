// What the journeys share: logging in, menus and dialogs.
import { expect, type Page } from '@playwright/test';

export { expectAccessible } from './accessible.ts';

export const PASSWORD = 'Biyori#2026';
export const PHONE = { width: 390, height: 844 };

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
