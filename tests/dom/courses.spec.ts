// Courses as an administrator keeps them: from nothing to a guest's booking, and every one of their screens.
import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { ask, closeDialog, dialog, heading, logInToOffice, openMaster } from '../e2e/kit.ts';

const saveButton = (page: Page) => page.getByRole('button', { name: /^更新/ });

async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(dialog(page)).toContainText('更新しますか？');
  await closeDialog(page, 'OK');
}

async function saveRows(page: Page): Promise<void> {
  await save(page);
  await expect(page.getByText('更新しました。')).toBeVisible();
}

/** Journeys that run beside these never meet a client of their own, nor its courses. */
async function makeClient(page: Page, categories: readonly string[] = []) {
  const jgnm = `課程健保 ${randomUUID().slice(0, 8)}`;
  const codes = { ksfg: '2', ksmm: '0', ksdd: '0', vsbl: '1', caln: '1', gest: '1', mnsn: '0', kshj: '1' };
  await ask(page, 'MasterWJGYO/Register', { jgnm, ...codes, remd: '0', jksd: '0' });
  const { listJGYO } = await ask(page, 'MasterWJGYO/List', {});
  const { JGCD: jgcd } = listJGYO.find(({ JGNM }: { JGNM: string }) => JGNM === jgnm);
  for (const kbnm of categories) await ask(page, 'MasterWHFKB/Register', { jgcd, kbnm });
  return { name: jgnm, jgcd };
}

async function makeCourse(page: Page, jgcd: string, ksnm: string, upok = '0', nend = '2026'): Promise<string> {
  const from = { stdyYear: '2026', stdyMonth: '4', stdyDate: '1' };
  const to = { eddyYear: '2027', eddyMonth: '3', eddyDate: '31' };
  return (await ask(page, 'MasterWIRKS/Register', { jgcd, nend, ...from, ...to, ksnm, upok })).key;
}

/** The list's choice: other screens show the client's name under the same label, which is nothing to choose. */
const clientChoice = (page: Page) => page.getByRole('combobox', { name: 'クライアント' });

async function openCourses(page: Page, client: string): Promise<void> {
  await openMaster(page, 'コースマスタ');
  await clientChoice(page).selectOption({ label: client });
  await page.getByRole('button', { name: '検索' }).click();
}

const shortcut = (page: Page, what: string, name: string) =>
  page.getByRole('link', { name: `${what}（${name} 2026年度）` });

// Every screen is looked at with axe at two sizes, which takes its time.
test.beforeEach(async ({ page }) => {
  await logInToOffice(page);
});

