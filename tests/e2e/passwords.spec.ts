// Passwords on a phone: a forgotten one is sent again, and the first one gives way to an own one.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import { chooseBirthDate, endSession, logIn, look, mailField } from './booking-steps.ts';
import { closeDialog, dialog, heading, PHONE } from './kit.ts';
import { expectMeanwhile } from './meanwhile.ts';

test.use({ viewport: PHONE });

const OWN = 'Kawasemi#2026';

async function fillPasswords(page: Page, current: string, next: string, again = next): Promise<void> {
  await page.getByRole('textbox', { name: /^現在のパスワード/ }).fill(current);
  await page.getByRole('textbox', { name: /^新しいパスワード(?!（)/ }).fill(next);
  await page.getByRole('textbox', { name: /^新しいパスワード（確認用）/ }).fill(again);
  // Also where the field that is left has something to say, which moves the button.
  await page.getByRole('button', { name: '設定する' }).click();
}

test('a guest has a password sent again, goes on with the first one, and sets an own one that ends it', async ({
  page,
}) => {
  const { mail, password } = await bookAsGuest(page, 31);
  await page.goto('/CommonLogin/demo');
  await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
  await expect(heading(page, 'パスワードをお忘れの方')).toBeVisible();
  await expect(page).toHaveURL(/\/CommonForgetPassword$/);
  await expect(mailField(page)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: '再発行する' }).click();
  await expect(dialog(page)).toContainText('メールアドレスは必須入力です。');
  await expect(dialog(page)).toContainText('生年月日を選択してください。');
  await closeDialog(page);

  const reissue = async (day: number) => {
    await mailField(page).fill(mail);
    await chooseBirthDate(page, 1980, 5, day);
    await page.getByRole('button', { name: '再発行する' }).click();
    await expect(dialog(page)).toContainText('パスワードを再発行します。');
    await expectMeanwhile(page, 'CommonForgetPassword/ReissuePassword', 'パスワード再発行中です。', () =>
      dialog(page).getByRole('button', { name: '再発行する' }).click(),
    );
  };
  await reissue(6);
  await expect(dialog(page)).toContainText('メールアドレスまたは生年月日が正しくありません。もう一度ご確認ください。');
  await expectAccessible(page);
  await closeDialog(page);
  await reissue(5);
  await expect(page).toHaveURL(/CommonForgetPassword2/);
  await expect(page.getByText('ご登録のメールアドレスに、パスワードをお送りしました。')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'トップへ戻る' }).click();
  await page.getByRole('button', { name: 'マイページにログイン' }).click();

  await logIn(page, mail, password, 'マイページにログイン');
  await expect(heading(page, 'マイページ')).toBeVisible();
  await page.getByRole('button', { name: 'MENU' }).click();
  await page.getByRole('button', { name: 'パスワード変更' }).click();
  await expect(heading(page, 'パスワード変更')).toBeVisible();
  await expect(page).toHaveURL(/\/CommonChangePassword$/);
  await look(page);
  await fillPasswords(page, password, OWN, 'Kawasemi#2025');
  await expect(dialog(page)).toContainText('に入力されている内容が相違しています。');
  await closeDialog(page);
  await fillPasswords(page, password, '19800505');
  await dialog(page).getByRole('button', { name: '変更する' }).click();
  await expect(dialog(page)).toContainText('新しいパスワードに生年月日は使用できません。');
  await closeDialog(page);
  // What the page itself has emptied is not called missing.
  await expect(page.getByText('現在のパスワードは必須入力です。')).toHaveCount(0);
  await endSession(page);
  await fillPasswords(page, password, OWN);
  await expect(dialog(page)).toContainText('パスワードを変更します。');
  await dialog(page).getByRole('button', { name: '変更する' }).click();
  await dialog(page).getByRole('button', { name: 'ログインして続ける' }).click();
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(password);
  await dialog(page).getByRole('button', { name: 'ログインして続ける' }).click();
  await expect(page).toHaveURL(/CommonChangePassword2/);
  await expect(page.getByText('パスワードを変更しました。')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'マイページへ戻る' }).click();
  await expect(heading(page, 'マイページ')).toBeVisible();
  await expect(page.getByText('ご自分のパスワードに変更してください。')).toHaveCount(0);

  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'マイページにログイン');
  await expect(dialog(page)).toContainText('認証エラー');
  await closeDialog(page);
  await expect(page.getByText('パスワードは必須入力です。')).toHaveCount(0);
  await logIn(page, mail, OWN, 'マイページにログイン');
  await expect(heading(page, 'マイページ')).toBeVisible();
});
