// Staff look for reservations: by conditions, by narrowing what was found, by keyboard, and come back to where they were.
import { expect, type Page, test } from '@playwright/test';
import {
  closeDialog,
  dialog,
  endSession,
  expectAccessible,
  expectNoSidewaysScroll,
  logInToGoOn,
  logInToOffice,
  PHONE,
} from './kit.ts';

// Long tables take axe its time, the more so on a busy machine.
test.describe.configure({ timeout: 120_000 });

const rowsOf = (page: Page) => page.getByRole('table', { name: '検索結果' }).locator('tbody tr[data-row]');
const kana = (page: Page) => page.getByRole('searchbox', { name: 'カナ氏名' });
const count = async (page: Page) => {
  const text = await page.getByText(/^表示 /).textContent();
  return Number(/表示 ([\d,]+) 件/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
};

async function openExtraction(page: Page) {
  await logInToOffice(page);
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '受診者抽出' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
}

async function searchEverything(page: Page) {
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText('すべての予約')).toBeVisible();
  await expect(page.getByText(/^表示 [1-9],\d{3} 件/)).toBeVisible();
}

test('staff search, narrow and sort by keyboard, open a reservation and come back to it', async ({ page }) => {
  await openExtraction(page);
  await expectAccessible(page);
  await searchEverything(page);

  // Thousands are found, and only those in view are drawn; the whole length is told all the same.
  const all = await count(page);
  expect(await rowsOf(page).count()).toBeLessThan(100);
  await expect(page.getByRole('table', { name: '検索結果' })).toHaveAttribute('aria-rowcount', String(all + 1));

  await page.keyboard.press('F2');
  await expect(kana(page)).toBeFocused();
  await page.keyboard.type('さと');
  // The list follows what is typed when there is time.
  const kanas = () => rowsOf(page).locator('td:nth-child(6)').allTextContents();
  await expect.poll(async () => (await kanas()).every((cell) => cell.includes('サト'))).toBe(true);
  const few = await count(page);
  expect(few).toBeLessThan(all);

  const visitDate = page.getByRole('columnheader', { name: '受診日' });
  await visitDate.getByRole('button').press('Enter');
  await expect(visitDate).toHaveAttribute('aria-sort', 'ascending');
  await visitDate.getByRole('button').press('Enter');
  await expect(visitDate).toHaveAttribute('aria-sort', 'descending');
  const days = await rowsOf(page).locator('td:nth-child(3)').allTextContents();
  expect(days).toEqual(days.toSorted().reverse());

  // Down to a row that was not drawn, and into it.
  await rowsOf(page).first().getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row="1"]').getByRole('button')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const place = page.locator(`[data-row="${few - 2}"]`);
  await expect(place.getByRole('button')).toBeFocused();
  const number = (await place.locator('td:nth-child(2)').textContent()) ?? '';
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/WIGA1Detail$/);
  await expect(page.getByText(number).first()).toBeVisible();

  await page
    .getByRole('button', { name: '戻る' })
    .or(page.getByRole('link', { name: '戻る' }))
    .first()
    .click();
  await expect(page).toHaveURL(/WIGA1$/);
  await expect(page.getByRole('button', { name: new RegExp(`詳細（${number} `) })).toBeFocused();
  expect(await count(page)).toBe(few);
  await expect(kana(page)).toHaveValue('さと');
  await expect(visitDate).toHaveAttribute('aria-sort', 'descending');
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThan(40);
});

test('staff are told what is wrong, what is not there, and use it on a phone', async ({ page }) => {
  await openExtraction(page);
  await page.getByLabel('年度').fill('20a6');
  await page.getByLabel('年度').press('Enter');
  await expect(dialog(page)).toContainText('年度は整数で入力してください。');
  await closeDialog(page);
  await page.getByLabel('年度').fill('');
  await page.getByLabel('予約番号').fill('999999999');
  await page.getByLabel('予約番号').press('Enter');
  await expect(page.getByText('該当するデータがありません。')).toBeVisible();
  await expect(page.getByText('表示 0 件')).toBeVisible();
  await expect(page.getByText('予約番号: 999999999')).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: '条件を変更' }).click();
  await searchEverything(page);
  await page.getByRole('button', { name: /^新規未確認/ }).click();
  await expect(rowsOf(page).first()).toContainText('新規未確認');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('what does not get through is asked again, and a search that fails leaves the list', async ({ page }) => {
  await logInToOffice(page);
  await page.route('**/MasterWIGA1/FirstDisplay', (route) => route.abort(), { times: 2 });
  await page.goto('/WIGA1');
  await closeDialog(page, 'もう一度試す');
  await expect(dialog(page)).toContainText('通信できませんでした。');
  await closeDialog(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(rowsOf(page).first()).toBeVisible();
  const all = await count(page);

  // Pressed again while the first search is still under way, and then the network is gone.
  const search = page.getByRole('button', { name: '検索', exact: true });
  await page.route('**/MasterWIGA1/Search', (route) => route.abort());
  await page.route('**/MasterWIGA1/Search', () => {}, { times: 1 });
  await search.click();
  await expect(page.getByText(/^読み込み中/)).toBeVisible();
  await search.click();
  await closeDialog(page);
  expect(await count(page)).toBe(all);
  await page.unrouteAll();

  // A session that is over by then costs a password, not another press.
  await endSession(page);
  await page.getByLabel('予約番号').fill('999999999');
  await search.click();
  await logInToGoOn(page);
  await expect(page.getByText('予約番号: 999999999')).toBeVisible();
});
