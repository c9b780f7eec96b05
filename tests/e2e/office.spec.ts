// The administrator's day begins: logging in, the frames master, logging out.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, dialog, expectNoSidewaysScroll, logInToGoOn, logInToOffice, openMaster, PHONE } from './kit.ts';

test('a frame is registered, edited and deleted; one in use is kept as it is', async ({ page }) => {
  const name = `胃内視鏡 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await expectAccessible(page);

  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByRole('button', { name: /^登録/ }).click();
  await expect(dialog(page)).toContainText('名称は必須入力です。');
  await closeDialog(page);
  await page.getByLabel('名称').fill(name);
  await page.getByLabel('受付時間別').check();
  await page.getByLabel('延べ人数').check();
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('登録しますか？');
  await expectAccessible(page);
  await closeDialog(page, 'キャンセル');
  await expect(page.getByLabel('名称')).toHaveValue(name);
  await page.getByRole('button', { name: /登録/ }).click();
  await closeDialog(page, 'OK');
  await expect(page.getByText('登録しました。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '一覧に戻る' }).click();

  await page.getByRole('searchbox', { name: '絞り込み' }).fill(name);
  await expect(page.getByText('1 件')).toBeVisible();
  await page.getByRole('link', { name: `詳細（${name}）` }).click();
  await expect(page.getByLabel('延べ人数')).toBeChecked();
  await page.getByLabel('名称').fill(`${name}改`);
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await page.reload();
  await page.getByLabel('名称').fill(`${name}改`);
  await page.getByRole('button', { name: /更新/ }).click();
  await expect(dialog(page)).toContainText('更新しますか？');
  await expect(dialog(page)).toContainText(`${name}改`);
  await closeDialog(page, 'OK');
  await expect(page.getByText('予約枠マスタを更新しました。')).toBeVisible();
  await page.getByRole('link', { name: '一覧に戻る' }).click();

  await page.getByRole('button', { name: `削除（${name}改）` }).click();
  await expect(dialog(page)).toContainText('削除しますか？');
  await expect(dialog(page).getByRole('button', { name: 'キャンセル' })).toBeFocused();
  await closeDialog(page, '削除');
  await expect(page.getByText(`${name}改`)).toHaveCount(0);

  await page.getByRole('button', { name: '削除（ドック受付）' }).click();
  await closeDialog(page, '削除');
  await expect(dialog(page)).toContainText('マスタエラーです。');
  await expect(dialog(page)).toContainText('以下の内容をもう一度ご確認ください');
  await expect(dialog(page)).toContainText(/予約枠「ドック受付」は使用中のため削除できません（.*予約 [\d,]+件/);
  await closeDialog(page);

  await page.getByRole('link', { name: '詳細（ドック受付）' }).click();
  for (const [group, other] of [
    ['枠管理', '日別'],
    ['人数の数え方', '延べ人数'],
  ] as const) {
    const radios = page.getByRole('radiogroup', { name: group });
    await expect(radios).toHaveAccessibleDescription(/^今日以降に[\d,]+枠の予約が入っているため変更できません。$/);
    await expect(radios.getByLabel(other)).toBeDisabled();
  }
  await expectAccessible(page);
});

/** The session ends elsewhere: by a log-out in another tab, or because nobody came back in time. */
const endSession = (page: Page) =>
  page.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    return fetch('/api/Account/Logout', { method: 'POST', headers: { authorization: `Bearer ${office.token}` } });
  });

test('a tab that is opened beside a logged-in one is logged in too, and a log-out ends them all', async ({
  page,
  context,
}) => {
  await logInToOffice(page);
  const beside = await context.newPage();
  await beside.goto('/MasterWWAKUList');
  await beside.getByRole('link', { name: '詳細（脳MRI）' }).click();
  await beside.getByLabel('名称').fill('書きかけ');

  // The session is over for both: who logs in again in one tab need not do so in the other.
  await endSession(page);
  await page.reload();
  await logInToGoOn(page);
  await beside.getByLabel('名称').fill('脳MRI');
  await beside.getByRole('button', { name: '戻る' }).click();
  await beside.getByRole('link', { name: '詳細（脳MRI）' }).click();
  await beside.getByLabel('名称').fill('書きかけ');

  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(dialog(page)).toContainText('ほかのタブに、保存していない変更があります。');
  await expect(dialog(page).getByRole('button', { name: 'キャンセル' })).toBeFocused();
  await closeDialog(page, 'ログアウトする');
  await expect(page).toHaveURL(/AdminLogin/);
  await expect(beside).toHaveURL(/AdminLogin/);
  await beside.goto('/MasterWWAKUList');
  await expect(beside).toHaveURL(/AdminLogin/);
});

test('on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: '詳細（脳MRI）' }).click();
  await expect(page.getByLabel('名称')).toHaveValue('脳MRI');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
