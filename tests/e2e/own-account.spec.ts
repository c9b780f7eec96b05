// Somebody of the staff looks after their own account: who they are, their password, and where they are logged in.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, dialog, expectNoSidewaysScroll, PHONE, typeLogIn } from './kit.ts';
import { openAccount, STAFF_PASSWORD } from './operate.ts';

const NEXT = 'Kawasemi#20262';

async function logIn(page: Page, userId: string, password: string): Promise<void> {
  await typeLogIn(page, userId, password);
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function fillPasswords(page: Page, current: string, next: string): Promise<void> {
  await page.getByRole('textbox', { name: /^現在のパスワード/ }).fill(current);
  await page.getByRole('textbox', { name: /^新しいパスワード(?!（)/ }).fill(next);
  await page.getByRole('textbox', { name: /^新しいパスワード（確認用）/ }).fill(next);
}

test('a clerk logs out another device, and changes the password', async ({ page, browser }) => {
  const userId = await openAccount('健診課　高橋');
  const [second, third] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [elsewhere, forgotten] = [await second.newPage(), await third.newPage()];
  await logIn(elsewhere, userId, STAFF_PASSWORD);
  await logIn(forgotten, userId, STAFF_PASSWORD);
  await logIn(page, userId, STAFF_PASSWORD);

  // From a phone, too.
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: /健診課.高橋/ }).click();
  await expect(page).toHaveURL(/StaffMe$/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('自分のアカウント');
  const account = page.getByRole('region', { name: 'アカウント', exact: true });
  await expect(account).toContainText(userId);
  await expect(account).toContainText('変更は管理者に依頼してください。');
  const sessions = page.getByRole('region', { name: 'ログイン中の端末', exact: true });
  await expect(sessions).toContainText('3 台');
  await expect(row(page, 'この端末')).toContainText('Chrome');
  await expect(row(page, 'この端末')).toContainText('パスワードのみ');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await sessions
    .getByRole('button', { name: /^ログアウト（/ })
    .first()
    .click();
  await expect(dialog(page)).toContainText('この端末をログアウトしますか？');
  await closeDialog(page, 'ログアウト');
  await expect(sessions).toContainText('2 台');
  await sessions.getByRole('button', { name: 'ほかの端末をログアウト' }).click();
  await expect(dialog(page)).toContainText('ほかの端末 1台をログアウトしますか？');
  await expectAccessible(page);
  await closeDialog(page, 'ログアウト');
  await expect(sessions).toContainText('1 台');
  await expect(sessions.getByRole('button')).toHaveCount(0);
  for (const other of [elsewhere, forgotten]) {
    await other.getByRole('link', { name: /健診課.高橋/ }).click();
    await expect(dialog(other)).toContainText('ログイン');
  }

  await page.getByRole('button', { name: 'パスワードを変更' }).click();
  await expect(page.getByRole('textbox', { name: /^現在のパスワード/ })).toBeFocused();
  await expectAccessible(page);
  await fillPasswords(page, STAFF_PASSWORD, 'Kawasemi#202');
  await page.getByRole('button', { name: '変更する' }).click();
  await expect(dialog(page)).toContainText('パスワードを変更しますか？');
  await closeDialog(page, '変更する');
  await expect(dialog(page)).toContainText('英字・数字・記号を混ぜて13桁以上で入力ください。');
  await closeDialog(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await fillPasswords(page, STAFF_PASSWORD, NEXT);
  await page.getByRole('button', { name: '変更する' }).click();
  await closeDialog(page, '変更する');
  await expect(dialog(page)).toContainText('パスワードを変更しました。');
  await closeDialog(page);
  await expect(page.getByRole('button', { name: 'パスワードを変更' })).toBeFocused();
  await expect(page.getByText(/^最終変更 20\d\d\/\d\d\/\d\d$/)).toBeVisible();

  await logIn(elsewhere, userId, NEXT);
  await Promise.all([second.close(), third.close()]);
});
