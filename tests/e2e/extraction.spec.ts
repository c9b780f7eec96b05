// Staff look for reservations: by conditions, by narrowing what was found, by keyboard, and come back to where they were.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, dialog, endSession, expectNoSidewaysScroll, logInToGoOn, logInToOffice, PHONE } from './kit.ts';

const rowsOf = (page: Page) => page.getByRole('table', { name: '検索結果' }).locator('tbody tr[data-row]');
const kana = (page: Page) => page.getByRole('searchbox', { name: 'カナ氏名' });
const count = async (page: Page) => {
  const text = await page.getByText(/^表示 /).textContent();
  return Number(/表示 ([\d,]+) 件/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
};

async function openExtraction(page: Page) {
  await logInToOffice(page);
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '受診者抽出' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
}

async function searchEverything(page: Page) {
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText('すべての予約')).toBeVisible();
  await expect(page.getByText(/^表示 [1-9],\d{3} 件/)).toBeVisible();
}

test('staff search, narrow and sort by keyboard, open a reservation and come back to it', async ({ page }) => {
  await openExtraction(page);
  await expectAccessible(page);
  await searchEverything(page);

  // Thousands are found, and only those in view are drawn; the whole length is told all the same.
  const all = await count(page);
  expect(await rowsOf(page).count()).toBeLessThan(100);
  await expect(page.getByRole('table', { name: '検索結果' })).toHaveAttribute('aria-rowcount', String(all + 1));

  // The short name where the table is narrow, the whole one in its title.
  const society = rowsOf(page).getByRole('cell', { name: '東丘精機健保', exact: true }).first();
  await expect(society).toHaveAttribute('title', '東丘精機健康保険組合');

  await page.keyboard.press('F2');
  await expect(kana(page)).toBeFocused();
  await page.keyboard.type('さと');
  // The list follows what is typed when there is time.
  const kanas = () => rowsOf(page).locator('td:nth-child(7)').allTextContents();
  await expect.poll(async () => (await kanas()).every((cell) => cell.includes('サト'))).toBe(true);
  const few = await count(page);
  expect(few).toBeLessThan(all);

  const visitDate = page.getByRole('columnheader', { name: '受診日' });
  await visitDate.getByRole('button').press('Enter');
  await expect(visitDate).toHaveAttribute('aria-sort', 'ascending');
  await visitDate.getByRole('button').press('Enter');
  await expect(visitDate).toHaveAttribute('aria-sort', 'descending');
  const isLatestFirst = async () => {
    const days = await rowsOf(page).locator('td:nth-child(4)').allTextContents();
    return days.join() === days.toSorted().reverse().join();
  };
  await expect.poll(isLatestFirst).toBe(true);

  // Down to a row that was not drawn, and into it.
  await rowsOf(page).first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row="1"]').getByRole('link')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const place = page.locator(`[data-row="${few - 2}"]`);
  await expect(place.getByRole('link')).toBeFocused();
  const number = (await place.locator('td:nth-child(3)').textContent()) ?? '';
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/WIGA1Detail\?ukno=[0-9]{9}$/);
  await expect(page.getByText(number).first()).toBeVisible();

  await page
    .getByRole('button', { name: '戻る' })
    .or(page.getByRole('link', { name: '戻る' }))
    .first()
    .click();
  await expect(page).toHaveURL(/WIGA1(\?|$)/);
  await expect(page.getByRole('link', { name: new RegExp(`詳細（${number} `) })).toBeFocused();
  await expect.poll(() => count(page)).toBe(few);
  await expect(kana(page)).toHaveValue('さと');
  await expect(visitDate).toHaveAttribute('aria-sort', 'descending');
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThan(40);
});

/** Lets the first rows of the next answer to a call through, and the rest when told to. */
async function holdRest(page: Page, call: string): Promise<() => Promise<void>> {
  await page.evaluate((held) => {
    const { fetch: send } = window;
    const { promise: isReleased, resolve } = Promise.withResolvers<void>();
    Object.assign(window, { releaseRows: resolve });
    window.fetch = async (...asked) => {
      const answer = await send(...asked);
      if (!String(asked[0]).endsWith(held)) return answer;
      window.fetch = send;
      let lines = 0;
      const slow = new TransformStream<string, string>({
        async transform(text, out) {
          for (const line of text.split(/(?<=\n)/)) {
            // The head of the answer, and one piece of its rows.
            if (lines >= 2) await isReleased;
            if (line.endsWith('\n')) lines++;
            out.enqueue(line);
          }
        },
      });
      const body = answer.body?.pipeThrough(new TextDecoderStream()).pipeThrough(slow);
      return new Response(body?.pipeThrough(new TextEncoderStream()), answer);
    };
  }, call);
  return () => page.evaluate(() => (window as unknown as { releaseRows(): void }).releaseRows());
}

