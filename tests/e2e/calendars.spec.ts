// The administrator keeps closed days and capacity, one by one and many at once; each journey has months of its own.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ask, closeDialog, dialog, logInToOffice, lookClosely, openMaster } from './kit.ts';

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
  await lookClosely(page);

  // A day with reservations on it.
  const booked = page
    .getByRole('row', { name: /\d+ 件/ })
    .filter({ has: page.getByRole('radio', { name: '診療日', checked: true }) });
  await booked.first().getByRole('radio', { name: '休診日' }).check();
  await expect(page.getByText(/休診日にする日に、予約が \d+ 件あります。予約は取り消されません。/)).toBeVisible();
  await lookClosely(page);
  // Whoever stays sees nothing chosen but the month that is shown.
  const month = page.getByRole('combobox', { name: '月', exact: true });
  const shown = await month.inputValue();
  await page.getByRole('button', { name: '次の月' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await expect(month).toHaveValue(shown);
  await month.selectOption(shown === '12' ? '1月' : '12月');
  await page.getByRole('button', { name: '表示' }).click();
  await closeDialog(page, 'キャンセル');
  await expect(month).toHaveValue(shown);
  await page.getByRole('button', { name: 'すべて元に戻す' }).click();
  await expect(page.getByText('休診日にする日に')).toHaveCount(0);

  await showMonth(page, NEXT_YEAR, 8);
  await expect(page.getByRole('rowheader', { name: new RegExp(`${NEXT_YEAR}/08/11.*山の日`) })).toBeVisible();
  const other = await context.newPage();
  await logInToOffice(other);
  await openMaster(other, '休日マスタ');
  await showMonth(other, NEXT_YEAR, 8);
  for (const name of [`${NEXT_YEAR}/08/17`, `${NEXT_YEAR}/08/18`]) await choose(page, name, '休診日');
  await expect(page.getByText('変更 2 か所・未保存')).toBeVisible();
  await update(page);
  await expect(dialog(page)).toContainText(`${NEXT_YEAR}/08/17`);
  await confirm(page, '更新しますか？', '休診日');
  await expect(page.getByText('更新しました。')).toBeVisible();
  await expect(day(page, `${NEXT_YEAR}/08/17`).getByRole('radio', { name: '休診日' })).toBeChecked();

  // The other clerk still sees the month as it was. What is refused is told, also where the new month can't be loaded.
  for (const name of [`${NEXT_YEAR}/08/18`, `${NEXT_YEAR}/08/19`]) await choose(other, name, '休診日');
  const reading = '**/api/MasterWCALM/ChangeCalender';
  await other.route(reading, (route) => route.abort());
  await update(other);
  await confirm(other, '更新しますか？');
  await expect(dialog(other)).toContainText(`${NEXT_YEAR}/08/18は、ほかの利用者が先に更新しました。`);
  await closeDialog(other);
  await expect(dialog(other)).toContainText('通信できませんでした。');
  await closeDialog(other);
  await other.unroute(reading);
  await update(other);
  await confirm(other, '更新しますか？');
  await expect(dialog(other)).toContainText(`${NEXT_YEAR}/08/18は、ほかの利用者が先に更新しました。`);
  await expect(dialog(other)).toContainText('入力された内容は、この画面に残っています。');
  await closeDialog(other);
  // What the first has saved is seen now; what differs from it is still to be saved.
  await expect(day(other, `${NEXT_YEAR}/08/17`).getByRole('radio', { name: '休診日' })).toBeChecked();
  await expect(other.getByText('変更 1 か所・未保存')).toBeVisible();
  await update(other);
  await confirm(other, '更新しますか？');
  await expect(other.getByText('更新しました。')).toBeVisible();
  await expect(day(other, `${NEXT_YEAR}/08/19`).getByRole('radio', { name: '休診日' })).toBeChecked();

  await page.getByRole('link', { name: 'TOP' }).first().click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
});

async function expectInputErrors(page: Page, sentences: string[]): Promise<void> {
  await expect(dialog(page)).toContainText('入力エラーです。');
  for (const sentence of sentences) await expect(dialog(page)).toContainText(sentence);
  await closeDialog(page);
}

const pasteInto = (field: Locator, text: string) =>
  field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const frame = (page: Page, name: string) => page.getByLabel(/^予約枠/).selectOption(name);

