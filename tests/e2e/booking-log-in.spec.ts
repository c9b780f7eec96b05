// Logging in around a booking: before it, on its way, and after it.
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  chooseDock,
  chooseVisit,
  confirmBooking,
  course,
  enter,
  entryField,
  fillPerson,
  firstPassword,
  goToConfirmation,
  lockOut,
  logIn,
  look,
  mailField,
  newMail,
  reachConfirmation,
  reservationNumber,
} from './booking-steps.ts';
import { closeDialog, dialog, heading, PASSWORD } from './kit.ts';

test('a mail address that has an account: log in, and the same booking goes on', async ({ page }) => {
  await reachConfirmation(page, 'hanako@example.jp', 5);
  await confirmBooking(page);
  await expect(dialog(page)).toContainText('すでに登録されています');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'ログインして予約を続ける' }).click();
  await expect(heading(page, 'ログイン')).toBeVisible();
  await expect(mailField(page)).toHaveValue('hanako@example.jp');
  await look(page);
  await page.getByRole('textbox', { name: 'パスワード' }).fill('wrong-password');
  await page.getByRole('button', { name: 'ログインして予約を続ける' }).click();
  await expect(dialog(page)).toContainText('認証エラー');
  await expect(dialog(page)).toContainText('ユーザーIDまたはパスワードが正しくありません。');
  await closeDialog(page);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログインして予約を続ける' }).click();
  await expect(heading(page, '予約情報確認')).toBeVisible();
  await expect(page.getByText('健診　太郎')).toBeVisible();
  await confirmBooking(page);
  await expect(heading(page, '予約確定')).toBeVisible();
  await expect(firstPassword(page)).toHaveCount(0);
});

test('a booking that succeeded is reported as made though the log-in after it is refused', async ({ page }) => {
  const mail = newMail();
  await lockOut(page, mail);
  await reachConfirmation(page, mail, 11);
  await confirmBooking(page);
  const number = await reservationNumber(page);
  expect(number).toMatch(/^\d{9}$/);
  await expect(heading(page, '予約確定')).toBeVisible();
  await expect(firstPassword(page)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'ログインしてマイページへ' }).click();
  await expect(dialog(page)).toContainText('ご予約は完了しています。');
  await expect(dialog(page)).toContainText('15分ほど待ってからもう一度お試しください。');
  await expectAccessible(page);
  await closeDialog(page);
  await page.reload();
  expect(await reservationNumber(page)).toBe(number);
  await expect(firstPassword(page)).toBeVisible();
});

test('whoever declined the mails stays declined, and nothing of a visitor before is left', async ({ page }) => {
  const mail = newMail();
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 13);
  await expect(page.getByRole('radio', { name: '受け取る' })).toBeChecked();
  await fillPerson(page, mail);
  await page.getByRole('radio', { name: '受け取らない' }).check();
  await goToConfirmation(page);
  await confirmBooking(page);
  await reservationNumber(page);
  const password = (await firstPassword(page).textContent()) ?? '';

  // Somebody else begins a booking in the same tab and leaves it.
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 13);
  await entryField(page, '姓').fill('先客');

  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'ログインしてコース選択へ');
  await expect(page.getByText('1974年6月12日生まれ')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('先客');
  await course(page, '一日人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 13);
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await expect(page.getByRole('radio', { name: '受け取らない' })).toBeChecked();
  // The word is for the ear, the star for the eye.
  const mark = page
    .getByRole('radiogroup', { name: /健診のご案内メール/ })
    .getByText('必須')
    .locator('..');
  expect(await mark.evaluate((each) => getComputedStyle(each, '::before').content)).toContain('＊');
});
