// Ctrl+P: what staff put on paper as they see it. Slips, the day's list and calls have journeys of their own.
import { expect, type Page, test } from '@playwright/test';
import { bookAsGuest } from './booked-guest.ts';
import { logIn } from './booking-steps.ts';
import { heading, logInToOffice, openMaster, TOP } from './kit.ts';
import { A4, lookAtPaper, printed, USUAL } from './paper.ts';

async function openExtraction(page: Page): Promise<void> {
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '受診者抽出' }).click();
  await expect(heading(page, '受診者抽出')).toBeVisible();
  await expect(page.getByText(/^表示 [\d,]+ 件/)).toBeVisible();
}

test('given the month as the status page, the places and the closed days, then paper has nothing but what they say, and nothing is cut off', async ({
  page,
}) => {
  await logInToOffice(page, TOP);
  // What waits for staff is told there, too, and other journeys add to it.
  expect((await printed(page)).sizes).toEqual(A4.landscape);
  await lookAtPaper(page, 'landscape', async () => {
    await expect(page.getByRole('grid', { name: /^\d+年\d+月$/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: '予約件数の検索' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
  });

  await openMaster(page, '予約枠数マスタ');
  expect((await printed(page)).sizes).toEqual(A4.portrait);
  await lookAtPaper(page, 'portrait', () => expect(page.getByRole('table', { name: /の枠数$/ })).toBeVisible());

  await openMaster(page, '休日マスタ');
  expect(await printed(page)).toEqual({ count: 1, sizes: A4.portrait });
  await lookAtPaper(page, 'portrait', async () => {
    const days = page.getByRole('grid', { name: '日ごとの区分' }).locator('tbody tr');
    await expect(page.getByText(/^(診療日|休診日)$/).filter({ visible: true })).toHaveCount(await days.count());
  });
});

test('given a list of which the screen draws a part, then paper has all its rows under a heading on every sheet, and the detail is as it is stored', async ({
  page,
}) => {
  await logInToOffice(page);
  await openExtraction(page);
  const label = (await page.getByText(/^表示 [\d,]+ 件/).textContent()) ?? '';
  const count = Number(/[\d,]+/.exec(label)?.[0].replaceAll(',', ''));
  const drawn = await page.getByRole('table', { name: '検索結果' }).locator('tbody tr').count();
  expect(drawn).toBeLessThan(count);
  const paper = await printed(page);
  expect(paper.sizes).toEqual(A4.landscape);
  expect(paper.count).toBeGreaterThan(5);

  const list = page.locator('[data-print-sheet] table');
  await lookAtPaper(page, 'landscape', async () => {
    await expect(list.locator('tbody tr')).toHaveCount(count);
    await expect(list.locator('thead')).toHaveCSS('display', 'table-header-group');
    await expect(list.locator('thead')).toContainText(`受診者抽出${count.toLocaleString('ja-JP')} 件`);
    await expect(page.getByRole('table', { name: '検索結果' })).toBeHidden();
  });
  await expect(list).toHaveCount(0);

  await page
    .getByRole('link', { name: /^詳細（/ })
    .first()
    .click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  const memo = page.getByRole('textbox', { name: 'スタッフメモ' });
  await memo.fill('まだ保存していないメモ');
  expect((await printed(page)).sizes).toEqual(A4.portrait);
  await lookAtPaper(page, 'portrait', async () => {
    await expect(memo).toBeHidden();
    await expect(page.getByRole('heading', { name: '受診者', exact: true })).toBeVisible();
  });
  // Printing takes nothing of what was typed.
  await expect(memo).toHaveValue('まだ保存していないメモ');
});

const LONG_NAME = '勘解由小路　三九二郎左衛門之助麿';
const LONG_OPTION = '全身総合画像診断パッケージ（MRI・MRA・頸動脈超音波・心臓超音波・骨密度を含む特別検査）';

/** The reservation as an institution with long names and many options would have booked it. */
async function answerAtLength(page: Page, path: string, count: number): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const detail = await response.json();
    const options = Array.from({ length: count }, (_, at) => ({ opnm: `${LONG_OPTION}${at + 1}`, gkgk: 123_456 }));
    await route.fulfill({ response, json: { ...detail, optionInfoList: options, name: LONG_NAME } });
  });
}

/** No line is begun on one sheet and ended on the next. */
async function expectWholeLines(page: Page): Promise<void> {
  const line = page.getByText(`${LONG_OPTION}1`, { exact: true }).filter({ visible: true }).locator('xpath=..');
  await expect(line).toHaveCSS('break-inside', 'avoid');
}

/** Set PICTURES to a folder to see for yourself. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.pdf({ ...USUAL, preferCSSPageSize: true, path: `${folder}/${name}.pdf` });
}

test('given more options than a sheet holds, with long names, then an examinee takes two sheets along', async ({
  page,
}) => {
  const { mail, password } = await bookAsGuest(page, 43);
  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'マイページにログイン');
  await expect(heading(page, 'マイページ')).toBeVisible();
  await answerAtLength(page, '**/api/CommonReserveDetail/FirstDisplay', 40);
  await page.getByRole('button', { name: '詳細を見る' }).first().click();
  await expect(heading(page, 'ご予約の詳細')).toBeVisible();
  await expect(page.getByText(`${LONG_OPTION}40`, { exact: true })).toBeVisible();
  await expect(page.getByText(LONG_NAME)).toBeVisible();
  await keep(page, 'examinee-long');
  expect((await printed(page)).count).toBe(2);
  await lookAtPaper(page, 'portrait', () => expectWholeLines(page));
});
