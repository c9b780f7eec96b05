// The access log on the screen: searched, paged to a reservation and back, and saved as a file.
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import iconv from 'iconv-lite';
import { expectAccessible } from './accessible.ts';
import { closeDialog, dialog, expectNoSidewaysScroll, logInToOffice, PHONE } from './kit.ts';

const rows = (page: Page) => page.getByRole('table', { name: /操作履歴/ }).locator('tbody tr');

test('a manager sees who did what, narrows it, opens the reservation, comes back and saves a file', async ({
  page,
}) => {
  await logInToOffice(page);
  await page.goto('/WIGA1');
  await page.getByRole('link', { name: /^詳細/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('予約');

  await page.getByRole('button', { name: '運用管理' }).click();
  await page.getByRole('link', { name: '操作履歴' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '操作履歴' })).toBeVisible();
  // Entries about what was looked at follow within a second.
  await expect(async () => {
    await page.getByLabel('操作', { exact: true }).selectOption('予約の閲覧');
    await page.getByRole('button', { name: '検索' }).click();
    await expect(rows(page).first()).toContainText('予約の閲覧', { timeout: 1_000 });
  }).toPass();
  await expect(rows(page).first()).toContainText('demo0001');
  await expect(rows(page).first()).toContainText('成功');
  await expectAccessible(page);
  const desk = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  if (desk) await page.setViewportSize(desk);

  const number = await rows(page).first().getByRole('link').innerText();
  await rows(page).first().getByRole('link').click();
  await expect(page.getByText(number).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('操作', { exact: true })).toHaveValue('look');
  await expect(rows(page).first()).toContainText('予約の閲覧');
  // What was searched by is in the address: it stands after a reload, and a colleague may be sent it.
  const again = await page.context().newPage();
  await again.goto(page.url());
  await expect(again.getByLabel('操作', { exact: true })).toHaveValue('look');
  await expect(rows(again).first()).toContainText('予約の閲覧');
  await again.close();

  await page.getByLabel('予約番号').fill('123');
  await page.getByRole('button', { name: '検索' }).click();
  await expect(dialog(page)).toContainText('予約番号は9桁の半角数字で入力してください。');
  await closeDialog(page);
  await page.getByLabel('予約番号').fill(number);
  await page.getByRole('button', { name: '検索' }).click();
  await expect(rows(page).first()).toContainText(number);

  await page.getByRole('button', { name: 'CSV出力' }).click();
  const saved = page.waitForEvent('download');
  await closeDialog(page, 'OK');
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^操作履歴_\d{8}_\d{6}\.csv$/);
  const [head, first] = iconv.decode(await readFile(await download.path()), 'cp932').split('\r\n');
  expect(head).toBe('日時,ユーザーID,表示名,権限,操作,対象,内容,結果,アドレス');
  expect(first).toContain(`予約の閲覧,${number}`);
  await expect(dialog(page)).toContainText('ダウンロード完了しました。');
  await closeDialog(page);

  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByLabel('操作', { exact: true }).selectOption('個人データの消去');
  await page.getByLabel('予約番号').fill('999999999');
  await page.getByRole('button', { name: '検索' }).click();
  await expect(page.getByText('条件に合う操作履歴はありません。')).toBeVisible();
});
