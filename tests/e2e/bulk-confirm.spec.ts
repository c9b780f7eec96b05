// A clerk confirms what came in: many at once from the list, and one after the other from the detail.
import { expect, type Page, test } from '@playwright/test';
import type { Form } from '#tests/kit/booking-forms.ts';
import { ask, bookMany, listThose, rowsOf } from './booked-many.ts';
import { closeDialog, dialog, look } from './kit.ts';

const CONFIRM = '**/Desk/ConfirmMany';
const DETAIL = /WIGA1Detail\?ukno=[0-9]{9}$/;
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

test('given 23 selected and one changed meanwhile, when they are confirmed over a lost connection, then 22 are done and one is named with a link', async ({
  page,
}) => {
  const booked = await bookMany(page, 23, 200);
  const [changed = 0] = booked.numbers;
  await listThose(page, booked);

  // By keys: a row, a range and back, and a range by the mouse; nothing is opened by that.
  await rowsOf(page).first().getByRole('link').focus();
  await page.keyboard.press('Space');
  await expect(selected(page)).toHaveCount(1);
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp']) await page.keyboard.press(key);
  await expect(selected(page)).toHaveCount(2);
  await rowsOf(page)
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(selected(page)).toHaveCount(5);
  await expect(page.getByText('5 件を選択中')).toBeVisible();
  // Sorted, it stays; what narrowing hides is let go.
  await page.getByRole('columnheader', { name: '受診日' }).getByRole('button').click();
  await expect(selected(page)).toHaveCount(5);
  await page.getByRole('button', { name: /^変更未確認/ }).click();
  await expect(rowsOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^すべて \d/ }).click();
  await expect(rowsOf(page)).toHaveCount(23);
  await expect(selected(page)).toHaveCount(0);
  await expect(page).toHaveURL(LIST);

  await expect(page.getByRole('button', { name: '一括確認' })).toBeDisabled();
  await press(page, '未確認をすべて選択（23）');
  await expect(page.getByText('23 件を選択中')).toBeVisible();
  await look(page);

  await byColleague(page, changed, { trno: 'K-1' });
  await press(page, '一括確認');
  await expect(dialog(page)).toContainText('選択した 23 件を確認済にします。');
  await expect(dialog(page)).toContainText('送信 23 件（予約確定 23）');
  await expect(dialog(page).getByRole('checkbox')).toBeChecked();
  await look(page);
  // The first batch arrives, and its answer is lost.
  let isLost = false;
  await page.route(CONFIRM, async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await dialog(page).getByRole('button', { name: '確認する' }).dblclick();
  await expect(dialog(page).last()).toContainText('通信できませんでした。');
  await dialog(page).last().getByRole('button', { name: 'もう一度試す' }).click();
  await expect(page.getByText('22 件を確認しました。')).toBeVisible();
  await expect(dialog(page)).toContainText('通知メール 22 件を送ります。');
  await expect(dialog(page)).toContainText('1 件は確認できませんでした。');
  await expect(dialog(page)).toContainText('一覧を表示したあとに変更されています。内容を確認してください。');
  await look(page);
  await closeDialog(page, '残った 1 件だけ選択');
  // The rows know it without a search.
  await expect(rowsOf(page).filter({ hasText: '予約確認済' })).toHaveCount(22);
  await expect(selected(page)).toHaveCount(1);
  await expect(rowOf(page, changed)).toHaveAttribute('data-selected', '');

  // A file of what is selected, and only of that.
  await press(page, '選択をCSV出力');
  await expect(dialog(page)).toContainText('選択した 1 件を出力します。');
  await closeDialog(page, 'キャンセル');

  // Asked again it is still what nobody has looked at; the link leads there.
  await press(page, '一括確認');
  await dialog(page).getByRole('button', { name: '確認する' }).click();
  await expect(dialog(page)).toContainText('0 件を確認しました。');
  await dialog(page)
    .getByRole('link', { name: String(changed) })
    .click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.getByText('未確認 1 ／ 1 件目')).toBeVisible();
  // Each was told once.
  const token = await officeToken(page);
  const { mailList, historyList } = await ask(
    page,
    'api/MasterWIGA1Detail/FirstDisplay',
    { ukno: booked.numbers[1] },
    token,
  );
  expect(mailList.filter(({ mlbr }: { mlbr: string }) => mlbr === '03')).toHaveLength(1);
  expect(historyList).toHaveLength(2);
});
