// The log-in of the staff, and what it says where it lets nobody in.
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog } from '../e2e/kit.ts';

test('wrong log-ins are told what is wrong', async ({ page }) => {
  await page.goto('/AdminLogin');
  await expect(
    page.getByText('お忘れの場合は、院内の管理者またはサービス提供元までお問い合わせください。'),
  ).toBeVisible();
  await expectAccessible(page);
  const user = page.getByLabel('ユーザーID');
  const password = page.getByRole('textbox', { name: 'パスワード' });
  const logIn = page.getByRole('button', { name: 'ログイン' });

  await logIn.click();
  await expect(dialog(page)).toContainText('入力エラーです。');
  await expect(dialog(page)).toContainText('以下の内容をもう一度ご確認ください');
  await expect(dialog(page)).toContainText('ユーザーIDは必須入力です。');
  await expect(dialog(page)).toContainText('パスワードは必須入力です。');
  await expectAccessible(page);
  await closeDialog(page);
  await expect(user).toBeFocused();

  await user.fill('demo');
  await password.fill('a'.repeat(66));
  await logIn.click();
  await expect(dialog(page)).toContainText('ユーザーIDは8桁で入力ください。');
  await expect(dialog(page)).toContainText('パスワードは65桁以下で入力ください。');
  await dialog(page).getByRole('button', { name: 'パスワードは65桁以下で入力ください。' }).click();
  await expect(password).toBeFocused();

  await user.fill('demo-001');
  await password.fill('パスワード');
  await logIn.click();
  await expect(dialog(page)).toContainText('ユーザーIDは半角英数で入力してください。');
  await expect(dialog(page)).toContainText('パスワードに使用できない文字が入力されています。');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await user.fill('nobody00');
  await password.fill('Wrong#2026');
  await password.press('Enter');
  await expect(dialog(page)).toContainText('認証エラーです。');
  await expect(dialog(page)).toContainText('ユーザーIDとパスワードをもう一度ご確認ください。');
  await closeDialog(page);
  await expect(user).toHaveValue('nobody00');
});
