// Staff find whoever calls from any page, by keyboard alone, and come back to where they were.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { endSession, expectNoSidewaysScroll, heading, logInToGoOn, logInToOffice, PHONE } from './kit.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: '受診者検索' });
const rows = (page: Page) => page.locator('[data-row]');
const focusedRow = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.row ?? '');

async function find(page: Page, text: string) {
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function findSome(page: Page, text: string) {
  await find(page, text);
  await expect(page.getByText(`「${text}」`).first()).toBeVisible();
  await expect(rows(page).first()).toBeFocused();
}

async function takeRole(page: Page, role: string) {
  await page.evaluate((given) => {
    const session = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...session, role: given }));
  }, role);
  await page.reload();
  await page.locator('h1').first().waitFor();
}

// Whom the demo has depends on the day, but for 健診 花子 and the many called 佐藤.
test('a caller is found by kana and keys alone, opened, and stands there again on the way back', async ({ page }) => {
  await logInToOffice(page);
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await expect(page.getByText('S49.3.8', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('さとう');
  await page.keyboard.press('Enter');
  await expect(heading(page, '受診者検索')).toBeVisible();
  await expect(page.getByText(/カナ氏名または氏名が「サトウ」で始まる方/)).toBeVisible();
  await expect(rows(page).first()).toBeFocused();
  await expect(box(page)).toHaveValue('さとう');
  expect(page.url()).toMatch(/\/Find$/);
  await expectAccessible(page);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const number = await focusedRow(page);
  expect(number).toBe(await rows(page).nth(2).getAttribute('data-row'));
  await page.keyboard.press('Enter');
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  await expect(page.getByText(number, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/検索結果 3 \/ /)).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '受診者検索')).toBeVisible();
  await expect.poll(() => focusedRow(page)).toBe(number);

  // After a reload too, it shows what was looked for; the cursor begins at the first.
  await page.reload();
  await expect(rows(page).first()).toBeFocused();
  await expect(box(page)).toHaveValue('さとう');
});

test('what is not found is looked for inside; what can’t be looked for is told; what fails can be tried again', async ({
  page,
}) => {
  await logInToOffice(page);
  await find(page, 'シンハナ');
  await expect(page.getByText('「シンハナ」で始まる方はいません。氏名の途中に含む方を表示しています。')).toBeVisible();
  await expect(rows(page).first()).toBeFocused();
  await find(page, 'さ');
  await expect(page.getByText('カナは2文字以上で入力してください。')).toBeVisible();
  await find(page, 'ぬぬぬぬ');
  await expect(page.getByText('該当する方が見つかりません。')).toBeVisible();
  await expect(page.getByText(/^探した内容：カナ氏名または氏名が「ヌヌヌヌ」で始まる方/)).toBeVisible();
  await expect(page.getByRole('button', { name: '新しい方として電話予約をとる' })).toBeVisible();
  await expectAccessible(page);

  await page.route('**/api/Desk/Find', (route) => route.abort(), { times: 1 });
  await find(page, 'さとう');
  await page.getByRole('button', { name: 'もう一度' }).click();
  await expect(rows(page).first()).toBeFocused();

  // A session that is over is gone on with in place.
  await endSession(page);
  await find(page, 'すずき');
  await logInToGoOn(page);
  await expect(page.getByText(/「スズキ」で始まる方/)).toBeVisible();

  // A slow answer is overtaken by the next one, and never shown.
  await page.route(
    '**/api/Desk/Find',
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue().catch(() => {});
    },
    { times: 1 },
  );
  await find(page, 'たなか');
  await expect(page.getByText('探しています。')).toBeVisible();
  await find(page, 'さとう');
  await expect(page.getByText(/「サトウ」で始まる方/)).toBeVisible();
  await page.waitForTimeout(2000);
  await expect(page.getByText(/「サトウ」で始まる方/)).toBeVisible();
});

test('the bar holds the box for every role and at every width', async ({ page }) => {
  await logInToOffice(page);
  await findSome(page, 'けんしんはな');
  for (const role of ['manager', 'reception', 'viewer']) {
    await takeRole(page, role);
    for (const width of [1280, 1040, 820, PHONE.width]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
      const isRoomy = width >= 1040;
      await expect(page.getByRole('button', { name: '受診者検索を開く' })).toBeVisible({ visible: !isRoomy });
      if (isRoomy) expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(60);
    }
    await page.getByRole('button', { name: '受診者検索を開く' }).click();
    await expect(box(page)).toBeFocused();
    await box(page).fill('');
    await expect(page.getByLabel('1文字のキー（/ n ?）を使う')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
