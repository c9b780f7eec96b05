// A clerk corrects the person of a reservation and keeps a memo with it; a colleague was faster; the person sees neither memo.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { bookAsGuest } from '../e2e/booked-guest.ts';
import { ask, bookMany } from '../e2e/booked-many.ts';
import { closeDialog, dialog, logInToOffice, openReservation } from '../e2e/kit.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const update = (page: Page) => page.getByRole('button', { name: /^更新/ });

test('a memo, and two clerks on one detail: the second is told, and what she typed still stands', async ({
  page,
  context,
}) => {
  const { number } = await bookAsGuest(page, 62);
  await logInToOffice(page);
  await openReservation(page, number);
  const other = await context.newPage();
  await logInToOffice(other);
  await openReservation(other, number);

  const memo = field(page, 'スタッフメモ');
  const save = page.getByRole('button', { name: 'スタッフメモを保存' });
  await expect(save).toBeDisabled();
  // Typed beside it, a patient number is not disturbed by what is saved by itself.
  await field(page, '患者番号').fill('K-204118');
  await memo.fill('耳が遠い。ゆっくり大きな声で。');
  await expect(region(page, 'スタッフメモ')).toContainText('15 ／ 500');
  // While it is being saved nothing can be typed that would be lost.
  const answer = Promise.withResolvers<void>();
  await page.route('**/Desk/SaveMemo', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await save.click();
  await expect(memo).toHaveAttribute('readonly', '');
  answer.resolve();
  await expect(region(page, '履歴')).toContainText('スタッフメモを更新');
  await expect(memo).not.toHaveAttribute('readonly');
  await page.unroute('**/Desk/SaveMemo');
  await expect(save).toBeDisabled();
  await expect(field(page, '患者番号')).toHaveValue('K-204118');
  await expect(page.getByText('ほかの利用者が先に更新しました。')).toHaveCount(0);
  await memo.fill('あ'.repeat(501));
  await save.click();
  await expect(dialog(page)).toContainText('スタッフメモは500文字以内で入力してください。');
  await closeDialog(page);
  await memo.fill('耳が遠い。ゆっくり大きな声で。');
  await expectAccessible(page);

  // The other one has seen neither.
  await field(other, 'スタッフメモ').fill('車いす。');
  await press(other, '訂正する');
  await field(other, '電話番号').fill('045-000-9999');
  await press(other, '訂正を保存');
  await expect(dialog(other)).toContainText('ほかの利用者が先に更新しました。');
  await expect(dialog(other)).toContainText('最新の内容を読み込みました。');
  await closeDialog(other);
  await expect(field(other, '電話番号')).toHaveValue('045-000-9999');
  const theirs = region(other, 'スタッフメモ');
  await expect(field(other, 'スタッフメモ')).toHaveValue('車いす。');
  await expect(theirs).toContainText('ほかの利用者の内容: 耳が遠い。ゆっくり大きな声で。');
  await expectAccessible(other);
  await press(other, '訂正を保存');
  await expect(region(other, '受診者')).toContainText('045-000-9999');
  await expect(field(other, 'スタッフメモ')).toHaveValue('車いす。');
  await other.getByRole('button', { name: 'この内容にする（スタッフメモ）' }).click();
  await expect(other.getByRole('button', { name: 'スタッフメモを保存' })).toBeDisabled();
  await other.close();

  // Her correction moved the reservation on under what is typed here.
  await update(page).click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await closeDialog(page);
  await expect(field(page, '患者番号')).toHaveValue('K-204118');
  await expect(region(page, '受診者')).toContainText('045-000-9999');
});

test('whoever only looks reads the memo, and finds nothing to press', async ({ page }) => {
  const { number } = await bookAsGuest(page, 63);
  await logInToOffice(page);
  await openReservation(page, number);
  await field(page, 'スタッフメモ').fill('耳が遠い。');
  await press(page, 'スタッフメモを保存');
  await expect(region(page, '履歴')).toContainText('スタッフメモを更新');
  // The screen goes by what the log-in said of the role; the HTTP server by itself.
  await page.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...office, role: 'viewer' }));
  });
  await page.reload();
  await expect(region(page, 'スタッフメモ')).toContainText('耳が遠い。');
  await expect(field(page, 'スタッフメモ')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '訂正する' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0);
});

test('the other bookings of the person are corrected alike, but those that are left out', async ({ page }) => {
  const { numbers } = await bookMany(page, 4, 225);
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  await logInToOffice(page);
  await openReservation(page, first);
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}').token as string);
  const phoneOf = async (ukno: number) => (await ask(page, 'api/MasterWIGA1Detail/FirstDisplay', { ukno }, token)).tel1;
  await press(page, '訂正する');
  await field(page, '電話番号').fill('045-000-7777');
  await press(page, '訂正を保存');
  await expect(dialog(page)).toContainText('ほかの予約 3 件も同じ内容に訂正しますか？');
  await expectAccessible(page);
  await dialog(page)
    .getByRole('checkbox', { name: new RegExp(String(third)) })
    .uncheck();
  await dialog(page).getByRole('button', { name: '訂正する' }).click();
  await expect(dialog(page)).toContainText('2 件を訂正しました。');
  await closeDialog(page);
  expect(await Promise.all([first, second, fourth].map(phoneOf))).toEqual(Array(3).fill('045-000-7777'));
  expect(await phoneOf(third)).not.toBe('045-000-7777');
});
