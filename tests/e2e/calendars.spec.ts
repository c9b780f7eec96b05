// The administrator keeps closed days and capacity, one by one and many at once; each journey has months of its own.
import { expect, type Page, test } from '@playwright/test';
import {
  closeDialog,
  dialog,
  expectAccessible,
  expectNoSidewaysScroll,
  logInToOffice,
  openMaster,
  PHONE,
} from './kit.ts';

// Long errands, each screen looked at twice.
test.describe.configure({ timeout: 180_000 });

const DESK = { width: 1280, height: 800 };
const NEXT_YEAR = new Date().getFullYear() + 1;

/** The screen as it stands, at a desk and on a phone. Set PICTURES to a folder to see for yourself. */
async function look(page: Page, name: string): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const folder = process.env.PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${size.width}.png`, fullPage: true });
  }
}

async function confirm(page: Page, question: string, details?: string): Promise<void> {
  await expect(dialog(page)).toContainText(question);
  if (details) await expect(dialog(page)).toContainText(details);
  await closeDialog(page, 'OK');
}

async function showMonth(page: Page, year: number, month: number): Promise<void> {
  await page.getByRole('combobox', { name: '年', exact: true }).selectOption(`${year}年`);
  await page.getByRole('combobox', { name: '月', exact: true }).selectOption(`${month}月`);
  await page.getByRole('button', { name: '表示' }).click();
  await expect(page.getByRole('heading', { level: 2, name: `${year}年${month}月` })).toBeVisible();
}

const update = (page: Page) => page.getByRole('button', { name: /^更新/ }).click();
const day = (page: Page, name: string) => page.getByRole('radiogroup', { name: `${name}の区分` });
const choose = (page: Page, name: string, kind: '診療日' | '休診日') =>
  day(page, name).getByRole('radio', { name: kind }).check();

test('closed days of a month are edited and saved; who comes second is told, and keeps what was chosen', async ({
  page,
  context,
}) => {
  await logInToOffice(page);
  await openMaster(page, '休日マスタ');
  await look(page, 'closed-days');

  // A day with reservations on it.
  const booked = page
    .getByRole('row', { name: /\d+ 件/ })
    .filter({ has: page.getByRole('radio', { name: '診療日', checked: true }) });
  await booked.first().getByRole('radio', { name: '休診日' }).check();
  await expect(page.getByText(/休診日にする日に、予約が \d+ 件あります。予約は取り消されません。/)).toBeVisible();
  await look(page, 'closed-days-standing');
  await page.getByRole('button', { name: '次の月' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await page.getByRole('button', { name: 'すべて元に戻す' }).click();
  await expect(page.getByText('休診日にする日に')).toHaveCount(0);

  await showMonth(page, NEXT_YEAR, 8);
  await expect(page.getByRole('rowheader', { name: /8月11日.*山の日/ })).toBeVisible();
  const other = await context.newPage();
  await logInToOffice(other);
  await openMaster(other, '休日マスタ');
  await showMonth(other, NEXT_YEAR, 8);
  for (const name of ['8月17日', '8月18日']) await choose(page, name, '休診日');
  await expect(page.getByText('変更 2 か所・未保存')).toBeVisible();
  await update(page);
  await expect(dialog(page)).toContainText(`${NEXT_YEAR}/08/17`);
  await confirm(page, '更新しますか？', '休診日');
  await expect(page.getByText('更新しました。')).toBeVisible();
  await expect(day(page, '8月17日').getByRole('radio', { name: '休診日' })).toBeChecked();

  // The other clerk still sees the month as it was.
  for (const name of ['8月18日', '8月19日']) await choose(other, name, '休診日');
  await update(other);
  await confirm(other, '更新しますか？');
  await expect(dialog(other)).toContainText(`${NEXT_YEAR}/08/18は、ほかの利用者が先に更新しました。`);
  await expect(dialog(other)).toContainText('入力された内容は、この画面に残っています。');
  await closeDialog(other);
  // What the first has saved is seen now; what differs from it is still to be saved.
  await expect(day(other, '8月17日').getByRole('radio', { name: '休診日' })).toBeChecked();
  await expect(other.getByText('変更 1 か所・未保存')).toBeVisible();
  await update(other);
  await confirm(other, '更新しますか？');
  await expect(other.getByText('更新しました。')).toBeVisible();
  await expect(day(other, '8月19日').getByRole('radio', { name: '休診日' })).toBeChecked();

  await page.getByRole('link', { name: 'TOP' }).first().click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
});

async function chooseDate(page: Page, label: string, [year, month, day]: readonly number[]): Promise<void> {
  await page.getByLabel(`${label}（年）`).selectOption(`${year}年`);
  await page.getByLabel(`${label}（月）`).selectOption(`${month}月`);
  await page.getByLabel(`${label}（日）`).selectOption(`${day}日`);
}

async function expectInputErrors(page: Page, sentences: string[]): Promise<void> {
  await expect(dialog(page)).toContainText('入力エラーです。');
  for (const sentence of sentences) await expect(dialog(page)).toContainText(sentence);
  await closeDialog(page);
}

const register = (page: Page) => page.getByRole('button', { name: /^登録/ }).click();

test('weekdays and holidays of a range are closed at once; a range that is none is told', async ({ page }) => {
  await logInToOffice(page);
  await openMaster(page, '休日マスタ');
  await page.getByRole('link', { name: '期間一括登録' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '期間一括登録' })).toBeVisible();
  await register(page);
  await expectInputErrors(page, [
    '開始日を選択してください。',
    '終了日を選択してください。',
    '曜日を選択してください。',
  ]);
  await look(page, 'closed-days-bulk-errors');

  // The days follow the month.
  await chooseDate(page, '開始日', [NEXT_YEAR, 5, 31]);
  await page.getByLabel('開始日（月）').selectOption('4月');
  await expect(page.getByLabel('開始日（日）')).toHaveValue('0');
  await chooseDate(page, '開始日', [NEXT_YEAR, 5, 31]);
  await chooseDate(page, '終了日', [NEXT_YEAR, 5, 1]);
  await page.getByRole('checkbox', { name: '水' }).check();
  await page.getByRole('checkbox', { name: '祝日も対象にする' }).check();
  await register(page);
  await confirm(page, '登録しますか？', '水・祝日');
  await expectInputErrors(page, ['終了日は開始日以降の日付を選択してください。']);
  await chooseDate(page, '開始日', [NEXT_YEAR, 5, 1]);
  await chooseDate(page, '終了日', [NEXT_YEAR, 5, 31]);
  await look(page, 'closed-days-bulk');
  await register(page);
  await confirm(page, '登録しますか？', `${NEXT_YEAR}/05/01 〜 ${NEXT_YEAR}/05/31`);
  await expect(dialog(page)).toContainText('一括登録が終了しました。');
  await expect(dialog(page)).toContainText(/\d+ 日を休診日にしました。/);
  await look(page, 'closed-days-bulk-done');
  await closeDialog(page);
  await page.getByRole('button', { name: '戻る' }).click();
  await showMonth(page, NEXT_YEAR, 5);
  const wednesdays = page.getByRole('row', { name: /（水）/ });
  for (const row of await wednesdays.all()) await expect(row.getByRole('radio', { name: '休診日' })).toBeChecked();
  await expect(page.getByRole('row', { name: /こどもの日/ }).getByRole('radio', { name: '休診日' })).toBeChecked();
});
