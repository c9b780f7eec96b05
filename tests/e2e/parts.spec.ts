// The parts that keep something by themselves, on a page of their own: dialogs with the keyboard, and a table of ten thousand rows.
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import { expectAccessible } from './accessible.ts';
import { dialog } from './kit.ts';

const ORIGIN = 'http://parts.test';
const files = new Map<string, string | Uint8Array>();

test.beforeAll(async () => {
  const built = await build({
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: {
        input: new URL('parts/page.tsx', import.meta.url).pathname,
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
      },
    },
  });
  for (const { output } of [built].flat() as { output: { fileName: string; code?: string; source?: string }[] }[]) {
    for (const { fileName, code, source } of output) files.set(`/${fileName}`, code ?? source ?? '');
  }
  files.set(
    '/',
    '<!doctype html><html lang="ja"><title>Parts</title><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script>',
  );
});

async function open(page: Page, query = ''): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files.get(pathname) ?? files.get('/');
    const contentType = { js: 'text/javascript', css: 'text/css' }[pathname.split('.')[1] ?? ''] ?? 'text/html';
    return route.fulfill(body === undefined ? { status: 404 } : { body: String(body), contentType });
  });
  await page.goto(`${ORIGIN}/${query}`);
}

test('a button that goes with its press leaves the reader at the row that moves up, or at the heading', async ({
  page,
}) => {
  await open(page, '?going');
  const button = (name: string) => page.getByRole('button', { name });
  await button('削除 二').focus();
  await page.keyboard.press('Enter');
  await expect(button('削除 三')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('削除 一')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '端末' })).toBeFocused();
  await button('すべて表示').focus();
  await page.keyboard.press('Enter');
  await expect(button('すべて表示')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '端末' })).toBeFocused();
});

