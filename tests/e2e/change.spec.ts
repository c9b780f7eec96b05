// Changing a reservation on a phone, user types 2 and 3: by somebody whose network and session break on the way, and through
// a society, where who it is for stays.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import { course, days, endSession, logIn, look, mailField, reservationNumber } from './booking-steps.ts';
import { dialog, heading, PHONE } from './kit.ts';

test.use({ viewport: PHONE });

const card = (page: Page, number: number | string) =>
  page.getByRole('article').filter({ hasText: `予約番号 ${number}` });
const remarks = (page: Page) => page.getByRole('textbox', { name: '備考' });

async function startChange(page: Page, mail: string, password: string, number: number): Promise<void> {
  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'マイページにログイン');
  await card(page, number).getByRole('button', { name: '予約を変更' }).click();
  await expect(heading(page, 'コース選択')).toBeVisible();
  await expect(page.getByText(`予約番号 ${number} のご予約を変更しています。`)).toBeVisible();
}

async function fillRest(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '確認用' }).fill(await mailField(page).inputValue());
  await page.getByRole('checkbox', { name: '同意する' }).check();
}

async function signInAgain(page: Page, password: string): Promise<void> {
  await expect(dialog(page)).toContainText('ログインの有効期限が切れました。');
  await dialog(page).getByRole('button', { name: 'ログインして続ける' }).click();
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(password);
  await dialog(page).getByRole('button', { name: 'ログインして続ける' }).click();
}

test('a day is changed, though network and session are lost on the way: nothing typed is', async ({ page }) => {
  const { mail, password, number } = await bookAsGuest(page, 41);
  await startChange(page, mail, password, number);
  await expect(course(page, '一日人間ドック').getByText('現在ご予約のコース')).toBeVisible();
  await expect(page.getByText('1980年5月5日生まれ')).toBeVisible();
  await look(page);
  await course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();

  // One's own day is chosen already; the next month is asked for without a network, and without a session.
  await expect(heading(page, '日時選択')).toBeVisible();
  await expect(page.getByRole('button', { name: /情報入力へ/ })).toBeEnabled();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^次の月/ }).click();
  await expect(dialog(page)).toContainText('通信できませんでした。');
  await expectAccessible(page);
  await page.context().setOffline(false);
  await dialog(page).getByRole('button', { name: 'もう一度試す' }).click();
  await expect(days(page).first()).toBeVisible();
  await endSession(page);
  await page.getByRole('button', { name: /^次の月/ }).click();
  await signInAgain(page, password);
  await expect(dialog(page)).toHaveCount(0);
  await days(page).nth(1).click();
  await page
    .getByRole('radio', { name: /^\d+:\d\d$/ })
    .first()
    .check();
  await page.getByRole('button', { name: /情報入力へ/ }).click();

  await expect(heading(page, 'お客様情報入力')).toBeVisible();
  await remarks(page).fill('車で伺います。');
  await fillRest(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await expect(dialog(page)).toContainText('通信できませんでした。');
  await page.context().setOffline(false);
  await dialog(page).getByRole('button', { name: 'もう一度試す' }).click();
  await expect(heading(page, '予約情報確認')).toBeVisible();
  await page.getByRole('button', { name: '戻って修正する' }).click();
  await expect(remarks(page)).toHaveValue('車で伺います。');
  await fillRest(page);
  // Both loads of the confirmation find the session gone: one log-in is enough for them.
  await page.route('**/api/CommonInputReserveInfo/Check', async (route) => {
    const response = await route.fetch();
    await endSession(page);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await signInAgain(page, password);
  await expect(page.getByText('車で伺います。')).toBeVisible();
  await expect(page.getByText('まだ変更は完了していません。')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: '変更する', exact: true }).click();
  await expect(dialog(page)).toContainText('この内容で予約しますか？');
  await dialog(page).getByRole('button', { name: '送信' }).click();
  await expect(heading(page, 'ご予約の変更を受け付けました')).toBeVisible();
  const changed = await reservationNumber(page);
  expect(changed).not.toBe(String(number));
  await expect(page.getByText(`（${number} → ${changed}）`)).toBeVisible();
  await look(page);
  await page.goBack();
  await expect(page.getByText(`（${number} → ${changed}）`)).toBeVisible();
  await page.getByRole('button', { name: 'マイページへ' }).click();
  await expect(card(page, changed)).toContainText('一日人間ドック');
  await expect(card(page, number)).toHaveCount(0);
  await page.getByRole('radio', { name: /キャンセル・過去のご予約/ }).check();
  await expect(card(page, number)).toContainText('変更済み');
});
