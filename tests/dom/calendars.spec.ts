// The administrator keeps closed days and capacity, one by one and many at once; each journey has months of its own.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, logInToOffice, openMaster } from '../e2e/kit.ts';

const NEXT_YEAR = new Date().getFullYear() + 1;
/** A date of that year, as the office writes it. */
const dated = (month: number, day: number) =>
  `${NEXT_YEAR}/${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}`;

/** The first such weekday (0 = Sunday) of a month next year: no holiday falls there in autumn. */
const firstOf = (month: number, weekday: number) =>
  1 + ((weekday - new Date(NEXT_YEAR, month - 1, 1).getDay() + 7) % 7);

async function confirm(page: Page, question: string, details?: string): Promise<void> {
  await expect(dialog(page)).toContainText(question);
  if (details) await expect(dialog(page)).toContainText(details);
  await closeDialog(page, 'OK');
}

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
  await expectAccessible(page);

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
  await expectAccessible(page);
  await register(page);
  await confirm(page, '登録しますか？', `${NEXT_YEAR}/05/01 〜 ${NEXT_YEAR}/05/31`);
  await expect(dialog(page)).toContainText('一括登録が終了しました。');
  await expect(dialog(page)).toContainText(/\d+ 日を休診日にしました。/);
  await expectAccessible(page);
  await closeDialog(page);
  await expect(page.getByRole('heading', { level: 2, name: `${NEXT_YEAR}年5月` })).toBeVisible();
  const wednesdays = page.getByRole('row', { name: /（水）/ });
  for (const row of await wednesdays.all()) await expect(row.getByRole('radio', { name: '休診日' })).toBeChecked();
  await expect(page.getByRole('row', { name: /こどもの日/ }).getByRole('radio', { name: '休診日' })).toBeChecked();
});

const pasteInto = (field: Locator, text: string) =>
  field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const frame = (page: Page, name: string) => page.getByLabel(/^予約枠/).selectOption(name);

test('capacity of many days is set at once, by slot or by day; closed days are left out and counted', async ({
  page,
}) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠数マスタ');
  await page.getByRole('link', { name: '期間一括登録' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '期間一括登録' })).toBeVisible();
  await frame(page, '胃内視鏡');
  const slot = (name: string) => page.getByLabel(name, { exact: true });
  await expect(slot('8:30')).toHaveValue('0');
  await slot('8:30').focus();
  await slot('9:00').focus();
  await expect(page.getByText('整数値で入力されていません。')).toHaveCount(0);
  await expectAccessible(page);
  await register(page);
  await expectInputErrors(page, ['開始日を選択してください。']);
  await chooseDate(page, '開始日', [NEXT_YEAR, 9, 1]);
  await chooseDate(page, '終了日', [NEXT_YEAR, 9, 30]);
  for (const name of ['日', '月']) await page.getByRole('checkbox', { name, exact: true }).check();

  // Nobody closes a month of a frame by a slip of the finger.
  await register(page);
  await expect(dialog(page)).toContainText('枠数がすべて0です。対象の日は、この予約枠の予約を受け付けません。');
  await expect(dialog(page).getByRole('button', { name: 'キャンセル' })).toBeFocused();
  await closeDialog(page, 'キャンセル');

  await slot('8:30').fill('1O');
  await slot('9:00').fill('');
  await register(page);
  await expectInputErrors(page, [
    '時間帯:8:30の枠数が整数値で入力されていません。',
    '時間帯:9:00の枠数が整数値で入力されていません。',
  ]);
  await expect(slot('8:30')).toBeFocused();
  await expectAccessible(page);
  // Another frame starts over; one managed by day has a single count.
  await frame(page, 'ドック受付');
  await expect(slot('8:30')).toHaveValue('0');
  await frame(page, '脳MRI');
  await expect(page.getByLabel(/^枠数/)).toHaveValue('0');
  await expectAccessible(page);
  await frame(page, '胃内視鏡');
  // A line from a spreadsheet goes on over the slots, and what has no place is told.
  await pasteInto(slot('8:30'), '7\t6');
  await expect(slot('9:00')).toHaveValue('6');
  await pasteInto(slot('9:00'), '1\t2\n3\t4');
  await expectInputErrors(page, ['貼り付けた内容は、枠数の欄に収まらないため取り込めませんでした。']);
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await register(page);
  await expect(dialog(page).getByText('枠数 8:30').locator('..')).toContainText('7');
  await expect(dialog(page).getByText('枠数 9:00').locator('..')).toContainText('6');
  await expect(dialog(page).getByText('枠数 9:30').locator('..')).toContainText('0');
  await expect(dialog(page)).toContainText(/枠数が0の受付時間（.*9:30.*）は、予約を受け付けません。/);
  await expectAccessible(page);
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('一括登録が終了しました。');
  await expect(dialog(page)).toContainText(/休診日の \d+ 日は登録しませんでした。/);
  await expectAccessible(page);
  await closeDialog(page);

  // Back where one sees what was done, and sees it again after a reload.
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: '予約枠数マスタ' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: `${NEXT_YEAR}年9月` })).toBeVisible();
    await expect(page.getByLabel(`${dated(9, firstOf(9, 1))} 8:30の枠数`)).toHaveValue('7');
  }
  await expect(page.getByRole('definition').filter({ hasText: '胃内視鏡' })).toBeVisible();
});

test('given a month of places, when it is copied, then it says what is missing, and how many days it has filled', async ({
  page,
}) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠数マスタ');
  await page.getByRole('button', { name: 'ほかの月へコピー' }).click();
  await expect(dialog(page)).toContainText(/コピー元：\d+年\d+月/);
  await expect(dialog(page).getByRole('checkbox', { name: 'ドック受付' })).toBeChecked();
  await expectAccessible(page);
  const next = dialog(page).getByRole('checkbox', { name: /^\d+年\d+月$/ });
  await expect(next).toHaveCount(12);
  await next.last().check();
  await dialog(page).getByRole('button', { name: 'すべて' }).click();
  await expect(dialog(page).getByRole('checkbox', { name: '脳MRI' })).toBeChecked();
  await dialog(page).getByRole('radio', { name: '上書きする' }).check();
  await expect(dialog(page).getByRole('checkbox', { name: /^予約済み数まで下げる/ })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'コピーする' }).click();
  await expect(page.getByText(/\d+ 日の枠数をコピーしました。/)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  // What is typed is not copied before it is saved.
  await page
    .getByLabel(/の枠数、/)
    .first()
    .fill('7');
  await page.getByRole('button', { name: 'ほかの月へコピー' }).click();
  await expectInputErrors(page, ['変更した枠数を更新してから、コピーしてください。']);
});