test.describe('dialogs', () => {
  test('take the keyboard and give it back, by a button or by Esc', async ({ page }) => {
    await open(page);
    const opener = page.getByRole('button', { name: '登録' });
    for (const key of ['Enter', 'Escape']) {
      await opener.click();
      await expect(dialog(page).getByRole('button', { name: 'OK' })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press(key);
      await expect(dialog(page)).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    const sure = page.evaluate(() => window.dialogs.confirm('削除しますか。', { danger: true }));
    await expect(dialog(page).getByRole('button', { name: 'キャンセル' })).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await sure).toBe(false);
  });

  test('are one at a time: the one before is answered by nothing', async ({ page }) => {
    await open(page);
    const first = page.evaluate(() => window.dialogs.confirm('ひとつめ'));
    await expect(dialog(page)).toContainText('ひとつめ');
    const second = page.evaluate(() => window.dialogs.confirm('ふたつめ'));
    await expect(dialog(page)).toHaveCount(1);
    await expect(dialog(page)).toContainText('ふたつめ');
    expect(await first).toBe(false);
    await page.getByRole('button', { name: 'OK' }).click();
    expect(await second).toBe(true);
  });

  test('of work that goes on stay until it is done, whatever is pressed', async ({ page }) => {
    await open(page);
    await page.evaluate(() => window.dialogs.progress('送信中', '送信しています。'));
    await expect(dialog(page).getByRole('status')).toContainText('送信しています。');
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeVisible();
    await page.evaluate(() => window.dialogs.close());
    await expect(dialog(page)).toHaveCount(0);
  });

  test('are closed by Back as by no, whichever they are and wherever: the address stays, and nothing else happens', async ({
    page,
  }) => {
    const waits: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && waits.push(message.text()));
    await open(page, '?before');
    await open(page);
    const start = page.url();
    const kinds = await page.evaluate(() => Object.keys(window.opens));
    for (const place of [start, `${ORIGIN}/next`]) {
      if (place !== start) await page.getByRole('link', { name: '次へ' }).click();
      // A dialog that opens while the other page is still to be drawn goes with the one before.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Parts at ${new URL(place).pathname}`);
      for (const kind of kinds) {
        const answer = page.evaluate((name) => window.opens[name]?.(), kind);
        await expect(dialog(page), kind).toBeVisible();
        await page.goBack();
        if (kind === 'progress') {
          await expect(dialog(page)).toBeVisible();
          await page.evaluate(() => window.dialogs.close());
        }
        await expect(dialog(page), kind).toHaveCount(0);
        expect(await answer, kind).toBeFalsy();
        await expect(page, kind).toHaveURL(place);
      }
      // The log-in in place, which another dialog leads to.
      const goesOn = page.evaluate(() => window.opens.sessionOver?.());
      await dialog(page).getByRole('button', { name: 'ログインして続ける' }).click();
      await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill('x');
      await page.goBack();
      await expect(dialog(page)).toHaveCount(0);
      expect(await goesOn).toBe(false);
      await expect(page).toHaveURL(place);
    }
    // The question that Back itself has raised.
    await page.getByLabel('メール').fill('書きかけ');
    for (const _ of [1, 2]) {
      await page.goBack();
      await expect(dialog(page)).toContainText('保存していない変更があります。');
      // The router puts the entry back by itself, a moment after it has asked.
      await expect(page).toHaveURL(`${ORIGIN}/next`);
      await page.goBack();
      await expect(dialog(page)).toHaveCount(0);
      await expect(page).toHaveURL(`${ORIGIN}/next`);
    }
    await expect(page.getByLabel('メール')).toHaveValue('書きかけ');
    await page.getByLabel('メール').fill('');
    // Nothing of them is left in the history: one Back is one page, and Forward opens none again.
    await page.goBack();
    await expect(page).toHaveURL(start);
    await page.goForward();
    await expect(page).toHaveURL(`${ORIGIN}/next`);
    await page.goBack();
    await expect(page).toHaveURL(start);
    await expect(dialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(`${start}?before`);
    expect(waits).toEqual([]);
  });

  test('go with their screen, answered by nothing', async ({ page }) => {
    await open(page);
    const answer = page.evaluate(() => window.dialogs.systemError());
    await expect(dialog(page)).toBeVisible();
    await page.getByRole('link', { name: '次へ', includeHidden: true }).dispatchEvent('click');
    await expect(dialog(page)).toHaveCount(0);
    expect(await answer).toBe(false);
    await expect(page).toHaveURL(`${ORIGIN}/next`);
  });

  test('about input lead to it: to the first that is wrong, or to the one that was pressed', async ({ page }) => {
    await open(page);
    const showProblems = () =>
      page.evaluate(() =>
        window.dialogs.inputError([
          'どこにもない問題です。',
          { field: 'mail', sentence: 'メールを入力してください。', inputId: 'mail' },
          { field: 'phone', sentence: '電話を入力してください。', inputId: 'phone' },
        ]),
      );
    let shown = showProblems();
    await dialog(page).getByRole('button', { name: '閉じる' }).click();
    await shown;
    await expect(page.getByLabel('メール')).toBeFocused();
    shown = showProblems();
    await dialog(page).getByRole('button', { name: '電話を入力してください。' }).click();
    await shown;
    await expect(page.getByLabel('電話')).toBeFocused();
  });
});

test.describe('a long table', () => {
  const row = (page: Page, number: number) => page.getByRole('link', { name: `受診者${number}を開く`, exact: true });
  const drawn = (page: Page) => page.getByRole('link', { name: /を開く$/ }).count();

  test('draws what is in view, and is as long as all of it', async ({ page }) => {
    await open(page, '?rows=10000');
    await expect(row(page, 1)).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => drawn(page)).toBeLessThan(100);
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '10001');
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const whole = await height();
    expect(whole).toBeGreaterThan(10_000 * 32);
    await page.evaluate(() => scrollTo(0, 5_000 * 32));
    await expect(row(page, 5_000)).toBeVisible();
    await expect(page.getByRole('row').filter({ has: row(page, 5_000) })).toHaveAttribute('aria-rowindex', '5001');
    await expect.poll(() => drawn(page)).toBeLessThan(100);
    await expect.poll(height).toBe(whole);
  });

  test('draws all of it while it is short', async ({ page }) => {
    await open(page, '?rows=200');
    await expect(row(page, 200)).toHaveCount(1);
    await expect.poll(() => drawn(page)).toBe(200);
  });

  test('is one stop of Tab, and the keys go through all of its rows', async ({ page }) => {
    await open(page, '?rows=10000');
    await row(page, 1).focus();
    for (const [key, number] of [
      ['ArrowUp', 1],
      ['ArrowDown', 2],
      ['PageDown', 22],
      ['ArrowUp', 21],
      ['PageUp', 1],
      ['End', 10_000],
      ['ArrowDown', 10_000],
      ['PageUp', 9_980],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(row(page, number)).toBeFocused();
      await expect(row(page, number)).toBeInViewport();
    }
    await expect(page.locator('tbody a[tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('受診者1を開きました');
  });

  test('keeps the row that the keyboard is at, however far the page is scrolled', async ({ page }) => {
    await open(page, '?rows=10000');
    await row(page, 3).focus();
    await page.evaluate(() => scrollTo(0, 9_000 * 32));
    await expect(row(page, 9_000)).toBeVisible();
    await expect(row(page, 3)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 4)).toBeFocused();
    await expect(row(page, 4)).toBeInViewport();
  });

  test('comes back to the row that was left', async ({ page }) => {
    await open(page, '?rows=10000&returnTo=7000');
    await expect(row(page, 7_000)).toBeFocused();
    await expect(row(page, 7_000)).toBeInViewport();
  });

  test('begins at the top in another order', async ({ page }) => {
    await open(page, '?rows=10000');
    const name = page.getByRole('columnheader', { name: '氏名' });
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
    await page.evaluate(() => scrollTo(0, 4_000 * 32));
    await expect(row(page, 4_000)).toBeVisible();
    await name.getByRole('button').click();
    await expect(name).toHaveAttribute('aria-sort', 'descending');
    await expect(row(page, 10_000)).toBeInViewport();
    await expect(page.getByRole('columnheader', { name: '受診日' })).not.toHaveAttribute('aria-sort');
  });
});
