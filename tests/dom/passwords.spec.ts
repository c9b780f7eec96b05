// Passwords on a phone: a forgotten one is sent again, and the first one gives way to an own one.
import { expect, type Page, test } from '@playwright/test';
import { chooseBirthDate, logIn, mailField } from '../e2e/booking-steps.ts';
import { closeDialog, dialog, heading, PASSWORD, PHONE } from '../e2e/kit.ts';

test.use({ viewport: PHONE });

const OWN = 'Kawasemi#2026';

async function fillPasswords(page: Page, current: string, next: string, again = next): Promise<void> {
  await page.getByRole('textbox', { name: /^現在のパスワード/ }).fill(current);
  await page.getByRole('textbox', { name: /^新しいパスワード(?!（)/ }).fill(next);
  await page.getByRole('textbox', { name: /^新しいパスワード（確認用）/ }).fill(again);
  // Also where the field that is left has something to say, which moves the button.
  await page.getByRole('button', { name: '設定する' }).click();
}

/** What the server answers to who has tried too often. */
const tooOften = (sentence: string) => ({
  status: 429,
  json: { errorCode: 11, errorMessagesList: [sentence], errorMessage: sentence },
});

test('who has tried too often reads how long to wait, and is offered nothing that cannot work', async ({ page }) => {
  const expectSentence = async (sentence: string) => {
    await expect(dialog(page)).toContainText(sentence);
    await expect(dialog(page)).not.toContainText('システムエラー');
    await expect(dialog(page).getByRole('button')).toHaveText(['閉じる']);
    await closeDialog(page);
  };
  await page.goto('/CommonLogin/demo');
  await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
  // The log-in has a field of the same name.
  await expect(heading(page, 'パスワードをお忘れの方')).toBeVisible();
  const hour = '1時間ほど待ってからもう一度お試しください。';
  await page.route('**/ReissuePassword', (route) => route.fulfill(tooOften(hour)));
  await mailField(page).fill('hanako@example.jp');
  await chooseBirthDate(page, 1974, 6, 12);
  await page.getByRole('button', { name: '再発行する' }).click();
  await closeDialog(page, '再発行する');
  await expectSentence(hour);
  await expect(mailField(page)).toHaveValue('hanako@example.jp');

  await page.getByRole('button', { name: '戻る' }).click();
  await logIn(page, 'hanako@example.jp', PASSWORD, 'マイページにログイン');
  await page.getByRole('button', { name: 'MENU' }).click();
  await page.getByRole('button', { name: 'パスワード変更' }).click();
  const quarter = '15分ほど待ってからもう一度お試しください。';
  await page.route('**/ChangePassword', (route) => route.fulfill(tooOften(quarter)));
  await fillPasswords(page, PASSWORD, OWN);
  await closeDialog(page, '変更する');
  await expectSentence(quarter);
  await expect(heading(page, 'パスワード変更')).toBeVisible();
});
