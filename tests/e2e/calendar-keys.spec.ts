// The office's months by keys: one stop of Tab and the keys of all calendars, in weeks, as a list, and where a day has several times.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import { press, tabTo } from './by-keyboard.ts';
import { closeDialog, dialog, heading, logInToOffice, openMaster, TOP } from './kit.ts';

const NEXT_YEAR = new Date().getFullYear() + 1;
const month = (page: Page) => page.getByRole('heading', { level: 2, name: /^\d+年\d+月$/ });
const focused = (page: Page) => page.locator(':focus');
const dateAt = (page: Page) => focused(page).getAttribute('data-date');

/** What Tab can lead to within the grid. */
const stops = (grid: Locator) =>
  grid.evaluate((table) => {
    const open = [...table.querySelectorAll<HTMLElement>('a, button, input')].filter((one) => one.tabIndex === 0);
    // Of a group of radios it is the chosen one.
    return open.filter((one) => !(one instanceof HTMLInputElement) || one.checked).length;
  });

async function pressAll(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('the times of a frame stand under days that are moved through by keys', async ({ page }) => {
  await logInToOffice(page, TOP);
  await page.getByLabel('予約枠', { exact: true }).selectOption({ label: '胃内視鏡' });
  const grid = page.getByRole('grid', { name: /^\d+年\d+月$/ });
  await expect(grid.getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(page);
  await expect(grid).toMatchAriaSnapshot(`
    - grid /^\\d+年\\d+月$/:
      - rowgroup:
        - row "日 月 火 水 木 金 土"
      - rowgroup:
        - row:
          - gridcell:
            - link /^\\d+\\/\\d+\\/\\d+（.）の予約一覧$/
  `);
  expect(await stops(grid)).toBe(1);
  await tabTo(grid.locator('[tabindex="0"]'));
  await pressAll(page, 'Home', 'ArrowDown', 'End');
  await expect(focused(page)).toHaveAccessibleName(/（土）の予約一覧$/);
  await pressAll(page, 'ArrowLeft');
  await expect(focused(page)).toHaveAccessibleName(/（金）の予約一覧$/);
  const shown = (await month(page).textContent()) ?? '';
  const day = (await dateAt(page))?.slice(-2);
  await pressAll(page, 'PageDown');
  await expect(month(page)).not.toHaveText(shown);
  await expect(focused(page)).toHaveAttribute('data-date', new RegExp(`-${day}$`));
  expect(await stops(grid)).toBe(1);
});

test('of the picker every day is gone to, and the times of a day one under the other', async ({ page }) => {
  const { number } = await bookAsGuest(page, 42);
  await logInToOffice(page);
  await page.getByRole('searchbox', { name: '受診者検索' }).fill(String(number));
  await page.keyboard.press('Enter');
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  await page.getByRole('button', { name: 'カレンダー' }).click();
  await expect(heading(page, '受診日時の選択')).toBeVisible();
  const grid = page.getByRole('grid', { name: /^\d+年\d+月$/ });
  await expectAccessible(page);
  expect(await stops(grid)).toBe(1);

  // Its own day, at the first time; the one below is a time of the same day.
  const times = grid.getByRole('button', { name: /を選ぶ$/ });
  await tabTo(grid.locator('[tabindex="0"]'));
  const own = await dateAt(page);
  const ofDay = times.and(page.locator(`[data-date="${own}"]`));
  await expect(ofDay.first()).toBeFocused();
  await pressAll(page, 'ArrowDown');
  await expect(ofDay.nth(1)).toBeFocused();
  await pressAll(page, 'ArrowUp');
  await expect(ofDay.first()).toBeFocused();
  // Days without any tell why.
  await pressAll(page, 'Home');
  if (!(await focused(page).getAttribute('data-part'))) {
    await expect(focused(page)).toHaveAccessibleName(/(満|枠なし|休診日|祝日|選べません)$/);
    await expect(focused(page)).toHaveAttribute('aria-disabled', 'true');
  }
  const shown = (await month(page).textContent()) ?? '';
  await pressAll(page, 'PageUp');
  await expect(month(page)).not.toHaveText(shown);
  await expect(focused(page)).toHaveAttribute('data-date', /./);
  await pressAll(page, 'PageDown');
  await expect(month(page)).toHaveText(shown);
  await times.last().focus();
  await pressAll(page, 'Enter');
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
});

test('closed days: up and down lead from day to day, left and right choose, and what is unsaved is asked about', async ({
  page,
}) => {
  await logInToOffice(page);
  await openMaster(page, '休日マスタ');
  await page.getByRole('combobox', { name: '年', exact: true }).selectOption(`${NEXT_YEAR}年`);
  await page.getByRole('combobox', { name: '月', exact: true }).selectOption('6月');
  await press(page.getByRole('button', { name: '表示' }));
  await expect(month(page)).toHaveText(`${NEXT_YEAR}年6月`);
  const grid = page.getByRole('grid', { name: '日ごとの区分' });
  await expectAccessible(page);
  await expect(grid).toMatchAriaSnapshot(`
    - grid "日ごとの区分":
      - rowgroup:
        - row "日付 区分 予約 状態"
      - rowgroup:
        - row:
          - rowheader /^${NEXT_YEAR}\\/06\\/01/
          - gridcell:
            - radiogroup "${NEXT_YEAR}/06/01の区分"
  `);
  expect(await stops(grid)).toBe(1);
  const first = grid
    .getByRole('radiogroup', { name: `${NEXT_YEAR}/06/01の区分` })
    .getByRole('radio', { checked: true });
  await tabTo(first);
  await pressAll(page, 'ArrowDown', 'ArrowDown');
  expect(await dateAt(page)).toBe(`${NEXT_YEAR}-06-03`);
  await pressAll(page, 'End', 'ArrowDown');
  expect(await dateAt(page)).toBe(`${NEXT_YEAR}-06-30`);
  await expect(page.getByText('未保存')).toHaveCount(0);

  // Only left and right choose.
  await pressAll(page, 'ArrowLeft');
  await expect(page.getByText('変更 1 か所・未保存')).toBeVisible();
  expect(await dateAt(page)).toBe(`${NEXT_YEAR}-06-30`);
  await pressAll(page, 'PageDown');
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  expect(await dateAt(page)).toBe(`${NEXT_YEAR}-06-30`);
  await pressAll(page, 'PageDown');
  await closeDialog(page, '移動する');
  await expect(month(page)).toHaveText(`${NEXT_YEAR}年7月`);
  await expect(focused(page)).toHaveAttribute('data-date', `${NEXT_YEAR}-07-30`);
  await expect(page.getByRole('combobox', { name: '月', exact: true })).toHaveValue('7');
  await pressAll(page, 'Tab');
  await expect(grid.locator(':focus')).toHaveCount(0);
});

test('places: from month to month as in all calendars, with the keys of a spreadsheet within', async ({ page }) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠数マスタ');
  const shown = (await month(page).textContent()) ?? '';
  await page
    .getByRole('table', { name: /の枠数$/ })
    .getByRole('textbox')
    .nth(3)
    .focus();
  const [slot, day] = [await focused(page).getAttribute('data-part'), await dateAt(page)];
  await pressAll(page, 'PageDown');
  await expect(month(page)).not.toHaveText(shown);
  // The same time, on the same day or on the next that is open.
  await expect(focused(page)).toHaveAttribute('data-part', slot ?? '');
  expect(Number((await dateAt(page))?.slice(-2))).toBeGreaterThanOrEqual(Number(day?.slice(-2)));
  const column = await focused(page).getAttribute('data-column');
  await pressAll(page, 'ArrowDown');
  await expect(focused(page)).toHaveAttribute('data-column', column ?? '');
});