test('a course is copied to many clients in one press, and to one that has none yet', async ({ page }) => {
  const [from, one, two] = [await makeClient(page, ['本人']), await makeClient(page), await makeClient(page)];
  const key = await makeCourse(page, from.jgcd, '巡回ドック', '1');
  const { listHFKB } = await ask(page, 'MasterWHFKB/List', { jgcd: from.jgcd });
  const row = { jkcds: '00', hfkbs: listHFKB[0].HFKB, sexes: 'Z', stags: '0', edags: '99', recordStatuses: '13' };
  await ask(page, 'MasterWRKKS/Update', { key, ...row, kngks: '100' });
  await openCourses(page, from.name);
  await page.getByRole('link', { name: '詳細（巡回ドック 2026年度）' }).click();
  await page.getByRole('link', { name: 'コピーして登録' }).click();
  await expect(heading(page, 'コースのコピー')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '1 行' })).toBeVisible();
  const copies = page.getByRole('button', { name: /^コピー/ });
  await copies.click();
  await expect(dialog(page)).toContainText('コピー先のクライアントを選択してください。');
  await closeDialog(page);
  // The source's own can be chosen as soon as its course would be another.
  const own = page.getByRole('checkbox', { name: from.name });
  await expect(own).toBeDisabled();
  await page.getByLabel('コース名').fill('巡回ドック秋');
  await own.check();
  await page.getByLabel('コース名').fill('巡回ドック');
  await expect(own).not.toBeChecked();
  await page.getByLabel('絞り込み').fill(one.name);
  await page.getByRole('button', { name: '表示中をすべて選択' }).click();
  await page.getByLabel('絞り込み').fill('');
  await page.getByRole('checkbox', { name: '個人', exact: true }).check();
  await expect(page.getByText(/^2 件を選択/)).toBeVisible();
  await expectAccessible(page);

  // A colleague changes it meanwhile: nothing is copied until the person has seen what it is now.
  await ask(page, 'MasterWRKKS/Update', { key, ...row, stags: '100', edags: '110', kngks: '200' });
  await copies.click();
  await expect(dialog(page)).toContainText('コピーしますか？');
  await expect(dialog(page)).toContainText(one.name);
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await closeDialog(page);
  await expect(page.getByRole('definition').filter({ hasText: '2 行' })).toBeVisible();
  await copies.click();
  await closeDialog(page, 'OK');
  await expect(page.getByText('1 件のコースをコピーしました。')).toBeVisible();
  await expect(page.getByRole('row', { name: /個人には対象者区分を設定できません/ })).toBeVisible();
  await expect(page.getByText('公開するには、コースの編集で「公開」にしてください。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `詳細（${one.name}）` }).click();
  await expect(page.getByRole('definition').filter({ hasText: one.name })).toBeVisible();
  await expect(page.getByLabel('非公開')).toBeChecked();

  // From a client without courses: which one is to be copied is chosen here.
  await openCourses(page, two.name);
  await expect(page.getByText('データが一件も登録されていません。')).toBeVisible();
  await expect(page.getByText('ほかのクライアントのコースをコピーできます。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'コピーして登録' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'コースのコピー' })).toBeVisible();
  await page.getByLabel('クライアント', { exact: true }).selectOption({ label: from.name });
  await expect(page.getByLabel('コース', { exact: true })).toHaveValue(key);
  await expect(page.getByRole('checkbox', { name: two.name })).toBeChecked();
  await expectAccessible(page);
  await copies.click();
  await closeDialog(page, 'OK');
  await expect(page.getByText('1 件のコースをコピーしました。')).toBeVisible();
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await expect(page.getByRole('row', { name: /巡回ドック/ })).toContainText('非公開');
});

test('options are set by category, doubled under a row, and taken back', async ({ page }) => {
  const client = await makeClient(page, ['本人']);
  await makeCourse(page, client.jgcd, '婦人科検診');
  await openCourses(page, client.name);
  await shortcut(page, 'オプション', '婦人科検診').click();
  const rows = page.getByRole('row', { name: /マンモグラフィ/ });
  await page.getByLabel('対象者区分').first().selectOption({ label: '本人' });
  // It says so once its rows are there.
  await expect(page.getByLabel('対象者区分').first()).toHaveValue(/.+/);
  await rows
    .first()
    .getByLabel(/合計金額/)
    .fill('5500');
  await rows
    .first()
    .getByRole('button', { name: /を複製$/ })
    .click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('変更 1 行・未保存')).toBeVisible();
  await rows
    .nth(1)
    .getByLabel(/合計金額/)
    .fill('4400');
  // What is seen on the screen is told before anything is asked.
  await saveButton(page).click();
  await expect(dialog(page)).toContainText('行目のオプションで性別、年齢範囲が適切ではありません。');
  await expect(dialog(page)).not.toContainText('更新しますか？');
  await closeDialog(page);
  await rows
    .nth(0)
    .getByLabel(/年齢範囲終了/)
    .fill('49');
  await rows
    .nth(1)
    .getByLabel(/年齢範囲開始/)
    .fill('50');
  await saveRows(page);
  await expect(rows.nth(1).getByLabel(/年齢範囲開始/)).toHaveValue('50');

  // Those for everybody are other rows; going there with unsaved edits asks.
  await rows
    .nth(0)
    .getByLabel(/合計金額/)
    .fill('5000');
  await page.getByLabel('対象者区分').first().selectOption({ label: '共通' });
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, '移動する');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByLabel(/合計金額/)).toHaveValue('0');
  // A row in the way that stands on another screen is named.
  await rows.getByRole('switch').check();
  await save(page);
  await expect(dialog(page)).toContainText('行目のオプションで性別、年齢範囲が適切ではありません。');
  await expect(dialog(page)).toContainText(
    '対象者区分「本人」の行（0〜49歳）、対象者区分「本人」の行（50〜999歳）と重なっています。',
  );
  await closeDialog(page);
  await rows.getByRole('switch').uncheck();
  await expect(rows).toContainText('未設定');
  await page.getByLabel('対象者区分').first().selectOption({ label: '本人' });
  await expect(rows).toHaveCount(2);

  // A row of its own for each even age; then all but one are taken back, and the last becomes a blank one.
  await rows
    .nth(1)
    .getByLabel(/合計金額/)
    .fill('4000');
  await rows
    .nth(1)
    .getByRole('button', { name: /を削除$/ })
    .click();
  await closeDialog(page, '削除');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /を削除$/ }).click();
  await closeDialog(page, '削除');
  await expect(rows.getByRole('switch', { name: /を設定$/ })).not.toBeChecked();
  await expect(rows).toContainText('未設定');
  await expect(rows.getByLabel(/年齢範囲終了/)).toHaveValue('999');
  await expectAccessible(page);
});

