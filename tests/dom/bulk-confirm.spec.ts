// A clerk confirms what came in: many at once from the list, and one after the other from the detail.
import { expect, type Page, test } from '@playwright/test';
import type { Form } from '#tests/kit/booking-forms.ts';
import { expectAccessible } from '../e2e/accessible.ts';
import { ask, bookMany, listThose, rowsOf } from '../e2e/booked-many.ts';
import { closeDialog, dialog, endSession, logInToOffice } from '../e2e/kit.ts';

const CONFIRM = '**/Desk/ConfirmMany';
const LIST = /WIGA1(\?|$)/;

const officeToken = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}').token as string);

/** As the colleague at the next desk does it. */
async function byColleague(page: Page, number: number, changes: Form): Promise<void> {
  const token = await officeToken(page);
  const shown = await ask(page, 'api/MasterWIGA1Detail/FirstDisplay', { ukno: number }, token);
  const { statusCode, reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn } = shown;
  const form = { ukno: number, statusCode, reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn };
  expect(await ask(page, 'api/MasterWIGA1Detail/Update', { ...form, ...changes }, token)).toMatchObject({
    errorCode: 0,
  });
}

const selected = (page: Page) => page.locator('tr[data-selected]');
const rowOf = (page: Page, number: number) => rowsOf(page).filter({ hasText: String(number) });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const confirmNext = (page: Page) => page.getByRole('button', { name: /^確認して次の未確認へ/ });

test('given 23 selected, when it is stopped in the first batch and the session is over meanwhile, then 20 are done, three stay selected, and go on later', async ({
  page,
}) => {
  const booked = await bookMany(page, 23, 250);
  await listThose(page, booked);
  await page.getByRole('checkbox', { name: '表示中をすべて選択' }).check();
  await expect(selected(page)).toHaveCount(23);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(CONFIRM, async (route) => {
    await isReleased;
    await route.continue();
  });
  await press(page, '一括確認');
  // The tick is remembered, here and on the detail.
  await dialog(page).getByRole('checkbox').uncheck();
  await endSession(page);
  await dialog(page).getByRole('button', { name: '確認する' }).click();
  await expect(dialog(page)).toContainText('確認しています。 0 ／ 23 件');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await closeDialog(page, 'ここで止める');
  release();
  // The session is asked for in place, and the batch goes on.
  await page.getByRole('button', { name: 'ログインして続ける' }).click();
  await dialog(page).last().getByRole('textbox', { name: 'パスワード' }).fill('Biyori#2026');
  await dialog(page).last().getByRole('button', { name: 'ログインして続ける' }).click();
  await expect(page.getByText('20 件を確認しました。')).toBeVisible();
  await expect(dialog(page)).toContainText('3 件はまだ確認していません。');
  await expect(dialog(page)).not.toContainText('通知メール');
  await closeDialog(page);
  await expect(selected(page)).toHaveCount(3);
  await expect(rowsOf(page).filter({ hasText: '予約確認済' })).toHaveCount(20);
  await press(page, '一括確認');
  await expect(dialog(page).getByRole('checkbox')).not.toBeChecked();
  await dialog(page).getByRole('button', { name: '確認する' }).click();
  await expect(dialog(page)).toContainText('3 件を確認しました。');
  await closeDialog(page);
  await expect(selected(page)).toHaveCount(0);
  await expect(rowsOf(page).filter({ hasText: '予約確認済' })).toHaveCount(23);
});