test('capacity of a month is typed like in a spreadsheet; taken places stay, and who comes second keeps what was typed', async ({
  page,
  context,
}) => {
  const cell = (on: Page, name: string) => on.getByLabel(new RegExp(`^${name}の枠数、`));
  const first = firstOf(10, 2);
  const [tuesday, wednesday, thursday] = [0, 1, 2].map((days) => dated(10, first + days));
  const [later, lastWednesday] = [21, 22].map((days) => dated(10, first + days));
  await logInToOffice(page);
  await openMaster(page, '予約枠数マスタ');
  await lookClosely(page);
  // A field with 0 takes input as any other.
  const none = page.getByLabel(/ 10:00の枠数、/).first();
  await expect(none).toHaveValue('0');
  await expect(none).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  await frame(page, '胃内視鏡');
  await showMonth(page, NEXT_YEAR, 10);
  await expect(page.getByText('スポーツの日')).toBeVisible();
  const other = await context.newPage();
  await logInToOffice(other);
  await openMaster(other, '予約枠数マスタ');
  await frame(other, '胃内視鏡');
  await showMonth(other, NEXT_YEAR, 10);

  // Enter goes down, arrows to the neighbours, a paste fills a block.
  await cell(page, `${tuesday} 8:30`).focus();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell(page, `${tuesday} 9:00`)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, `${wednesday} 9:00`)).toBeFocused();
  await pasteInto(cell(page, `${wednesday} 9:00`), '11\t12\r\n1O\t14\r\n');
  await expect(cell(page, `${thursday} 9:00`)).toHaveValue('12');
  await expect(cell(page, `${wednesday} 9:30`)).toHaveValue('1O');
  await expect(page.getByText('変更 5 か所・未保存')).toBeVisible();
  await update(page);
  const sentence = `${dated(10, first + 1)}の時間帯:9:30の枠数が整数値で入力されていません。`;
  await expectInputErrors(page, [sentence]);
  await expect(page.getByText(sentence).first()).toBeVisible();
  await lookClosely(page);
  await cell(page, `${wednesday} 9:30`).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByText('変更 4 か所・未保存')).toBeVisible();
  await page.getByRole('button', { name: `${tuesday}の枠数を同じ曜日へコピー` }).click();
  await expect(cell(page, `${later} 8:30`)).toHaveValue('5');
  await update(page);
  await confirm(page, '更新しますか？', `${dated(10, first)} 8:30`);
  await expect(page.getByText('更新しました。')).toBeVisible();
  await expect(cell(page, `${later} 8:30`)).toHaveValue('5');

  // The other clerk still sees the month as it was.
  await cell(other, `${later} 8:30`).fill('9');
  await cell(other, `${lastWednesday} 8:30`).fill('8');
  await update(other);
  await confirm(other, '更新しますか？');
  await expect(dialog(other)).toContainText(`${dated(10, first + 21)}は、ほかの利用者が先に更新しました。`);
  await closeDialog(other);
  await expect(cell(other, `${later} 8:30`)).toHaveValue('9');
  await expect(other.getByText('他者 5')).toBeVisible();
  await update(other);
  await confirm(other, '更新しますか？');
  await expect(other.getByText('更新しました。')).toBeVisible();
  await expect(cell(other, `${later} 8:30`)).toHaveValue('9');

  // What is taken cannot be taken away, but nobody need book any more.
  await frame(page, 'ドック受付');
  await showMonth(page, NEXT_YEAR, 1);
  const booked = page.getByLabel(/、予約[2-9]$/).first();
  const name = (await booked.getAttribute('aria-label')) ?? '';
  await booked.fill('1');
  await update(page);
  await confirm(page, '更新しますか？');
  await expectInputErrors(page, ['より少なくできません。']);
  await lookClosely(page);
  await page.getByRole('checkbox', { name: '予約済み数まで下げる（Web受付停止）' }).check();
  await update(page);
  await confirm(page, '更新しますか？');
  await expect(page.getByText('更新しました。1 か所は予約済み数まで下げました。')).toBeVisible();
  await expect(page.getByLabel(name)).toHaveValue(/\d/);
  await expect(page.getByLabel(name)).toHaveValue(name.replace(/.*予約/, ''));

  // Nobody has said anything about a month that is far away.
  await showMonth(page, NEXT_YEAR + 1, 12);
  await expect(page.getByText('まだ休日マスタに登録されていません。')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: `${NEXT_YEAR + 1}年12月` })).toBeVisible();

  // What a day had before it was closed can be taken away, and nothing else.
  const closing = { dates: tuesday ?? '', ckbns: '1', recordStatuses: '13' };
  await ask(page, 'MasterWCALM/Update', { calenderYear: String(NEXT_YEAR), calenderMonth: '10', ...closing });
  await frame(page, '胃内視鏡');
  await showMonth(page, NEXT_YEAR, 10);
  await cell(page, `${tuesday} 8:30`).fill('3');
  await update(page);
  await expectInputErrors(page, [`${tuesday}は休診日のため、0以外の枠数を登録できません。`]);
  await lookClosely(page);
  await cell(page, `${tuesday} 8:30`).fill('0');
  await update(page);
  await confirm(page, '更新しますか？');
  await expect(page.getByText('更新しました。')).toBeVisible();
  await expect(cell(page, `${tuesday} 8:30`)).toHaveCount(0);
});