test('given courses copied to the next year, when they are published from there, then those that lack something are named first, and all are public', async ({
  page,
}) => {
  const client = await makeClient(page);
  for (const name of ['一日ドック', '半日ドック']) await makeCourse(page, client.jgcd, name, '1');
  await openCourses(page, client.name);
  await page.getByRole('link', { name: '年度更新' }).click();
  await page.getByRole('button', { name: '年度更新を実行する' }).click();
  await closeDialog(page, 'OK');
  await page.getByRole('button', { name: '複写した 2 コースを公開する' }).click();
  await expect(heading(page, 'コースマスタ')).toBeVisible();
  await expect(page.getByText('2 件を選択中')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: '選択（一日ドック 2027年度）' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: '選択（一日ドック 2026年度）' })).not.toBeChecked();
  await expectAccessible(page);

  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(dialog(page)).toContainText('2 コースを公開しますか？');
  await expect(dialog(page)).toContainText('半日ドック（2027年度）：料金と予約枠がないため予約できません');
  await closeDialog(page, 'OK');
  await expect(page.getByText('2 コースを公開しました。')).toBeVisible();
  await expect(page.getByRole('row', { name: /半日ドック.*2027\/04\/01/ })).toContainText(
    '料金と予約枠がないため予約できません',
  );

  // Somebody else has changed one since it was read: it stays, and is named.
  const { listIrks } = await ask(page, 'MasterWIRKS/Search', { jgcd: client.jgcd });
  const { key } = listIrks.find(
    ({ ksnm, nend }: { ksnm: string; nend: number }) => ksnm === '一日ドック' && nend === 2027,
  );
  const period = { stdyYear: '2027', stdyMonth: '4', stdyDate: '1', eddyYear: '2028', eddyMonth: '3', eddyDate: '31' };
  await ask(page, 'MasterWIRKS/Update', { key, ...period, ksnm: '一日ドック', upok: '1', mem1: '直した' });
  await page.getByRole('checkbox', { name: 'すべて選択' }).check();
  await expect(page.getByText('4 件を選択中')).toBeVisible();
  await page.getByRole('button', { name: '非公開にする' }).click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText(
    '一日ドック（2027年度）：ほかの職員が更新しています。最新の状態を確認してください。',
  );
  await closeDialog(page);
  await expect(page.getByText('3 コースを非公開にしました。')).toBeVisible();
  await expect(page.getByText('1 件を選択中')).toBeVisible();
});
