// CSV files as staff make them: a pattern put together by mouse and keyboard, and the rows of a search saved with one.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import iconv from 'iconv-lite';
import { expectAccessible } from './accessible.ts';
import {
  chooseDock,
  chooseVisit,
  confirmBooking,
  enter,
  entryField,
  fillPerson,
  goToConfirmation,
  newMail,
  reservationNumber,
} from './booking-steps.ts';
import {
  answerUnconfirmed,
  closeDialog,
  confirmSelf,
  dialog,
  expectNoSidewaysScroll,
  logInToOffice,
  PASSWORD,
  PHONE,
} from './kit.ts';
import { expectMeanwhile } from './meanwhile.ts';

/** The code of メール among the items. */
const MAIL = '0118';

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
  await expectAccessible(page);
  const desk = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
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

  await page.getByRole('link', { name: '新規登録' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'CSVパターンの登録' })).toBeVisible();
  await expect(page).toHaveURL(/\/CSVPatternDetail\?ptcd=/);
  // The keys work once the screen has what it shows.
  await expect(page.getByRole('button', { name: '保存' })).toBeVisible();
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
  // What is chosen and hidden is not added unseen.
  await page.getByLabel('項目名で絞り込み').fill('ｶﾅ');
  await press(page, '末尾に追加');
  await expect(dialog(page)).toContainText('追加可能項目が選択されていません');
  await closeDialog(page);
  await offered(page, 'カナ氏名').click();
  await offered(page, 'カナ名').click({ modifiers: ['Shift'] });
  await row(page, '受診日').click();
  await press(page, '挿入');
  await expectShown(page, '予約番号', '+カナ氏名', '+カナ姓', '+カナ名', '受診日', '予約枠');
  await page.getByLabel('項目名で絞り込み').fill('');
  await page.getByRole('radio', { name: 'オプション' }).check();
  // A finger's two touches choose a row and let it go again, as two presses with Ctrl do.
  await offered(page, 'ピロリ菌抗体').dblclick({ modifiers: ['Control'] });
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

  // A colleague is first: what differs is told, and the list on the screen can be saved over it on purpose.
  await output(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  const theirs = { recordNumbers: '1', zkkbs: '1', zkcds: MAIL, opbrs: '', opcds: '' };
  const pattern = { ptcd: new URL(page.url()).searchParams.get('ptcd') ?? '', ptnm: name, dffg: '0', ...theirs };
  await ask(page, 'CSVPatternDetail/Register', Object.entries(pattern));
  await page.keyboard.press('Control+Enter');
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await closeDialog(page);
  await expect(page.getByText('最新の内容にだけあるCSV出力項目: メール')).toBeVisible();
  await expectShown(page, '予約枠', 'カナ氏名', 'カナ姓', '予約番号', 'カナ名', '受診日');
  await expectFine(page);
  await save(page);
  await expect(page.getByText('最新の内容にだけある')).toHaveCount(0);
  await expectShown(page, '予約枠', 'カナ氏名', 'カナ姓', '予約番号', 'カナ名', '受診日');
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

/** The call of a screen, by whoever is logged in. */
async function ask(page: Page, path: string, form: [string, string][]) {
  const { token } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };
  const data = new URLSearchParams(form).toString();
  const answer = await (await page.request.post(`/api/${path}`, { headers, data })).json();
  expect(answer).toMatchObject({ errorCode: 0 });
  return answer;
}

