// A clerk corrects the person of a reservation and keeps a memo with it; a colleague was faster; the person sees neither memo.
import { expect, type Page, test } from '@playwright/test';
import { bookAsGuest } from './booked-guest.ts';
import { closeDialog, dialog, logInToOffice, look, openReservation } from './kit.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const update = (page: Page) => page.getByRole('button', { name: /^更新/ });

/** Others are asked about, and other journeys book for whoever was born on the 5th. */
const ONE_BOOKING = { inputBtdyDate: 17 };

test('a person is corrected in place: what was before stands beside it, and the history names both', async ({
  page,
}) => {
  const { number } = await bookAsGuest(page, 60, ONE_BOOKING);
  await logInToOffice(page);
  await openReservation(page, number);
  await expect(page.getByRole('definition').filter({ hasText: '新規未確認' })).toContainText('Web');
  const person = region(page, '受診者');
  await expect(person).toContainText('1980/05/17（昭和55年）');
  await look(page);

  await press(page, '訂正する');
  await expect(field(page, '氏名（セイ）')).toBeFocused();
  await expect(page.getByText('受診者を訂正中・未保存')).toBeVisible();
  await expect(update(page)).toBeDisabled();
  // Through the form in the order of the page; what is typed loosely is put in order.
  await field(page, '氏名（メイ）').fill('ｱﾔｺ');
  await page.keyboard.press('Tab');
  await expect(field(page, '氏名（メイ）')).toHaveValue('アヤコ');
  await field(page, '氏名（名）').fill('亜矢子');
  await field(page, '電話番号').fill('０４５－０００－９９９９');
  await field(page, '郵便番号（前3桁）').fill('100-0001');
  await press(page, '住所検索');
  // Closed unanswered, the question leaves all as it was.
  await expect(dialog(page)).toContainText('番地・建物名「汐見の丘1-2-3」を残しますか？');
  await page.keyboard.press('Escape');
  await expect(field(page, '市区町村')).toHaveValue('横浜市中区');
  await press(page, '住所検索');
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page, '市区町村')).toHaveValue('横浜市中区');
  await press(page, '住所検索');
  await closeDialog(page, '残さない');
  await expect(field(page, '市区町村')).toHaveValue('千代田区');
  await expect(field(page, '番地・建物名')).toHaveValue('千代田');
  await field(page, '生年月日').fill('S49.3.8');
  await expect(page.getByText(/1974\/03\/08（昭和49年）　今日 \d+歳/)).toBeVisible();
  const panel = region(page, '受診者の訂正');
  for (const before of ['前 ハナコ', '前 花子', '前 1980/05/17', '前 045-000-0123', '前 神奈川県', '前 横浜市中区']) {
    await expect(panel).toContainText(before);
  }
  await look(page);
  // What is missing is reported as everywhere, and nothing is lost by it.
  await field(page, '電話番号').fill('');
  await press(page, '訂正を保存');
  await expect(dialog(page)).toContainText('電話番号は必須入力です。');
  await closeDialog(page);
  await field(page, '電話番号').fill('045-000-9999');
  await page.getByRole('link', { name: 'TOP' }).first().click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await press(page, 'やめる');
  await expect(dialog(page)).toContainText('受診者の訂正をやめますか？');
  await closeDialog(page, 'キャンセル');
  // Enter saves nothing by surprise. While it is being saved nothing can be typed that would be lost.
  await field(page, '電話番号').press('Enter');
  await expect(panel.locator('[inert]')).toHaveCount(0);
  const answer = Promise.withResolvers<void>();
  await page.route('**/Desk/CorrectPerson', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await press(page, '訂正を保存');
  await expect(panel.locator('[inert]')).toHaveCount(1);
  answer.resolve();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '受診者情報を訂正：' })).toContainText(
    '電話番号 045-000-0123 → 045-000-9999',
  );
  await expect(person).toContainText('ケンシン　アヤコ');
  await expect(person).toContainText('1974/03/08（昭和49年）');
  await expect(person).toContainText('〒100-0001 東京都千代田区');
  await expect(update(page)).toBeEnabled();
  await expect(page.getByText('受診者を訂正中・未保存')).toHaveCount(0);
  const history = region(page, '履歴');
  await expect(history).toContainText('受診者情報を訂正：カナ氏名 ケンシン ハナコ → ケンシン アヤコ');
  await expect(history).toContainText('電話番号 045-000-0123 → 045-000-9999');
  // Nothing stays behind that would be asked about.
  await page.getByRole('link', { name: 'TOP' }).first().click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
});

test('a birth date that makes another booking of it is refused, with the way to the phone booking', async ({
  page,
}) => {
  const { number } = await bookAsGuest(page, 61);
  await logInToOffice(page);
  await openReservation(page, number);
  await press(page, '訂正する');
  await field(page, '生年月日').fill('2015/3/8');
  await field(page, '氏名（名）').fill('亜紀子');
  await press(page, '訂正を保存');
  const panel = region(page, '受診者の訂正');
  await expect(panel.getByRole('alert')).toContainText('生年月日を2015/03/08にすると、このコースは受けられません。');
  await expect(field(page, '生年月日')).toHaveAttribute('aria-invalid', 'true');
  await look(page);
  // Another one is another question.
  await field(page, '生年月日').fill('2015/3/9');
  await expect(panel.getByRole('alert')).toBeEmpty();
  await press(page, '訂正を保存');
  await press(page, '「電話予約」で変更する');
  await expect(page).toHaveURL(/DeskBooking/);
  // As a change of this one, with the person as corrected.
  await expect(region(page, '予約の変更')).toContainText(String(number));
  const caller = region(page, '受診者');
  await expect(caller.getByLabel(/^生年月日/)).toHaveValue('2015/03/09');
  await expect(caller.getByLabel(/^名/)).toHaveValue('亜紀子');
  await expect(caller.getByLabel(/^姓/)).toHaveValue('健診');
  // What stands there is not booked, and may be left.
  page.once('dialog', (asked) => asked.accept());
  await openReservation(page, number);
  await expect(region(page, '受診者')).toContainText('1980/05/05');
  await expect(region(page, '履歴')).not.toContainText('訂正');
});
