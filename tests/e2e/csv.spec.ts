// CSV files as staff make them: a pattern put together by mouse and keyboard, kept, copied and deleted.
import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { closeDialog, dialog, expectAccessible, expectNoSidewaysScroll, logInToOffice, PHONE } from './kit.ts';

const addable = (page: Page) => page.getByRole('listbox', { name: '追加可能項目' });
const output = (page: Page) => page.getByRole('listbox', { name: 'CSV出力項目' });
const offered = (page: Page, name: string) => addable(page).getByRole('option').filter({ hasText: name }).first();
const row = (page: Page, name: string) => output(page).getByRole('option').filter({ hasText: name }).first();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The names in order; + marks the selected ones. */
const shown = (page: Page) =>
  output(page)
    .getByRole('option')
    .evaluateAll((rows) =>
      rows.map((each) => {
        const name = each.textContent?.replace(/^\d+/, '').replace(/追加$/, '');
        return each.getAttribute('aria-selected') === 'true' ? `+${name}` : name;
      }),
    );
const expectShown = (page: Page, ...names: string[]) => expect.poll(() => shown(page)).toEqual(names);

async function expectFine(page: Page): Promise<void> {
  const desk = page.viewportSize();
  for (const size of [null, PHONE]) {
    if (size) await page.setViewportSize(size);
    // A button that is half under the bar is no smaller for that.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  if (desk) await page.setViewportSize(desk);
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await closeDialog(page, 'OK');
  await expect(page.getByText('保存しました。')).toBeVisible();
}

test('a pattern is put together, saved, opened again, copied and deleted', async ({ page }) => {
  const name = `取込用 ${randomUUID().slice(0, 8)}`;
  await logInToOffice(page);
  await page.goto('/CSVPatternList');
  await expect(page.getByRole('row', { name: /健診システム取込用/ })).toContainText('初期表示');
  await expectFine(page);
  await press(page, 'コピー');
  await expect(dialog(page)).toContainText('コピーするパターンを選んでください。');
  await closeDialog(page);

  await press(page, '新規');
  await expect(page.getByRole('heading', { level: 1, name: 'CSVパターンの登録' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('CSV出力項目は１項目以上の登録が必要です。');
  await closeDialog(page);
  await press(page, '挿入');
  await expect(dialog(page)).toContainText('追加可能項目が選択されていません');
  await closeDialog(page);
  await page.getByLabel('パターン名').fill(name);

  // By mouse: one, several apart, a range.
  await offered(page, '予約番号').click();
  await press(page, '挿入');
  await offered(page, '受診日').click();
  await offered(page, '予約枠').click({ modifiers: ['Control'] });
  await press(page, '末尾に追加');
  await expectShown(page, '予約番号', '+受診日', '+予約枠');
  await expect(row(page, '受診日')).toContainText('追加');
  await page.getByLabel('項目名で絞り込み').fill('ｶﾅ');
  await offered(page, 'カナ氏名').click();
  await offered(page, 'カナ名').click({ modifiers: ['Shift'] });
  await row(page, '受診日').click();
  await press(page, '挿入');
  await expectShown(page, '予約番号', '+カナ氏名', '+カナ姓', '+カナ名', '受診日', '予約枠');
  await page.getByLabel('項目名で絞り込み').fill('');
  await page.getByRole('radio', { name: 'オプション' }).check();
  await offered(page, 'ピロリ菌抗体').dblclick();
  await expect(row(page, 'ピロリ菌抗体')).toBeVisible();
  await expect(addable(page).getByRole('option').filter({ hasText: '予約番号' })).toHaveCount(0);

  // By keyboard: choose, move, delete.
  await output(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await expectShown(page, '+カナ氏名', '+カナ姓', '予約番号', 'カナ名', '受診日', '予約枠', 'ピロリ菌抗体');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(dialog(page)).toContainText('先頭項目を選択しています。');
  await closeDialog(page);
  await expect(output(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expectShown(page, 'カナ氏名', 'カナ姓', '予約番号', 'カナ名', '受診日', '予約枠');

  // By dragging, in the list and into it.
  await row(page, '予約枠').dragTo(row(page, 'カナ氏名'), { targetPosition: { x: 60, y: 4 } });
  await expectShown(page, '+予約枠', 'カナ氏名', 'カナ姓', '予約番号', 'カナ名', '受診日');
  await offered(page, '骨密度').dragTo(row(page, '予約枠'), { targetPosition: { x: 60, y: 4 } });
  await expectShown(page, '+骨密度', '予約枠', 'カナ氏名', 'カナ姓', '予約番号', 'カナ名', '受診日');
  await expectFine(page);

  await page.getByRole('button', { name: '戻る' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await save(page);
  await expectShown(page, '骨密度', '予約枠', 'カナ氏名', 'カナ姓', '予約番号', 'カナ名', '受診日');
  await expect(output(page)).not.toContainText('追加');
  await expect(page.getByRole('heading', { level: 1, name: 'CSVパターンの編集' })).toBeVisible();
  await page.reload();
  await expectShown(page, '骨密度', '予約枠', 'カナ氏名', 'カナ姓', '予約番号', 'カナ名', '受診日');
  await page.getByRole('button', { name: '戻る' }).click();

  await page.getByRole('radio', { name: `${name}を選択` }).check();
  await press(page, 'コピー');
  await expect(dialog(page)).toContainText('コピーしますか？');
  await closeDialog(page, 'OK');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  for (const each of [`${name}のコピー`, name]) {
    await press(page, `削除（${each}）`);
    await expect(dialog(page)).toContainText('削除しますか？');
    await closeDialog(page, '削除');
    await expect(page.getByRole('button', { name: `削除（${each}）`, exact: true })).toHaveCount(0);
  }
});
