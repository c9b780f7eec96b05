// A clerk's day by keys alone, where other journeys do not have it: the keyboard goes to what has appeared, and is never dropped.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll, heading, logInToOffice, openMaster, PASSWORD } from './kit.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** From where the reader was: that every place can be reached by Tab is other journeys' subject. */
async function press(page: Page, place: Locator, key = 'Enter'): Promise<void> {
  await place.focus();
  await page.keyboard.press(key);
}

test('log-in, month, search, list, reservation: each press leads to what it has brought', async ({ page }) => {
  await page.goto('/AdminLogin');
  await page.getByLabel('ユーザーID').focus();
  await page.keyboard.type('demo0001');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, '予約状況照会')).toBeFocused();

  const month = page.locator('#status-month');
  const shown = (await month.textContent()) ?? '';
  await press(page, button(page, '次の月'));
  await expect(month).not.toHaveText(shown);
  await expect(button(page, '次の月')).toBeFocused();
  await press(page, button(page, '今月に戻る'));
  await expect(month).toHaveText(shown);
  await expect(month).toBeFocused();
  await press(page, button(page, '検索'));
  await expect(page.getByRole('heading', { name: '枠別の件数' })).toBeFocused();

  await press(page, button(page, '予約管理'));
  await press(page, page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '受診者抽出' }));
  await expect(heading(page, '受診者抽出')).toBeFocused();
  await expect(page.getByText(/^表示 [\d,]+ 件/)).toBeVisible();
  await press(page, button(page, '検索'));
  await expect(page.getByText(/^表示 [\d,]+ 件/)).toBeFocused();
  await press(page, button(page, '条件を変更'));
  await expect(page.getByRole('combobox', { name: '受診日（開始）（年）' })).toBeFocused();
  await press(page, button(page, '検索'));
  await expect(page.getByText(/^表示 [\d,]+ 件/)).toBeFocused();
  const row = page.getByRole('link', { name: /^詳細（/ }).first();
  await press(page, row, 'Space');
  await press(page, button(page, '選択を解除'));
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(heading(page, '予約内容の確認・変更')).toBeFocused();
  const memo = page.getByRole('textbox', { name: 'スタッフメモ' });
  await press(page, memo, 'Control+End');
  await page.keyboard.type('。');
  await press(page, button(page, 'スタッフメモを保存'));
  await expect(page.getByText('保存しました。')).toBeVisible();
  await expect(memo).toBeFocused();
  await press(page, button(page, '訂正する'));
  await press(page, button(page, 'やめる'));
  await expect(button(page, '訂正する')).toBeFocused();
});

test('a button that is switched off by its own press keeps the keyboard; at 400 % no bar stays in the way', async ({
  page,
}) => {
  await logInToOffice(page);
  await openMaster(page, '休日マスタ');
  const closed = page.getByRole('radio', { name: '休診日' });
  const undo = button(page, 'すべて元に戻す');
  await press(page, closed.first(), 'ArrowLeft');
  await press(page, undo);
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(undo).not.toBeFocused();

  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoSidewaysScroll(page);
  const stuck = await page.evaluate(() => {
    const isBar = (part: Element) => ['sticky', 'fixed'].includes(getComputedStyle(part).position);
    return [...document.querySelectorAll('body *')].filter(isBar).map((part) => part.textContent);
  });
  expect(stuck).toEqual([]);
});
