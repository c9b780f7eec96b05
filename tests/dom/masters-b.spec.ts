// The administrator keeps examination items, options, time slots and mail templates; each journey uses records of its own.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, logInToOffice, openMaster } from '../e2e/kit.ts';

const register = (page: Page) => page.getByRole('button', { name: /^登録/ }).click();
const update = (page: Page) => page.getByRole('button', { name: /^更新/ }).click();
const startRegistering = (page: Page) => page.getByRole('link', { name: '新規登録' }).click();
const backToList = (page: Page) => page.getByRole('link', { name: '一覧に戻る' }).click();
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}(必須)?$`));

async function expectInputErrors(page: Page, sentences: string[]): Promise<void> {
  await expect(page.getByRole('dialog', { name: '入力エラー' })).toContainText('入力エラーです。');
  await expect(dialog(page)).toContainText('以下の内容をもう一度ご確認ください');
  for (const sentence of sentences) await expect(dialog(page)).toContainText(sentence);
  await closeDialog(page);
}

async function confirm(page: Page, question: string, picture?: string): Promise<void> {
  await expect(dialog(page)).toContainText(question);
  if (picture) await expectAccessible(page);
  await closeDialog(page, 'OK');
}

async function openRow(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: '絞り込み' }).fill(name);
  await page.getByRole('link', { name: `詳細（${name}）` }).click();
}

async function removeRow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `削除（${name}）` }).click();
  await expect(dialog(page)).toContainText('削除しますか？');
  await closeDialog(page, '削除');
}

async function expectInUse(page: Page, name: string, sentence: RegExp): Promise<void> {
  await page.getByRole('searchbox', { name: '絞り込み' }).fill('');
  await removeRow(page, name);
  await expect(dialog(page)).toContainText(sentence);
  await closeDialog(page);
}

test('an option category and its items, with one initial value at most', async ({ page }) => {
  const group = `分類 ${Date.now()}`;
  const [first, second] = [`${group} X線`, `${group} 内視鏡`];
  await logInToOffice(page);
  await openMaster(page, 'オプション分類マスタ');
  await expectAccessible(page);
  await startRegistering(page);
  // It would stand behind all others, unless somebody says otherwise.
  await expect(field(page, '並び')).toHaveValue(/^[1-9]\d?$/);
  await field(page, '並び').fill('');
  await register(page);
  await expectInputErrors(page, ['並びは半角数字で入力してください。', '名称は必須入力です。']);
  await field(page, '並び').fill('98');
  await field(page, '名称').fill(group);
  await field(page, '内部名称').fill('内部の名前');
  await field(page, '説明').fill('1行目\n2行目');
  await expectAccessible(page);
  await register(page);
  await confirm(page, '登録しますか？');
  await expect(page.getByText('登録しました。')).toBeVisible();

  await openMaster(page, 'オプション項目マスタ');
  await expectAccessible(page);
  await startRegistering(page);
  await register(page);
  await expectInputErrors(page, [
    'オプション分類を選択してください。',
    '並びは半角数字で入力してください。',
    '名称は必須入力です。',
  ]);
  const initial = page.getByLabel('はじめから選ばれた状態にする');
  await expect(initial).toHaveCount(0);
  await field(page, 'オプション分類').selectOption({ label: group });
  await initial.check();
  await field(page, 'オプション分類').selectOption({ label: '血液・その他' });
  await expect(initial).toHaveCount(0);
  await field(page, 'オプション分類').selectOption({ label: group });
  await expect(initial).not.toBeChecked();
  await initial.check();
  await field(page, '並び').fill('1');
  await field(page, '名称').fill(first);
  await field(page, '予約枠').selectOption({ label: '胃内視鏡' });
  await expectAccessible(page);
  await register(page);
  await confirm(page, '登録しますか？');
  await expect(page.getByRole('heading', { level: 1, name: '登録完了' })).toBeVisible();
  await backToList(page);

  await startRegistering(page);
  await field(page, 'オプション分類').selectOption({ label: group });
  await initial.check();
  await field(page, '並び').fill('2');
  await field(page, '名称').fill(second);
  await register(page);
  await closeDialog(page, 'OK');
  await expectInputErrors(page, [`の初期値は「${first}」に設定されています。`]);
  await initial.uncheck();
  await register(page);
  await closeDialog(page, 'OK');
  await backToList(page);

  await openRow(page, first);
  await expect(field(page, 'オプション分類')).toBeDisabled();
  await expect(field(page, '予約枠')).toHaveValue('0003');
  await expect(initial).toBeChecked();
  await expectAccessible(page);
  await field(page, '予約枠').selectOption({ label: 'なし' });
  await update(page);
  await confirm(page, '更新しますか？', 'option-items-update-confirm');
  await expect(page.getByRole('heading', { level: 1, name: '更新完了' })).toBeVisible();

  await openMaster(page, 'オプション分類マスタ');
  await openRow(page, group);
  await expect(field(page, '説明')).toHaveValue('1行目\n2行目');
  await page.getByLabel('複数選択').check();
  await update(page);
  await confirm(page, '更新しますか？');
  await expectInputErrors(page, [`オプション項目「${first}」が初期値のため`]);
  await page.getByLabel('単一選択').check();
  await field(page, '説明').fill('1行だけ');
  await update(page);
  await closeDialog(page, 'OK');
  await expect(page.getByText('オプション分類マスタを更新しました。')).toBeVisible();
  await backToList(page);
  await page.getByRole('searchbox', { name: '絞り込み' }).fill(group);
  await expectInUse(page, group, /使用中のため削除できません（オプション項目 2件）。/);

  await openMaster(page, 'オプション項目マスタ');
  for (const name of [first, second]) {
    await removeRow(page, name);
    await expect(page.getByText(name)).toHaveCount(0);
  }
  await expectInUse(
    page,
    '骨密度',
    /オプション項目「骨密度」は使用中のため削除できません（コースのオプション [\d,]+件/,
  );
  await openMaster(page, 'オプション分類マスタ');
  await removeRow(page, group);
  await expect(page.getByText(group)).toHaveCount(0);
});

test('a time slot is registered, edited and deleted; one in use stays', async ({ page }) => {
  const name = `時間帯 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, '時間帯マスタ');
  await expectAccessible(page);
  await startRegistering(page);
  await field(page, '受付時間　時間').fill('24');
  await field(page, '受付時間　分').fill('a');
  await register(page);
  await expectInputErrors(page, [
    '名称は必須入力です。',
    '受付時間　時間は0から23までの数値で入力してください。',
    '受付時間　分は半角数字で入力してください。',
  ]);
  await expectAccessible(page);
  await field(page, '名称').fill(name);
  await field(page, '受付時間　時間').fill('23');
  await field(page, '受付時間　分').fill('5');
  await register(page);
  await confirm(page, '登録しますか？');
  await expect(page.getByText('登録しました。')).toBeVisible();
  await backToList(page);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('23:05');
  await openRow(page, name);
  await expect(field(page, '受付時間　分')).toHaveValue('05');
  await field(page, '受付時間　分').fill('10');
  await update(page);
  await closeDialog(page, 'OK');
  await expect(page.getByText('時間帯マスタを更新しました。')).toBeVisible();
  await backToList(page);
  await removeRow(page, name);
  await expect(page.getByText(name)).toHaveCount(0);
  await expectInUse(
    page,
    '8:30',
    /受付時間「8:30」は使用中のため削除できません（予約 [\d,]+件、今日以降の枠数 [\d,]+件：[\d/]+ ほか\d+日）。/,
  );

  await page.getByRole('link', { name: '詳細（9:30）' }).click();
  await field(page, '受付時間　分').fill('35');
  await update(page);
  await expect(dialog(page)).toContainText(/すでに入っている今日以降の予約（[\d,]+枠）の受付時間は変わりません。/);
  await expectAccessible(page);
  await closeDialog(page, 'キャンセル');
});