test('the row that a search shows is saved as CP932, in the pattern that was chosen, and counts as fetched', async ({
  page,
}) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 45);
  await fillPerson(page, newMail());
  await entryField(page, '姓').fill('𠮷田髙﨑');
  await entryField(page, '名').fill('①Ⅱ');
  await goToConfirmation(page);
  await confirmBooking(page);
  const number = await reservationNumber(page);

  await logInToOffice(page);
  const ptnm = `書き出し ${randomUUID().slice(0, 8)}`;
  const codes = ['0001', '0106', '0012'];
  await ask(page, 'CSVPatternDetail/Register', [
    ...Object.entries({ ptcd: '000', ptnm, dffg: '0' }),
    ...codes.flatMap((zkcd, index): [string, string][] => [
      ['recordNumbers', String(index + 1)],
      ['zkkbs', '1'],
      ['zkcds', zkcd],
      ['opbrs', ''],
      ['opcds', ''],
    ]),
  ]);
  await page.goto('/WIGA1');
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByLabel('予約番号').first().fill(number);
  const bar = page.getByRole('region', { name: 'CSV出力' });
  // Whoever is quicker than the rows may not save a part of them for the whole.
  const { promise: isLookedAt, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/MasterWIGA1/Search', (route) => isLookedAt.then(() => route.continue()));
  await page.getByRole('button', { name: /^検索/ }).click();
  await expect(bar).toContainText('読み込みが終わると出力できます');
  await expect(bar.getByRole('button', { name: 'CSV出力' })).toBeDisabled();
  goOn();
  await expect(page.getByText('表示中の 1 件を出力')).toBeVisible();
  const pattern = bar.getByLabel('CSVパターン');
  await expect(pattern).toHaveValue('001');
  await pattern.selectOption('');
  await bar.getByRole('button', { name: 'CSV出力' }).click();
  await expect(dialog(page)).toContainText('CSVパターンが未選択です。');
  await closeDialog(page);
  await pattern.selectOption({ label: ptnm });
  await bar.getByRole('button', { name: 'CSV出力' }).click();
  await expect(dialog(page)).toContainText('ダウンロードしてもよろしいでしょうか。');
  await expect(dialog(page)).toContainText('未確認の予約が 1 件含まれています。');
  await closeDialog(page, 'キャンセル');
  await bar.getByRole('button', { name: 'CSV出力' }).click();
  // A session that is over by then costs a password, not the search.
  await ask(page, 'Account/Logout', []);
  await closeDialog(page, 'OK');
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  const saving = page.waitForEvent('download');
  await expectMeanwhile(page, 'MasterWIGA1/CsvDownload', 'ダウンロード中です。しばらくお待ちください。', () =>
    closeDialog(page, 'ログインして続ける'),
  );
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^汐見の丘健診センター_${ptnm}_\\d{8}_\\d{6}\\.csv$`));
  const file = await readFile(await saved.path());
  const name = '〓田髙﨑　①Ⅱ';
  expect(iconv.decode(file, 'cp932')).toBe(`予約番号,氏名,CSV出力\r\n${number},${name},未（新規）\r\n`);

  await expect(dialog(page)).toContainText('ダウンロード完了しました。');
  await expect(dialog(page)).toContainText('1 文字あり、「〓」に置き換えました。');
  await expect(dialog(page)).toContainText(`該当する予約番号: ${number}`);
  await expectAccessible(page);
  await closeDialog(page);
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('済');
  await page.getByRole('link', { name: 'CSV出力項目の確認・変更' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'CSVパターン一覧' })).toBeVisible();
  // What was chosen is still chosen on the way back, and for the next file.
  await page.goBack();
  await expect(pattern.locator('option:checked')).toHaveText(ptnm);
  await page.reload();
  await expect(pattern.locator('option:checked')).toHaveText(ptnm);

  // Hours after the log-in it asks who it is; whoever puts that off is left with nothing open, and whoever says it need not press again.
  for (const isConfirmed of [false, true]) {
    await answerUnconfirmed(page, 'MasterWIGA1/CsvDownload');
    await bar.getByRole('button', { name: 'CSV出力' }).click();
    await closeDialog(page, 'OK');
    await expect(dialog(page)).toContainText('ご本人の確認');
    if (isConfirmed) break;
    await closeDialog(page, 'キャンセル');
    await expect(dialog(page)).toHaveCount(0);
  }
  const savingAgain = page.waitForEvent('download');
  await confirmSelf(page);
  await savingAgain;
  await expect(dialog(page)).toContainText('ダウンロード完了しました。');
  await closeDialog(page);

  // The same once more, without searching for it.
  await bar.getByRole('button', { name: '前回のファイル' }).click();
  const former = dialog(page).getByRole('listitem').filter({ hasText: ptnm });
  await expect(former).toHaveCount(2);
  await expectAccessible(page);
  const savingFormer = page.waitForEvent('download');
  await former
    .first()
    .getByRole('button', { name: /^もう一度出力/ })
    .click();
  const former1 = await readFile(await (await savingFormer).path());
  expect(iconv.decode(former1, 'cp932')).toBe(`予約番号,氏名,CSV出力\r\n${number},${name},済\r\n`);
  await expect(dialog(page)).toContainText(`該当する予約番号: ${number}`);
});

test('a pattern that a colleague has deleted meanwhile is reported, and gone from the list', async ({
  page,
  context,
}) => {
  const name = `消えるパターン ${randomUUID().slice(0, 8)}`;
  await logInToOffice(page);
  await page.goto('/CSVPatternList');
  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByLabel('パターン名').fill(name);
  await offered(page, '予約番号').dblclick();
  await save(page);
  await page.getByRole('button', { name: '戻る' }).click();
  await page.getByRole('radio', { name: `${name}を選択` }).check();

  const colleague = await context.newPage();
  await colleague.goto('/CSVPatternList');
  await colleague.getByRole('button', { name: `削除（${name}）` }).click();
  await closeDialog(colleague, '削除');
  await expect(colleague.getByText(name)).toHaveCount(0);

  await press(page, 'コピー');
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('データが見つかりません。');
  await closeDialog(page);
  await expect(page.getByRole('heading', { level: 1, name: 'CSVパターン一覧' })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  await expect(page.getByRole('note')).toContainText('選択されたCSVパターンが見つかりません。');
});
