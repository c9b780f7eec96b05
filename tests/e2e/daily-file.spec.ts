// The file of the day: from the home page to what no file has yet, into one, and how the list is asked for and narrowed.
import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, logInToOffice, TOP } from './kit.ts';

const WORDS = 'CSV未出力（新規・変更・取消）';

const rowsOf = (page: Page) => page.getByRole('table', { name: '検索結果' }).locator('tbody tr[data-row]');
const tile = (page: Page) => page.getByRole('link', { name: /^CSV未出力/ });
const bar = (page: Page) => page.getByRole('region', { name: 'CSV出力' });
/** A cell of the first row, by what stands above it: who may confirm has a column more than others. */
async function cellOf(page: Page, heading: string): Promise<string> {
  const headings = await page.getByRole('table', { name: '検索結果' }).locator('thead th').allTextContents();
  const column = headings.findIndex((text) => text.trim() === heading);
  return (await rowsOf(page).first().locator('td').nth(column).textContent()) ?? '';
}
const shownCount = async (page: Page) => {
  const text = (await page.getByText(/^表示 /).textContent()) ?? '';
  return Number(/検索結果 ([\d,]+) 件/.exec(text)?.[1]?.replaceAll(',', ''));
};

async function openTile(page: Page) {
  await page.goto('/AdminReserveStatusCheck');
  await tile(page).click();
  await expect(page.getByText(WORDS, { exact: true }).first()).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
}

async function ask(page: Page, path: string, form: [string, string][]) {
  const { token } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };
  const data = new URLSearchParams(form).toString();
  return (await page.request.post(`/api/${path}`, { headers, data })).json();
}

/** A pattern of one column. */
async function addPattern(page: Page): Promise<string> {
  const name = `毎日 ${randomUUID().slice(0, 8)}`;
  const item = { recordNumbers: '1', zkkbs: '1', zkcds: '0001', opbrs: '', opcds: '' };
  const answer = await ask(
    page,
    'CSVPatternDetail/Register',
    Object.entries({ ptcd: '000', ptnm: name, dffg: '0', ...item }),
  );
  expect(answer).toMatchObject({ errorCode: 0 });
  return name;
}

test('one press lists what no file has yet, and what is saved is gone from it; the pattern stays this clerk’s', async ({
  page,
}) => {
  await logInToOffice(page, TOP);
  await expect(tile(page)).toContainText(/^CSV未出力\s*[\d,]+ 件/);
  await expect(page.getByRole('link', { name: /^当日受付/ })).toContainText(/[\d,]+ ／ [\d,]+ 名/);
  await expect(page.getByRole('link', { name: /^当日受付/ })).toHaveAttribute('href', '/Reception');
  await expectAccessible(page);
  const pattern = await addPattern(page);

  await openTile(page);
  const all = await shownCount(page);
  const number = await cellOf(page, '予約番号');
  expect(number).toMatch(/^\d{9}$/);

  // Saved is what is shown: the rows of that person.
  await page.getByRole('searchbox', { name: 'カナ氏名' }).fill(await cellOf(page, 'カナ氏名'));
  await bar(page).getByLabel('CSVパターン').selectOption({ label: pattern });
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(all);
  const saving = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'CSV出力' }).click();
  await closeDialog(page, 'OK');
  await saving;
  await closeDialog(page);
  await expect(rowsOf(page).filter({ hasText: number })).toContainText('済');

  await openTile(page);
  await expect(page.getByText(/^表示 /)).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: number })).toHaveCount(0);

  // Whoever logs in again finds it chosen, as long as there is such a pattern.
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await logInToOffice(page, TOP);
  await openTile(page);
  const chosen = bar(page).getByLabel('CSVパターン').locator('option:checked');
  await expect(chosen).toHaveText(pattern);
  const code = await bar(page).getByLabel('CSVパターン').inputValue();
  await ask(page, 'CSVPatternList/Delete', [['ptcd', code]]);
  await page.reload();
  await expect(chosen).toHaveText('健診システム取込用');
});