test('ten bookings are confirmed with ten presses on the detail, the one that a colleague has done is passed over, and the list says that all are', async ({
  page,
}) => {
  const booked = await bookMany(page, 11, 180);
  await listThose(page, booked);
  await rowOf(page, booked.numbers[0] ?? 0)
    .getByRole('link')
    .click();
  await expect(page.getByText('未確認 1 ／ 11 件目')).toBeVisible();
  await expect(page.getByLabel('受診者へ通知メールを送信する')).toBeChecked();
  await byColleague(page, booked.numbers[10] ?? 0, { statusCode: '23' });

  await expect(page.getByText(/^「予約確定（管理者）」のメールを .+@.+ へ送ります。$/)).toBeVisible();

  // Not over what is typed.
  await page.getByLabel('患者番号').fill('A-1');
  await expect(confirmNext(page)).toBeDisabled();
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByLabel('患者番号').fill('');
  await expect(confirmNext(page)).toBeEnabled();

  for (let press = 1; press < 10; press++) {
    if (press % 2 === 0) await confirmNext(page).click();
    else await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByText(`未確認 ${press + 1} ／ 11 件目`)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: String(booked.numbers[press - 1]) })).toContainText(
      /様を予約確認済にしました（通知メールを送ります）。/,
    );
    await expect(confirmNext(page)).toBeEnabled();
    if (press === 1) await expectAccessible(page);
  }
  // One that a colleague was faster with: told as ever, and one stays.
  await byColleague(page, booked.numbers[9] ?? 0, { trno: 'B-2' });
  await confirmNext(page).click();
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await closeDialog(page);
  await expect(page.getByText('未確認 10 ／ 11 件目')).toBeVisible();
  await confirmNext(page).click();
  await expect(page).toHaveURL(LIST);
  await expect(page.getByText('未確認の予約をすべて確認しました。')).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: '予約確認済' })).toHaveCount(11);
});

test('of thousands the first five hundred are selected, and what is confirmed already is said to stay', async ({
  page,
}) => {
  await logInToOffice(page);
  await page.goto('/WIGA1');
  await press(page, '条件をクリア');
  await press(page, '検索');
  await expect(page.getByText(/^表示 [1-9],\d{3} 件/)).toBeVisible();
  await page.getByRole('checkbox', { name: '表示中をすべて選択' }).click();
  await expect(dialog(page)).toContainText('一度に選択できるのは500件までです。はじめの500件を選択しました。');
  await closeDialog(page);
  await expect(page.getByText('500 件を選択中')).toBeVisible();
  // The oldest are long confirmed; one of the newest is not.
  await page.getByRole('button', { name: '選択を解除' }).click();
  await rowsOf(page).first().getByRole('checkbox').check();
  await press(page, '一括確認');
  await expect(dialog(page)).toContainText('選択した中に未確認の予約がありません。');
  await closeDialog(page);
  await page.getByRole('button', { name: '選択を解除' }).click();
  await page.getByRole('columnheader', { name: '予約状況' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: '予約状況' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: '予約状況' }).getByRole('button').click();
  await expect(rowsOf(page).first()).toContainText('新規未確認');
  await page.getByRole('checkbox', { name: '表示中をすべて選択' }).click();
  await closeDialog(page);
  await press(page, '一括確認');
  await expect(dialog(page)).toContainText(/確認済など [\d,]+ 件は変わりません。/);
  await closeDialog(page, 'キャンセル');
});

test('bookings with 備考 are counted, and can be left out', async ({ page }) => {
  const plain = await bookMany(page, 2, 275);
  const remarked = await bookMany(page, 1, 278, { ryk1: plain.kana, mem1: '車椅子です。' });
  await listThose(page, { kana: plain.kana, numbers: [...plain.numbers, ...remarked.numbers] });
  await page.getByRole('checkbox', { name: '表示中をすべて選択' }).check();
  await press(page, '一括確認');
  const box = dialog(page).getByRole('checkbox', { name: '備考のある予約が 1 件あります。備考のある予約を除く' });
  await expect(box).not.toBeChecked();
  await expect(dialog(page)).toContainText('選択した 3 件を確認済にします。');
  await box.check();
  await expect(dialog(page)).toContainText('選択した 2 件を確認済にします。');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: '確認する' }).click();
  await expect(dialog(page)).toContainText('2 件を確認しました。');
  await closeDialog(page);
  await expect(rowOf(page, remarked.numbers[0] ?? 0)).not.toContainText('予約確認済');
});
