// The lists by examination of a day: chosen by keyboard, read on a phone, printed, saved as a file, and remembered for the next morning.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import {
  ask,
  expectLargeLettersToFit,
  goBackOpenDays,
  heading,
  logInToOffice,
  lookClosely,
  receptionDay,
} from './kit.ts';
import { A4, lookAtPaper, printed } from './paper.ts';

interface Wire {
  reserveList: { ukno: number; rvst: string }[];
  roomList: { name: string; uknos: number[] }[];
}

const paper = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const boxes = (page: Page) => page.getByRole('region', { name: '検査' }).getByRole('checkbox');

/** The lists of the day as the service knows them, without who did not come. */
async function expected(page: Page, receptDate: string) {
  const { reserveList, roomList }: Wire = await ask(page, 'Desk/RoomList', { receptDate });
  const absent = reserveList.filter(({ rvst }) => rvst === '2').map(({ ukno }) => ukno);
  return roomList.map(({ name, uknos }) => ({ name, numbers: uknos.filter((ukno) => !absent.includes(ukno)) }));
}

test('given a day’s examinations, when two are ticked by keyboard, then each is a sheet with everybody by time, on paper and in a file, and both are ticked tomorrow', async ({
  page,
}) => {
  await logInToOffice(page);
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '検査別の一覧' }).click();
  await expect(heading(page, '検査別の一覧')).toBeVisible();
  await goBackOpenDays(page, 6);
  const shown = await receptionDay(page).innerText();
  const address = `/RoomList?day=${shown.slice(0, 10).replaceAll('/', '-')}`;
  await expect(page).toHaveURL(address);
  await expect(page.getByText('左の一覧から検査を選んでください。')).toBeVisible();
  await expect(page.getByRole('button', { name: /^印刷/ })).toHaveCount(0);
  const [first, second] = await expected(page, shown.slice(0, 10));
  if (!first || !second) throw new Error('the demo has nobody on this day');

  await boxes(page).first().focus();
  await page.keyboard.press('Space');
  await expect(paper(page, first.name)).toContainText(`${first.numbers.length} 名`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(paper(page, second.name)).toContainText('2／2 枚目');
  await expect(boxes(page).nth(1)).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await expect(boxes(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  const rows = paper(page, first.name).locator('tbody tr');
  await expect(rows.getByRole('link')).toHaveText(first.numbers.map(String));
  await expect(page.getByText(`次の枚：${second.name} ${second.numbers.length} 名。`)).toBeVisible();
  await lookClosely(page);
  await expectLargeLettersToFit(page);

  // Whatever is shown, Ctrl+P has both, each from a new page on, under its own head.
  const sheets = page.locator('[data-print-sheet] article');
  const pages = await printed(page);
  expect(pages.sizes).toEqual(A4.landscape);
  expect(pages.count).toBeGreaterThan(1);
  await lookAtPaper(page, 'landscape', async () => {
    await expect(sheets).toHaveCount(2);
    for (const [at, { name, numbers }] of [first, second].entries()) {
      const head = sheets.nth(at).locator('thead');
      await expect(head).toHaveCSS('display', 'table-header-group');
      await expect(head).toContainText(`${name}${shown}${numbers.length} 名汐見の丘健診センター`);
      await expect(head).toContainText(/\d+\/\d+\/\d+ \d+:\d\d 印刷/);
      await expect(sheets.nth(at).locator('tbody tr')).toHaveCount(numbers.length);
    }
  });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/_検査別_\d{8}_\d{6}\.csv$/);
  const lines = new TextDecoder('shift_jis')
    .decode(readFileSync(await file.path()))
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(1 + first.numbers.length + second.numbers.length);
  await expect(page.getByText(`${file.suggestedFilename()} を保存しました`)).toBeVisible();

  // Another morning: the ticks are there. On a day to come nobody has come yet.
  await page.goto('/RoomList');
  await page.getByRole('button', { name: '次の診療日' }).click();
  await expect(boxes(page).first()).toBeChecked();
  await expect(page.getByRole('article')).toBeVisible();
  await page.getByRole('checkbox', { name: '来院した方だけ' }).check();
  await expect(page.getByText('選んだ検査に該当する方はいません。')).toBeVisible();
  await page.goto('/RoomList?day=2031-06-11');
  await expect(page.getByText('この日の予約はありません。')).toBeVisible();

  // Whoever may only look prints too, and gets no file.
  await page.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...office, role: 'viewer' }));
  });
  await page.goto(address);
  await expect(page.getByRole('button', { name: '印刷（2 枚）' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0);

  await rows.getByRole('link').first().click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  await page.getByRole('link', { name: '検査別の一覧', exact: true }).first().click();
  await expect(page).toHaveURL(address);
});
