// Staff find whoever calls from any page, by keyboard alone, and come back to where they were.
import { expect, type Page, test } from '@playwright/test';
import { closeDialog, dialog, heading, logInToOffice } from '../e2e/kit.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: '受診者検索' });
const rows = (page: Page) => page.locator('[data-row]');
const focusedRow = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.row ?? '');

async function find(page: Page, text: string) {
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function findSome(page: Page, text: string) {
  await find(page, text);
  await expect(page.getByText(`「${text}」`).first()).toBeVisible();
  await expect(rows(page).first()).toBeFocused();
}

async function takeRole(page: Page, role: string) {
  await page.evaluate((given) => {
    const session = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...session, role: given }));
  }, role);
  await page.reload();
  await page.locator('h1').first().waitFor();
}

test('given a reservation, when its number is typed on any page, then its detail opens', async ({ page }) => {
  await logInToOffice(page);
  await findSome(page, '佐藤');
  const number = (await rows(page).first().getAttribute('data-row')) ?? '';
  await page.getByRole('link', { name: 'TOP', exact: true }).first().click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
  await find(page, number);
  await expect(page).toHaveURL(/WIGA1Detail\?ukno=[0-9]{9}$/);
  await expect(page.getByText(number, { exact: true }).first()).toBeVisible();
  // The browser's way back leads to the page where it was typed.
  await page.goBack();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
  await find(page, number);
  await expect(page).toHaveURL(/WIGA1Detail\?ukno=[0-9]{9}$/);
  // The page's own leads to the person, and does not open it again.
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '受診者検索')).toBeVisible();
  await expect.poll(() => focusedRow(page)).toBe(number);
});

test('keys of one letter open 電話予約 and their list, and can be switched off, Esc gives the focus back, and what is unsaved is asked about', async ({
  page,
}) => {
  await logInToOffice(page);
  const home = page.getByRole('link', { name: 'TOP', exact: true }).first();
  await home.focus();
  await page.keyboard.press('/');
  await page.keyboard.press('Tab');
  await page.getByLabel('1文字のキー（/ n ?）を使う').uncheck();
  await page.keyboard.press('Escape');
  await expect(home).toBeFocused();
  for (const key of ['/', 'n', '?']) await page.keyboard.press(key);
  await expect(home).toBeFocused();
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByLabel('1文字のキー（/ n ?）を使う').check();
  await page.keyboard.press('Escape');

  await page.keyboard.press('n');
  await expect(heading(page, '電話予約')).toBeVisible();
  await heading(page, '電話予約').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'キー操作' })).toContainText('Alt+1〜3');
  await page.keyboard.press('Escape');
  // At the reception letters are its field's; there the list is opened by its button.
  await page.goto('/Reception');
  await expect(heading(page, '当日受付')).toBeVisible();
  await heading(page, '当日受付').focus();
  await page.keyboard.press('?');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'キー操作' }).click();
  await expect(page.getByRole('dialog', { name: 'キー操作' })).toContainText('Ctrl+Z');
  await closeDialog(page);

  await findSome(page, 'さとう');
  await page.keyboard.press('Enter');
  const patient = page.getByLabel('患者番号');
  await patient.fill('X-1');
  // Within a field the slash is a sign like others.
  await patient.press('End');
  await patient.pressSequentially('/');
  await expect(patient).toHaveValue('X-1/');
  await find(page, 'すずき');
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await expect(patient).toHaveValue('X-1/');
  await page.keyboard.press('Escape');
  await find(page, 'すずき');
  await closeDialog(page, '移動する');
  await expect(page.getByText(/「スズキ」で始まる方/)).toBeVisible();
});

test('a person goes along to a booking by one key; a viewer has no such way', async ({ page }) => {
  await logInToOffice(page);
  await findSome(page, 'さとう');
  await page.keyboard.press('ArrowDown');
  const number = await focusedRow(page);
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/DeskBooking$/);
  await expect(page.getByRole('textbox', { name: 'カナ セイ' })).toHaveValue('サトウ');
  await page.goBack();
  await expect.poll(() => focusedRow(page)).toBe(number);

  await takeRole(page, 'viewer');
  await expect(rows(page).first()).toBeFocused();
  await expect(page.getByRole('button', { name: /この方の予約をとる/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '新しい方として電話予約をとる' })).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/Find$/);
});
