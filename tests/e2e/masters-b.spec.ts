// The administrator keeps examination items, options, time slots and mail templates; each journey uses records of its own.
import { expect, type Page, test } from '@playwright/test';
import { closeDialog, dialog, logInToOffice, lookClosely, openMaster } from './kit.ts';

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
  if (picture) await lookClosely(page);
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

test('an examination item is registered, edited and deleted; one in use stays', async ({ page }) => {
  const name = `検査 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, '検査項目マスタ');
  await lookClosely(page);
  await startRegistering(page);
  await field(page, '並び').fill('一');
  await register(page);
  await expectInputErrors(page, ['並びは半角整数で入力してください。', '名称は必須入力です。']);
  await lookClosely(page);
  await field(page, '並び').fill('99');
  await field(page, '名称').fill(name);
  await register(page);
  await confirm(page, '登録しますか？', 'exam-items-confirm');
  await expect(page.getByText('登録しました。')).toBeVisible();
  await lookClosely(page);
  await backToList(page);
  await openRow(page, name);
  await expect(field(page, '並び')).toHaveValue('99');
  // A name that is there already is pointed out before it is taken.
  await field(page, '名称').fill('血 圧');
  await update(page);
  await expect(dialog(page)).toContainText('同じ名称がすでに登録されています。');
  await closeDialog(page, 'キャンセル');
  await field(page, '名称').fill(`${name}改`);
  await update(page);
  await confirm(page, '更新しますか？');
  await expect(page.getByText('検査項目マスタを更新しました。')).toBeVisible();
  await backToList(page);
  await removeRow(page, `${name}改`);
  await expect(page.getByText(`${name}改`)).toHaveCount(0);
  await expectInUse(page, '血圧', /検査項目「血圧」は使用中のため削除できません（コースの検査項目 \d+件）。/);

  await startRegistering(page);
  await field(page, '並び').fill('1');
  await field(page, '名称').fill(name);
  await page.route('**/api/MasterWKKMM/Register', (route) => route.abort());
  await register(page);
  await closeDialog(page, 'OK');
  await expect(page.getByRole('dialog', { name: '通信エラー' })).toContainText('通信できませんでした。');
  await expect(dialog(page)).not.toContainText('内容をもう一度ご確認ください。');
  await closeDialog(page);
  await expect(field(page, '名称')).toHaveValue(name);
  const fault = { status: 500, json: { errorCode: 11, errorMessagesList: [] } };
  await page.unroute('**/api/MasterWKKMM/Register');
  await page.route('**/api/MasterWKKMM/Register', (route) => route.fulfill(fault));
  await register(page);
  await closeDialog(page, 'OK');
  await expect(dialog(page)).not.toContainText('内容をもう一度ご確認ください。');
  await closeDialog(page);
  await expect(page).toHaveURL(/AdminLogin/);
});

test('a mail template is written with variables and a preview', async ({ page }) => {
  const title = `お知らせ ${Date.now()}`;
  const course = '特定健診';
  await logInToOffice(page);
  await openMaster(page, 'メールテンプレートマスタ');
  await lookClosely(page);
  await startRegistering(page);
  await register(page);
  await expectInputErrors(page, [
    '分類を選択してください。',
    '件名は必須入力です。',
    '本文は必須入力です。',
    '送信元は必須入力です。',
  ]);
  await lookClosely(page);
  await expect(field(page, 'コース')).toBeDisabled();
  await field(page, '分類').selectOption({ label: '予約促進メール' });
  await field(page, 'クライアント').selectOption({ label: '個人' });
  await field(page, 'コース').selectOption({ label: '定期健康診断' });
  await field(page, 'クライアント').selectOption({ label: '東丘精機健康保険組合' });
  await expect(field(page, 'コース')).toHaveValue('');
  await field(page, 'コース').selectOption({ label: course });
  await field(page, '件名').fill(title);
  const body = field(page, '本文');
  await body.fill('様\n\n{{患者名}}');
  await body.press('Control+Home');
  await page.getByRole('button', { name: '氏名' }).click();
  await expect(body).toBeFocused();
  await page.keyboard.type('　');
  await expect(body).toHaveValue('{{氏名}}　様\n\n{{患者名}}');
  await expect(page.getByRole('button', { name: /^氏名\s*使用中$/ })).toBeVisible();
  const preview = page.getByRole('region', { name: /プレビュー/ });
  await expect(preview.getByText('山本 佳乃')).toBeVisible();
  await field(page, '件名').press('End');
  await page.getByRole('button', { name: '医療機関名' }).click();
  await expect(field(page, '件名')).toHaveValue(`${title}{{医療機関名}}`);
  await field(page, '件名').fill(title);
  await field(page, '送信元').fill('kenshin@example.jp');
  await field(page, 'BCC').fill('a@example.jp,b@example.jp');
  await register(page);
  await expectInputErrors(page, [
    '本文に使用できない差し込み項目があります（{{患者名}}）。',
    'BCCが正しい書式ではありません。',
  ]);
  await lookClosely(page);
  await body.fill('{{氏名}}　様\n\n{{コース名}}のご案内です。');
  await field(page, 'BCC').fill('');
  await expect(preview).toContainText(`${course}のご案内です。`);
  await lookClosely(page);
  await register(page);
  await confirm(page, '登録しますか？', 'mail-confirm');
  await expect(page.getByText('登録完了しました。')).toBeVisible();
  await backToList(page);

  const row = `予約促進メール ${title}`;
  await page.getByRole('searchbox', { name: '絞り込み' }).fill(title);
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText(/0000\d{4} 東丘精機健康保険組合/);
  await page.getByRole('link', { name: `詳細（${row}）` }).click();
  await expect(field(page, 'クライアント')).toHaveCount(0);
  await expect(page.getByText('東丘精機健康保険組合', { exact: true })).toBeVisible();
  await field(page, '本文').fill('{{氏名}}　様');
  await update(page);
  await confirm(page, '更新しますか？', 'mail-update-confirm');
  await expect(page.getByText('更新しました。')).toBeVisible();
  await backToList(page);

  await startRegistering(page);
  await field(page, '分類').selectOption({ label: '予約促進メール' });
  await field(page, 'クライアント').selectOption({ label: '東丘精機健康保険組合' });
  await field(page, 'コース').selectOption({ label: course });
  await field(page, '件名').fill(title);
  await field(page, '本文').fill('本文');
  await field(page, '送信元').fill('kenshin@example.jp');
  await register(page);
  await closeDialog(page, 'OK');
  await expectInputErrors(page, ['同じ分類・クライアント・コースのメールテンプレートがすでに登録されています。']);
  await page.getByRole('button', { name: '戻る' }).click();
  await closeDialog(page, '移動する');
  await removeRow(page, row);
  await expect(page.getByText(title)).toHaveCount(0);

  await page
    .getByRole('link', { name: /詳細（予約確定（管理者） / })
    .first()
    .click();
  await expect(field(page, '本文')).toHaveValue(/\{\{氏名\}\}/);
  await lookClosely(page);
});
