// Slips: from a reservation, from what is selected in the extraction, of a whole day; and what comes out of the printer.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { goBackOpenDays, heading, logInToOffice } from './kit.ts';
import { A4, drawings, printed } from './paper.ts';

const sheets = (page: Page) => page.getByRole('article', { name: /^受診票 \d{9}$/ });

/** Rows of the extraction of which there is a slip. */
const live = (page: Page) => page.getByRole('row').filter({ hasText: /新規未確認|変更未確認|予約確認済/ });

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
}

/** Answers as the service would of other reservations: what it says of one, put together again. */
async function answerWith(page: Page, make: (slip: Record<string, unknown>) => Record<string, unknown>[]) {
  await page.route('**/api/Desk/Slips', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, slipList: make(body.slipList[0]) } });
  });
}

async function openFirstDetail(page: Page): Promise<void> {
  await openMenu(page, '受診者抽出');
  await live(page)
    .getByRole('link', { name: /^詳細（/ })
    .first()
    .click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
}

test('given a reservation, when its slip is opened, then one A4 page comes with its number as a code, and nothing of the screen', async ({
  page,
}) => {
  await logInToOffice(page);
  await openFirstDetail(page);
  await page.getByRole('link', { name: '受診票' }).click();
  await expect(heading(page, '受診票')).toBeVisible();
  await expect(page).toHaveURL(/\/Slip\?ukno=[0-9]{9}$/);
  await expect(sheets(page)).toHaveCount(1);
  await expect(sheets(page)).toContainText('この用紙を受付にお出しください。');
  const number = /\d{9}/.exec((await sheets(page).getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await expect(sheets(page).getByRole('img', { name: `予約番号${number}のQRコード` })).toBeVisible();
  await expectAccessible(page);
  expect(await printed(page)).toEqual({ count: 1, sizes: A4.portrait });
  await page.emulateMedia({ media: 'print' });
  for (const name of ['戻る', '印刷 Ctrl+P']) await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
});

test('given rows that are selected, when 受診票 is pressed, then a page for each comes in their order; who may only look can do it too', async ({
  page,
}) => {
  await logInToOffice(page);
  await page.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...office, role: 'viewer' }));
  });
  await page.reload();
  await openMenu(page, '受診者抽出');
  const boxes = live(page).getByRole('checkbox', { name: /^選択（/ });
  await expect(boxes.first()).toBeVisible();
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  await expect(page.getByText('3 件を選択中')).toBeVisible();
  for (const name of ['一括確認', /ダウンロード/, /未確認をすべて選択/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('button', { name: '受診票' }).click();
  await expect(heading(page, '受診票')).toBeVisible();
  await expect(sheets(page)).toHaveCount(3);
  expect(await printed(page)).toEqual({ count: 3, sizes: A4.portrait });
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '受診者抽出')).toBeVisible();
});

test('given a day, when all slips are opened at the reception, then those without 未受診 come by slot and kana', async ({
  page,
}) => {
  await logInToOffice(page);
  await openMenu(page, '当日受付');
  await goBackOpenDays(page, 1);
  const rows = page.locator('tr[data-reception]:not([data-reception="no_show"])');
  await expect(rows.first()).toBeVisible();
  const numbers = await rows.evaluateAll((found) => found.map((row) => row.querySelector('td')?.innerText));
  await page.getByRole('link', { name: '受診票（全員）' }).click();
  await expect(sheets(page)).toHaveCount(numbers.length);
  const shown = await sheets(page).evaluateAll((found) => found.map((sheet) => sheet.getAttribute('aria-label')));
  expect(shown).toEqual(numbers.map((number) => `受診票 ${number}`));
  expect(await printed(page)).toEqual({ count: numbers.length, sizes: A4.portrait });
});

test('given a day of 200, when all slips are printed, then 200 pages in the list’s order', async ({ page }) => {
  await logInToOffice(page);
  await openFirstDetail(page);
  const numbers = Array.from({ length: 200 }, (_, n) => 300_000_000 + n);
  await answerWith(page, (slip) => numbers.map((ukno) => ({ ...slip, ukno })));
  await page.getByRole('link', { name: '受診票' }).click();
  await expect(sheets(page)).toHaveCount(200);
  const shown = await sheets(page).evaluateAll((found) => found.map((sheet) => sheet.getAttribute('aria-label')));
  expect(shown).toEqual(numbers.map((number) => `受診票 ${number}`));
  expect(await printed(page)).toEqual({ count: 200, sizes: A4.portrait });
});

test('twelve options and thirty items stay on one page, readable; far more go onto a second with head and code', async ({
  page,
}) => {
  await logInToOffice(page);
  await openFirstDetail(page);
  let [options, items, notes] = [12, 30, 4];
  await answerWith(page, (slip) => {
    const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n + 1));
    return [
      {
        ...slip,
        optionInfoList: many(options, (n) => ({ opnm: `オプション検査 第${n}（血液・画像）`, gkgk: 3_300 * n })),
        listInspection: many(items, (n) => ({ kmnm: `検査の項目 ${n}（身体計測）`, jskb: n % 5 === 0 ? '2' : '1' })),
        jsmmList: many(notes, (n) => `注意事項の${n}行目です。前日は21時以降のお食事をお控えください。`),
        mem1: '車いすで伺います。',
      },
    ];
  });
  await page.getByRole('link', { name: '受診票' }).click();
  await expect(sheets(page)).toHaveCount(1);
  expect(await printed(page)).toEqual({ count: 1, sizes: A4.portrait });
  const sheet = sheets(page).first();
  const smallest = await sheet.evaluate((paper) =>
    Math.min(
      ...[...paper.querySelectorAll('li, dd, dt, p, span, small')].map((text) =>
        Number.parseFloat(getComputedStyle(text).fontSize),
      ),
    ),
  );
  expect(smallest * 0.75).toBeGreaterThanOrEqual(7.99);
  await expect(sheet.getByText('オプション検査 第12（血液・画像）')).toBeVisible();

  [options, items, notes] = [60, 120, 30];
  await page.reload();
  await expect(sheets(page)).toContainText('オプション検査 第60');
  const { count, sizes } = await printed(page);
  expect(count).toBeGreaterThan(1);
  expect(sizes).toEqual(A4.portrait);
  // A corner of the code, in its own squares.
  const corner = '3 5 m\n2 5 l\n2 4 l\n2 3 l\n2 2 l\n3 2 l';
  expect((await drawings(page)).map((drawn) => drawn.includes(corner))).toEqual(Array(count).fill(true));
});

test('given the examinee’s first load, then its script has not grown by the code; the detail brings it along', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(response.url());
  });
  const ofCode = () => scripts.filter((url) => /qr-code/.test(url));
  await page.goto('/CommonTop/demo');
  await expect(page.locator('h1').first()).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
  expect(ofCode()).toEqual([]);
  await logInToOffice(page);
  await openFirstDetail(page);
  await page.getByRole('link', { name: '受診票' }).click();
  await expect(sheets(page)).toHaveCount(1);
  // So the check above can fail.
  expect(ofCode()).toHaveLength(1);
});
