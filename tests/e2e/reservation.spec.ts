// A clerk opens reservations of an extraction, moves and confirms them, tells the person, and meets a colleague.
import { expect, type Page, test } from '@playwright/test';
import { bookAsGuest } from './booked-guest.ts';
import { closeDialog, dialog, logInToOffice, look } from './kit.ts';

/** As the extraction leaves it: what was found, and which of it is opened. */
async function openFound(page: Page, numbers: readonly number[]): Promise<void> {
  await page.evaluate((found) => {
    sessionStorage.setItem('office/found-reservations', JSON.stringify({ numbers: found }));
  }, numbers);
  await page.goto(`/WIGA1Detail?ukno=${numbers[0]}`);
  await expect(page.getByRole('heading', { level: 1, name: '予約内容の確認・変更' })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const update = (page: Page) => page.getByRole('button', { name: /^更新/ }).click();
const shownDay = async (page: Page) => {
  const parts = await Promise.all(['年', '月', '日'].map((part) => field(page, `受診日（${part}）`).inputValue()));
  return parts.map(Number).join('/');
};

test('a reservation is confirmed on another day, with a mail; then the next one is opened', async ({ page }) => {
  const [first, second] = [await bookAsGuest(page, 40), await bookAsGuest(page, 41)];
  await logInToOffice(page);
  await openFound(page, [first.number, second.number]);
  await expect(page.getByText('抽出結果 1 / 2 件')).toBeVisible();
  await expect(page.getByRole('button', { name: '前へ' })).toBeDisabled();
  await expect(page.getByRole('region', { name: 'メール' })).toContainText('予約申込（受診者）');
  await expect(page.getByRole('region', { name: '受診者' })).toContainText('健診のご案内メール');
  // Nothing is changed yet, and the server's rules are known before anything is sent.
  await update(page);
  await expect(dialog(page)).toContainText('変更された項目がありません。');
  await closeDialog(page);
  await field(page, '患者番号').fill('１２号');
  await update(page);
  await expect(dialog(page)).toContainText('患者番号は半角英数字とハイフンで入力してください。');
  await closeDialog(page);

  await field(page, '患者番号').fill('12-345');
  await field(page, '予約状況').selectOption('予約確認済');
  await expect(page.getByText('「予約確定（管理者）」のメール')).toBeVisible();
  await page.getByRole('button', { name: '電話でのご相談' }).click();
  await look(page);
  const before = await shownDay(page);

  // The calendar: nobody leaves it with something unsaved by accident.
  await page.getByRole('button', { name: 'カレンダー' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '受診日時の選択' })).toBeVisible();
  await expect(page).toHaveURL(/\/WIGA1DetailCalender\?ukno=[0-9]{9}$/);
  await look(page);
  await page.getByRole('link', { name: 'TOP' }).first().click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  const month = page.getByRole('heading', { level: 2 });
  const opened = await month.innerText();
  await page.getByRole('button', { name: '次の月' }).click();
  await expect(month).not.toHaveText(opened);
  const place = page.getByRole('button', { name: /9:00を選ぶ$/ }).first();
  const [, year, monthOf, day] = /(\d+)\/(\d+)\/(\d+)/.exec((await place.getAttribute('aria-label')) ?? '') ?? [];
  await place.click();
  await expect(page.getByRole('heading', { level: 1, name: '予約内容の確認・変更' })).toBeVisible();
  await expect(page).toHaveURL(/\/WIGA1Detail\?ukno=[0-9]{9}$/);
  await expect.poll(() => shownDay(page)).toBe([year, monthOf, day].map(Number).join('/'));
  await expect.poll(() => shownDay(page)).not.toBe(before);
  await expect(field(page, '予約状況')).toHaveValue('confirmed');
  await expect(field(page, '患者番号')).toHaveValue('12-345');
  await expect(field(page, '連絡事項')).toHaveValue(/お電話でご相談/);
  await expect(page.getByText('「予約変更（管理者）」のメール')).toBeVisible();

  await update(page);
  await expect(dialog(page)).toContainText('予約状況を変更します。');
  await expect(dialog(page)).toContainText('新規未確認');
  await expect(dialog(page)).toContainText('予約確認済');
  await expect(dialog(page)).toContainText(/「予約変更（管理者）」のメールを .+@.+ へ送ります。/);
  await closeDialog(page, 'OK');
  await expect(page).toHaveURL(/WIGA1Detail2/);
  await expect(page.getByText('予約状況の変更が完了しました。')).toBeVisible();
  await look(page);

  await page.getByRole('link', { name: `次の予約（${second.number}）を開く` }).click();
  await expect(page.getByText('抽出結果 2 / 2 件')).toBeVisible();
  await expect(page.getByText(String(second.number)).first()).toBeVisible();
  await field(page, '患者番号').fill('9');
  await page.getByRole('button', { name: '前へ' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, '移動する');
  await expect(page.getByText('抽出結果 1 / 2 件')).toBeVisible();
  await expect(field(page, '患者番号')).toHaveValue('12-345');
  const history = page.getByRole('region', { name: '履歴' });
  await expect(history).toContainText('新規未確認 → 予約確認済');
  await expect(history).toContainText('患者番号 （なし） → 12-345');
  await expect(page.getByRole('region', { name: 'メール' })).toContainText('予約変更（管理者）');

  // What was picked and then given up does not come back, nor is a colleague blamed where there is none.
  const saved = await shownDay(page);
  const pickLast = () =>
    page
      .getByRole('button', { name: /を選ぶ$/ })
      .last()
      .click();
  await page.getByRole('button', { name: 'カレンダー' }).click();
  await pickLast();
  await expect.poll(() => shownDay(page)).not.toBe(saved);
  await page.getByRole('button', { name: '次へ' }).click();
  await closeDialog(page, '移動する');
  await expect(page.getByText('抽出結果 2 / 2 件')).toBeVisible();
  await page.getByRole('button', { name: '前へ' }).click();
  await expect(page.getByText('抽出結果 1 / 2 件')).toBeVisible();
  await expect.poll(() => shownDay(page)).toBe(saved);
  await page.getByRole('button', { name: 'カレンダー' }).click();
  await page.goBack();
  await page.getByRole('button', { name: '次へ' }).click();
  await expect(page.getByText('抽出結果 2 / 2 件')).toBeVisible();
  // The calendar of the first, as its address says.
  await page.goForward();
  await pickLast();
  await expect(page.getByText('抽出結果 1 / 2 件')).toBeVisible();
  await expect.poll(() => shownDay(page)).not.toBe(saved);
  await expect(page.getByText('ほかの利用者がこの予約を更新しました。')).toHaveCount(0);
});

test('by keyboard alone, and against a colleague: the second is told and keeps what was chosen', async ({
  page,
  context,
}) => {
  const { number } = await bookAsGuest(page, 44);
  await logInToOffice(page);
  await openFound(page, [number]);
  const other = await context.newPage();
  await logInToOffice(other);
  await openFound(other, [number]);
  await field(other, '患者番号').fill('A-1');
  await update(other);
  await closeDialog(other, 'OK');
  await expect(other).toHaveURL(/WIGA1Detail2/);

  // Tab to the status, choose the third, and do it: Ctrl+Enter, Enter.
  await page.getByRole('heading', { level: 1 }).focus();
  const status = field(page, '予約状況');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(status).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(status).toHaveValue('confirmed');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('予約状況を変更します。');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await expect(dialog(page)).toContainText('入力された内容は、この画面に残っています。');
  await page.keyboard.press('Enter');
  await expect(page.getByText('最新の内容の上に、入力された内容を残しています。')).toBeVisible();
  await expect(status).toHaveValue('confirmed');
  await expect(field(page, '患者番号')).toHaveValue('A-1');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('予約状況を変更します。');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/WIGA1Detail2/);
});
