// A manager settles how long things are kept, writes out what is kept of a person, and erases it.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, logInToOffice } from '../e2e/kit.ts';

async function openRunning(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '運用管理' }).click();
  await page.getByRole('navigation', { name: '運用管理' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('how long things are kept is settled on one page, with what is due next', async ({ page }) => {
  await logInToOffice(page);
  await openRunning(page, '個人情報の取り扱い');
  await expect(page.getByText(/次回の対象 [\d,]+ 件/)).toHaveCount(3);
  await expectAccessible(page);
  const years = page.getByLabel('操作履歴の保存');
  await years.fill('11');
  await page.getByRole('button', { name: /^更新/ }).click();
  await expect(dialog(page)).toContainText('操作履歴の保存は3から10の整数で入力してください。');
  await closeDialog(page);
  await years.fill((await years.inputValue()) === '9' ? '8' : '9');
  await page.getByRole('button', { name: /^更新/ }).click();
  await expect(dialog(page)).toContainText('更新しますか？');
  await closeDialog(page, 'OK');
  await expect(page.getByText('個人情報の取り扱いを更新しました。')).toBeVisible();
});