test('all kinds of mails stand below the templates, with the text that goes out while none is registered, to begin with', async ({
  page,
}) => {
  await logInToOffice(page);
  await openMaster(page, 'メールテンプレートマスタ');
  const kinds = page.getByRole('region', { name: 'メールの種類と標準文' });
  await expect(kinds.getByRole('heading', { level: 3 })).toHaveCount(9);
  const reminder = kinds.getByRole('listitem').filter({ hasText: '受診前確認メール' });
  await expect(reminder).toContainText('受診者（予約のときのメールアドレス）');
  await expect(reminder).toContainText('クライアントマスタで決めます');
  await reminder.getByText('標準文を見る').click();
  await expect(reminder).toContainText('【{{医療機関名}}】受診日が近づいてまいりました');
  await expectAccessible(page);
  await reminder.getByRole('button', { name: 'これを元に作る（受診前確認メール）' }).click();
  await expect(field(page, '分類').locator('option:checked')).toHaveText('受診前確認メール');
  await expect(field(page, '件名')).toHaveValue('【{{医療機関名}}】受診日が近づいてまいりました');
  await expect(field(page, '本文')).toHaveValue(/受診日が近づいてまいりましたので/);
  await page.reload();
  await expect(field(page, '件名')).toHaveValue('【{{医療機関名}}】受診日が近づいてまいりました');
});
