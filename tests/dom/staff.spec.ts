// A manager gives a colleague an account, who sets a password with a code, works as what they are, and is turned and stopped.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, heading, logInToOffice } from '../e2e/kit.ts';

const CHOSEN = 'Tsubakino#2026!';

const menuButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const newUserId = () => `s${String(Date.now()).slice(-7)}`;

async function openStaff(page: Page): Promise<void> {
  await menuButton(page, '運用管理').click();
  await page.getByRole('navigation', { name: '運用管理' }).getByRole('link', { name: '職員アカウント' }).click();
  await expect(heading(page, '職員アカウント')).toBeVisible();
}

async function openAccount(page: Page, name: string): Promise<void> {
  await openStaff(page);
  await page.getByLabel('停止中も表示').check();
  await page.getByRole('link', { name: `詳細（${name}）` }).click();
  await expect(heading(page, '職員の編集')).toBeVisible();
}

/** The service may call itself by another name than journeys do, and a tab's session belongs to one name. */
const pathOf = (link: string) => link.slice(link.indexOf('/StaffSetup'));

/** Registers one and gives the address with its code. */
async function register(page: Page, name: string, userId: string, role?: string): Promise<string> {
  await openStaff(page);
  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByLabel('表示名').fill(name);
  await page.getByLabel('ユーザーID').fill(userId);
  if (role) await page.getByRole('radio', { name: role }).check();
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('登録しますか？');
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('この設定コードは一度だけ表示されます。本人に渡してください。');
  const link = dialog(page).getByText('/StaffSetup#');
  return pathOf((await link.textContent()) ?? '');
}

/** Somebody else, at a computer of their own. */
async function setUp(browser: Browser, link: string, userId: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByLabel('ユーザーID')).toHaveValue(userId);
  await expect(page).toHaveURL(/\/StaffSetup$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: '次へ' }).click();
  await page.getByRole('textbox', { name: /^新しいパスワード(?!（)/ }).fill(CHOSEN);
  await page.getByRole('textbox', { name: /（確認用）/ }).fill(`${CHOSEN}x`);
  await page.getByRole('button', { name: '設定する' }).click();
  await expect(dialog(page)).toContainText('に入力されている内容が相違しています。');
  await closeDialog(page);
  await page.getByRole('textbox', { name: /（確認用）/ }).fill(CHOSEN);
  await expectAccessible(page);
  await page.getByRole('button', { name: '設定する' }).click();
  await expect(page.getByText('パスワードを設定しました。ログインしてください。')).toBeVisible();
  await page.getByLabel('ユーザーID').fill(userId);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(CHOSEN);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
  return page;
}

test('a lost password is reset by a code; a code that was used opens nothing', async ({ page, browser }) => {
  const [userId, name] = [newUserId(), `受付　小林${Date.now()}`];
  await logInToOffice(page);
  const first = await register(page, name, userId, '閲覧');
  await closeDialog(page);
  const clerk = await setUp(browser, first, userId);
  await openAccount(page, name);
  await page.getByRole('button', { name: '設定コードを発行' }).click();
  await expect(dialog(page)).toContainText('パスワードを無効にして、設定コードを発行しますか？');
  await expect(dialog(page)).toContainText(`${name}さんは、すべての端末からログアウトされます。`);
  await expectAccessible(page);
  await dialog(page).getByLabel('2段階認証も解除する（端末を紛失した場合）').check();
  await closeDialog(page, '発行');
  await expect(dialog(page)).toContainText('設定コードを発行しました。');
  await closeDialog(page);
  await expect(page.getByText('初期設定待ち')).toBeVisible();

  await clerk.goto(first);
  await clerk.getByRole('button', { name: '次へ' }).click();
  await expect(dialog(clerk)).toContainText('ユーザーIDまたは設定コードが正しくないか、有効期限が切れています。');
  await closeDialog(clerk);
  await clerk.getByRole('link', { name: 'ログイン画面へ' }).click();
  await expect(heading(clerk, '管理者ログイン')).toBeVisible();
  await clerk.getByRole('link', { name: '設定コードをお持ちの方' }).click();
  await expect(heading(clerk, 'パスワードの設定')).toBeVisible();
  await clerk.context().close();
});