test('who opens a row while others arrive walks through all of them, and comes back to the same list', async ({
  page,
}) => {
  await openExtraction(page);
  const release = await holdRest(page, 'MasterWIGA1/Search');
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText(/^読み込み中 [1-9]/)).toBeVisible();
  await expect(page.getByText('すべての予約')).toBeVisible();
  await kana(page).fill('さと');
  await expect(rowsOf(page).nth(1).locator('td:nth-child(7)')).toContainText('サト');
  const number = (await rowsOf(page).nth(1).locator('td:nth-child(3)').textContent()) ?? '';
  await rowsOf(page).nth(1).getByRole('link').click();
  const place = page.getByText(/^抽出結果 /);
  await expect(place).toHaveText(/^抽出結果 2 \/ \d+ 件（読み込み途中）$/);
  const counted = async () => Number(/\/ ([\d,]+) 件/.exec((await place.textContent()) ?? '')?.[1]?.replace(',', ''));
  const first = await counted();
  await release();
  await expect(place).toHaveText(/^抽出結果 2 \/ [\d,]+ 件$/);
  const all = await counted();
  expect(all).toBeGreaterThan(first);
  await page.getByRole('button', { name: '次へ' }).click();
  await expect(place).toHaveText(/^抽出結果 3 /);
  await page.getByRole('button', { name: '前へ' }).click();
  await expect(place).toHaveText(/^抽出結果 2 /);

  await page.goBack();
  await expect(page.getByRole('link', { name: new RegExp(`詳細（${number} `) })).toBeFocused();
  await expect(page.getByText('すべての予約')).toBeVisible();
  await expect(kana(page)).toHaveValue('さと');
  await expect.poll(() => count(page)).toBe(all);
});

test('the narrowing outlives a new search and works with the statuses that are asked for, until it is taken off', async ({
  page,
}) => {
  await openExtraction(page);
  await page.getByRole('button', { name: '条件をクリア' }).click();
  const statuses = page.getByRole('group', { name: /^予約状況/ });
  await expect(statuses.getByRole('checkbox')).toHaveCount(7);
  // Who has one depends on the demo's day.
  await statuses.getByLabel('変更前').check();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText('予約状況: 変更前')).toBeVisible();
  const beginning = (await rowsOf(page).first().locator('td:nth-child(7)').innerText()).trim().slice(0, 2);
  await page.getByRole('button', { name: '条件を変更' }).click();
  await statuses.getByLabel('予約確認済').check();
  const release = await holdRest(page, 'MasterWIGA1/Search');
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText('予約状況: 予約確認済・変更前')).toBeVisible();
  await kana(page).fill(beginning);
  await release();
  await expect(page.getByText(/^表示 /)).toBeVisible();
  await expect(kana(page)).toHaveValue(beginning);
  const chips = page.getByRole('search').getByRole('button', { name: /\d$/ });
  await expect(chips.filter({ hasText: '変更前' })).toHaveCount(1);
  await chips.filter({ hasText: '変更前' }).click();
  await expect(rowsOf(page).first()).toContainText('変更前');
  await expectAccessible(page);

  await page.getByRole('button', { name: '条件を変更' }).click();
  await expect(statuses.getByLabel('変更前')).toBeChecked();
  await statuses.getByLabel('変更前').uncheck();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText('予約状況: 予約確認済', { exact: true })).toBeVisible();
  await expect(page.getByText(/^検索結果 [\d,]+ 件は、絞り込みで表示されていません。/)).toBeVisible();
  await expect(page.getByText('絞り込み中')).toBeVisible();
  await page.getByRole('button', { name: '絞り込みを解除' }).last().click();
  await expect(kana(page)).toHaveValue('');
  await expect.poll(() => count(page)).toBeGreaterThan(0);
});

test('staff are told what is wrong, what is not there, and use it on a phone', async ({ page }) => {
  await openExtraction(page);
  await page.getByRole('textbox', { name: '年度' }).fill('20a6');
  await page.getByRole('textbox', { name: '年度' }).press('Enter');
  await expect(dialog(page)).toContainText('年度は整数で入力してください。');
  await closeDialog(page);
  await page.getByRole('textbox', { name: '年度' }).fill('');
  await page.getByLabel('予約番号').fill('999999999');
  await page.getByLabel('予約番号').press('Enter');
  await expect(page.getByText('該当するデータがありません。')).toBeVisible();
  await expect(page.getByText('表示 0 件')).toBeVisible();
  await expect(page.getByText('予約番号999999999（ほかの条件は使いません）')).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: '条件を変更' }).click();
  await searchEverything(page);
  await page.getByRole('button', { name: /^新規未確認/ }).click();
  await expect(rowsOf(page).first()).toContainText('新規未確認');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('what does not get through is asked again, and a search that fails leaves the list', async ({ page }) => {
  await logInToOffice(page);
  await page.route('**/MasterWIGA1/FirstDisplay', (route) => route.abort(), { times: 2 });
  await page.goto('/WIGA1');
  await closeDialog(page, 'もう一度試す');
  await expect(dialog(page)).toContainText('通信できませんでした。');
  await closeDialog(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(rowsOf(page).first()).toBeVisible();
  const all = await count(page);

  // Pressed again while the first search is still under way, and then the network is gone.
  const search = page.getByRole('button', { name: '検索', exact: true });
  await page.route('**/MasterWIGA1/Search', (route) => route.abort());
  await page.route('**/MasterWIGA1/Search', () => {}, { times: 1 });
  await search.click();
  await expect(page.getByText(/^読み込み中/)).toBeVisible();
  await search.click();
  await closeDialog(page);
  await expect.poll(() => count(page)).toBe(all);
  await page.unrouteAll();

  // A session that is over by then costs a password, not another press.
  await endSession(page);
  await page.getByLabel('予約番号').fill('999999999');
  await search.click();
  await logInToGoOn(page);
  await expect(page.getByText('予約番号999999999（ほかの条件は使いません）')).toBeVisible();
});
