// The file of the day: from the home page to what no file has yet, into one, and how the list is asked for and narrowed.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, logInToOffice, TOP } from '../e2e/kit.ts';

const WORDS = 'CSV未出力（新規・変更・取消）';

const rowsOf = (page: Page) => page.getByRole('table', { name: '検索結果' }).locator('tbody tr[data-row]');
const tile = (page: Page) => page.getByRole('link', { name: /^CSV未出力/ });
const chip = (page: Page, name: string) =>
  page.getByRole('search').getByRole('button', { name: new RegExp(`^${name}`) });
const search = (page: Page) => page.getByRole('button', { name: '検索', exact: true }).click();
const change = (page: Page) => page.getByRole('button', { name: '条件を変更' }).click();
/** A cell of the first row, by what stands above it: who may confirm has a column more than others. */
async function cellOf(page: Page, heading: string): Promise<string> {
  const headings = await page.getByRole('table', { name: '検索結果' }).locator('thead th').allTextContents();
  const column = headings.findIndex((text) => text.trim() === heading);
  return (await rowsOf(page).first().locator('td').nth(column).textContent()) ?? '';
}
async function openTile(page: Page) {
  await page.goto('/AdminReserveStatusCheck');
  await tile(page).click();
  await expect(page.getByText(WORDS, { exact: true }).first()).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
}

test('days do not matter for it, a number decides alone, and names are asked for in the fold', async ({ page }) => {
  await logInToOffice(page, TOP);
  await openTile(page);
  await change(page);
  const box = page.getByLabel(WORDS);
  await expect(box).toBeChecked();
  await expect(page.getByText('期間にかかわらず探します')).toBeVisible();
  for (const day of ['受診日（開始）（年）', '予約登録日（終了）（日）', '予約更新日（開始）（月）']) {
    await expect(page.getByLabel(day)).toBeDisabled();
  }
  await expect(page.getByRole('button', { name: '今日' })).toBeDisabled();
  await expectAccessible(page);
  const number = await cellOf(page, '予約番号');

  // What is wrong beside a number is not asked.
  await box.uncheck();
  await expect(page.getByText('期間にかかわらず探します')).toHaveCount(0);
  // Searched at once, and by the day, its times and kana; a search by the form is by number again.
  await page.getByRole('button', { name: '来週' }).click();
  const byVisit = page.getByRole('columnheader', { name: '受診日' });
  await expect(byVisit).toHaveAttribute('aria-sort', 'ascending');
  await change(page);
  await page.getByRole('textbox', { name: '年度' }).fill('20a6');
  await page.getByRole('textbox', { name: '予約番号' }).fill(number);
  const asked = page.waitForRequest('**/MasterWIGA1/Search');
  await search(page);
  const sent = new URLSearchParams((await asked).postData() ?? '');
  expect([sent.get('ukno'), sent.get('nend'), sent.getAll('csst').join('')]).toEqual([number, '0', '']);
  await expect(page.getByText(`予約番号${number}（ほかの条件は使いません）`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(byVisit).not.toHaveAttribute('aria-sort', 'ascending');

  // What was typed is still there, and is wrong where it is asked.
  await change(page);
  await page.getByRole('textbox', { name: '予約番号' }).fill('');
  await search(page);
  await expect(dialog(page)).toContainText('年度は整数で入力してください。');
  await closeDialog(page);
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByRole('textbox', { name: 'カナ氏名' }).fill('さとう');
  await page.getByLabel('予約経路').first().selectOption({ label: 'Web' });
  await search(page);
  await expect(page.getByText('カナ氏名: さとう')).toBeVisible();
  await expect(page.getByText('予約経路: Web')).toBeVisible();
  await expect(rowsOf(page).first()).toContainText('サトウ');

  await change(page);
  await expectAccessible(page);
  await page.goto('/AdminReserveStatusCheck');
  await expect(tile(page)).toBeVisible();
});

test('given the chip 取消未確認, when another search is made, then it still holds', async ({ page }) => {
  await logInToOffice(page, TOP);
  await openTile(page);
  const cancelled = chip(page, '取消未確認');
  await cancelled.click();
  await change(page);
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await expect(cancelled).toHaveAttribute('aria-pressed', 'true');
  await search(page);
  await expect(page.getByText('すべての予約')).toBeVisible();
  await expect(page.getByText(/^表示 /)).toBeVisible();
  await expect(cancelled).toHaveAttribute('aria-pressed', 'true');
  await expect(rowsOf(page).first()).toContainText('取消未確認');
  await page.reload();
  await expect(rowsOf(page).first()).toContainText('取消未確認');
  await expect(cancelled).toHaveAttribute('aria-pressed', 'true');
  await rowsOf(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/WIGA1Detail\?ukno=[0-9]{9}$/);
  await page.goBack();
  await expect(cancelled).toHaveAttribute('aria-pressed', 'true');

  // Where it hides all, that is said, and how to end it.
  await page.getByRole('searchbox', { name: 'カナ氏名' }).fill('ンンン');
  const hidden = page.getByText(/^検索結果 [\d,]+ 件は、絞り込みで表示されていません。/);
  await expect(hidden).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '絞り込みを解除' }).last().click();
  await expect(cancelled).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('searchbox', { name: 'カナ氏名' })).toHaveValue('');
  await expect(rowsOf(page).first()).toBeVisible();

  // How it came narrows, too; whoever comes from the home page starts afresh.
  await page.getByRole('search').getByLabel('予約経路').selectOption({ label: '提携サイト' });
  await expect(page.getByText('絞り込み中')).toBeVisible();
  await openTile(page);
  await expect(page.getByText('絞り込み中')).toHaveCount(0);
});
