// Somebody is booked twice in a year: staff see it on both details and in the extraction, and the account is told before it confirms.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { bookAsGuest } from '../e2e/booked-guest.ts';
import { chooseVisit, course, goToConfirmation, logIn } from '../e2e/booking-steps.ts';
import { dialog, heading, logInToOffice, openReservation } from '../e2e/kit.ts';

/** Of nobody else: journeys run side by side. */
const KANA = 'アイウエオカキクケコサシスセソタチツテトナニヌネノ';
const newKana = () => Array.from({ length: 8 }, () => KANA[Math.floor(Math.random() * KANA.length)]).join('');

const panel = (page: Page) => page.getByRole('region', { name: '同じ方の予約' });

test('the panel holds nothing up, and is tried again where it stands', async ({ page }) => {
  const who = { ryk2: newKana() };
  const [first] = [await bookAsGuest(page, 48, who), await bookAsGuest(page, 49, who)];
  await logInToOffice(page);
  await page.route('**/api/Desk/SamePerson', (route) => route.abort());
  await openReservation(page, first.number);
  await expect(panel(page)).toContainText('読み込めませんでした。');
  await expect(dialog(page)).toHaveCount(0);
  await page.unroute('**/api/Desk/SamePerson');
  await panel(page).getByRole('button', { name: 'もう一度' }).click();
  await expect(panel(page)).toContainText('同じ年度に2件目です');
});

test('whoever has booked already is told before booking again, and by nobody else’s account', async ({ page }) => {
  const { mail, password, number } = await bookAsGuest(page, 50, { ryk2: newKana() });
  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'ログインしてコース選択へ');
  await course(page, '一日人間ドック').getByRole('button').click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 26);
  await page.getByRole('textbox', { name: '確認用' }).fill(mail);
  await page.getByRole('checkbox', { name: '同意する' }).check();
  await goToConfirmation(page);
  const notice = page.getByRole('note').filter({ hasText: 'すでにご予約があります。' });
  await expect(notice).toContainText(`予約番号${number}`);
  await expect(notice).toContainText('このまま進むと2件目のご予約になります。');
  await expectAccessible(page);
  // It stops nobody.
  await expect(page.getByRole('button', { name: '予約する', exact: true })).toBeEnabled();

  // Somebody else under the same account: nothing to tell.
  await page.getByRole('button', { name: '戻って修正する' }).click();
  await page.getByRole('textbox', { name: /^メイ/ }).fill('タロウ');
  await page.getByRole('checkbox', { name: '同意する' }).check();
  await page.getByRole('textbox', { name: '確認用' }).fill(mail);
  await goToConfirmation(page);
  await expect(notice).toHaveCount(0);

  await page.getByRole('button', { name: '戻って修正する' }).click();
  await expect(heading(page, 'お客様情報入力')).toBeVisible();
});
