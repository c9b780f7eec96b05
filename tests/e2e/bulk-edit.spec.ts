// A clerk moves many visits to another day at once, takes that back, and cancels them with a reason.
import { expect, type Page, test } from '@playwright/test';
import { addDays, dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { bookMany, listThose, rowsOf } from './booked-many.ts';
import { closeDialog, dialog, look } from './kit.ts';

const TRIAL = '**/Desk/MoveTrial';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

async function choose(page: Page, act: string): Promise<void> {
  await page.getByRole('checkbox', { name: '表示中をすべて選択' }).check();
  await press(page, 'まとめて変更');
  await closeDialog(page, act);
}

async function chooseDay(page: Page, date: PlainDate): Promise<void> {
  const { year, month, day } = dateParts(date);
  await dialog(page).getByLabel('受診日（年）').selectOption(String(year));
  await dialog(page).getByLabel('受診日（月）').selectOption(String(month));
  await dialog(page).getByLabel('受診日（日）').selectOption(String(day));
}

/** The day that stands in the row, e.g. 2026/12/04. */
const dayOf = async (page: Page, at: number) =>
  /20\d\d\/\d\d\/\d\d/.exec(await rowsOf(page).nth(at).innerText())?.[0] ?? '';

test('given four selected, when they are moved to another day and back, and then cancelled, then each step says for whom it was done, and the list follows', async ({
  page,
}) => {
  const booked = await bookMany(page, 4, 230);
  await listThose(page, booked);
  const before = await Promise.all([0, 1, 2, 3].map((at) => dayOf(page, at)));
  const freeDay = booked.freeDay.replaceAll('/', '-') as PlainDate;

  await choose(page, '受診日を移す');
  await expect(page.getByLabel('受診日（年）')).toBeFocused();
  await expect(page.getByText('受診日を選択してください。')).toBeHidden();
  // A trial writes nothing, so it may be tried again.
  await page.route(TRIAL, (route) => route.abort(), { times: 1 });
  await chooseDay(page, addDays(freeDay, 8 - dayOfWeek(freeDay)));
  await expect(dialog(page).getByRole('alert')).toHaveText('休診日です');
  await chooseDay(page, freeDay);
  await expect(dialog(page).getByRole('alert')).toBeHidden();
  await dialog(page).getByRole('radio', { name: '同じ時間、空きがなければ近い時間' }).check();
  await dialog(page).getByRole('button', { name: '確かめる' }).click();
  await dialog(page).last().getByRole('button', { name: 'もう一度試す' }).click();
  await expect(dialog(page).getByRole('status')).toContainText(/件を移せます。/);
  await look(page);
  const found = Number(/(\d+) 件を移せます/.exec(await dialog(page).innerText())?.[1]);
  expect(found).toBeGreaterThan(0);
  // Another rule has to be tried, too.
  await dialog(page).getByRole('radio', { name: '空いている早い時間から' }).check();
  await expect(dialog(page).getByRole('button', { name: /件を移す$/ })).toHaveCount(0);
  await dialog(page).getByRole('radio', { name: '同じ時間、空きがなければ近い時間' }).check();
  await dialog(page)
    .getByRole('button', { name: `${found} 件を移す` })
    .click();
  await expect(dialog(page)).toContainText(`${found} 件を移しました。`);
  await look(page);
  await closeDialog(page, '閉じる');
  const daysNow = () => Promise.all([0, 1, 2, 3].map((at) => dayOf(page, at)));
  expect((await daysNow()).filter((one) => one === booked.freeDay)).toHaveLength(found);
  await expect(rowsOf(page).filter({ hasText: '未（変更' })).toHaveCount(found);

  // Also after a reload, as long as the tab is logged in.
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(4);
  await press(page, '元に戻す');
  await expect(dialog(page)).toContainText(`${found} 件を元の日時に戻しますか？`);
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText(`${found} 件を元に戻しました。`);
  await closeDialog(page, '閉じる');
  await expect(page.getByRole('button', { name: '元に戻す' })).toHaveCount(0);

  expect(await daysNow()).toEqual(before);
  await choose(page, '予約を取り消す');
  await expect(dialog(page)).toContainText('選択した 4 件を取り消します。');
  await dialog(page).getByRole('button', { name: '4 件を取り消す' }).click();
  await expect(dialog(page).last()).toContainText('取消の理由を選択してください。');
  await closeDialog(page, '閉じる');
  await dialog(page).getByLabel('取消の理由').selectOption('施設の都合');
  await look(page);
  await dialog(page).getByRole('button', { name: '4 件を取り消す' }).click();
  await expect(dialog(page)).toContainText('4 件を取り消しました。');
  await expect(rowsOf(page).filter({ hasText: '取消確認済' })).toHaveCount(4);
  await dialog(page).getByRole('button', { name: 'メールを送らない 4 名を電話連絡の一覧に入れる' }).click();
  await expect(page).toHaveURL(/Notice/);
});
