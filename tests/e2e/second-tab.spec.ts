// Rows are opened in a second tab as anywhere in the web, and the list stays as it is.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { heading, logInToOffice } from './kit.ts';

async function openBeside(page: Page, row: Locator, how: Parameters<Locator['click']>[0]): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await row.click(how);
  return opened;
}

test('the middle button and Ctrl open a reservation and a record beside their lists', async ({ page }) => {
  await logInToOffice(page, '/WIGA1');
  const row = page.getByRole('link', { name: /^詳細（/ }).first();
  const reservation = (await row.getAttribute('href')) ?? '';
  const ways: Parameters<Locator['click']>[0][] = [{ button: 'middle' }, { modifiers: ['ControlOrMeta'] }];
  for (const how of ways) {
    const beside = await openBeside(page, row, how);
    await expect(heading(beside, '予約内容の確認・変更')).toBeVisible();
    await expect(beside).toHaveURL(reservation);
    await expect(heading(page, '受診者抽出')).toBeVisible();
    await beside.close();
  }

  await page.goto('/MasterWWAKUList');
  const frame = page.getByRole('link', { name: '詳細（脳MRI）' });
  const beside = await openBeside(page, frame, { button: 'middle' });
  await expect(beside.getByLabel('名称')).toHaveValue('脳MRI');
  await expect(heading(page, '予約枠マスタ')).toBeVisible();
  // Space presses what looks like a button.
  await frame.focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('名称')).toHaveValue('脳MRI');
});
