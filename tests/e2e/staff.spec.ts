// A manager gives a colleague an account, who sets a password with a code, works as what they are, and is turned and stopped.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import { closeDialog, dialog, heading, logInToOffice, look, openReservation } from './kit.ts';

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
  await look(page);
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

test('a clerk gets an account by a code, works as 受付, is made 閲覧 while editing, and is stopped', async ({
  page,
  browser,
}) => {
  const [userId, name] = [newUserId(), `受付　山田${Date.now()}`];
  const { number } = await bookAsGuest(page, 45);
  await logInToOffice(page);
  await openStaff(page);
  await expect(page.getByRole('row', { name: /demo0001/ })).toContainText('あなた');
  await look(page);
  await page.getByRole('link', { name: '新規登録' }).click();
  await expect(page.getByLabel('ユーザーID')).toHaveValue(/^demo\d{4}$/);
  await expect(page.getByRole('radio', { name: '受付' })).toBeChecked();
  await page.getByRole('button', { name: /^登録/ }).click();
  await expect(dialog(page)).toContainText('表示名は必須入力です。');
  await closeDialog(page);
  await look(page);
  const link = await register(page, name, userId);
  await expectAccessible(page);
  await expect(dialog(page).getByRole('button', { name: 'リンクをコピー' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await closeDialog(page);
  await expect(page.getByRole('row', { name: new RegExp(userId) })).toContainText('初期設定待ち');

  const clerk = await setUp(browser, link, userId);
  await expect(clerk.getByRole('banner')).toContainText('受付');
  await expect(menuButton(clerk, '予約管理')).toBeVisible();
  await expect(menuButton(clerk, 'マスタ管理')).toHaveCount(0);
  await expect(menuButton(clerk, '運用管理')).toHaveCount(0);
  await clerk.goto('/MasterWWAKUList');
  await expect(clerk.getByText('この画面を表示する権限がありません。')).toBeVisible();
  await expectAccessible(clerk);
  await clerk.getByRole('link', { name: 'TOPへ' }).click();

  // What is typed stays when the role is taken away meanwhile.
  await openReservation(clerk, number);
  await clerk.getByLabel('患者番号', { exact: true }).fill('12-345');
  await openAccount(page, name);
  await expect(page.getByText('1 台').first()).toBeVisible();
  await look(page);
  await page.getByRole('radio', { name: '閲覧' }).check();
  await page.getByRole('button', { name: /^更新/ }).click();
  await expect(dialog(page)).toContainText('更新しますか？');
  await expect(dialog(page)).toContainText('閲覧');
  await closeDialog(page, 'OK');
  await expect(page.getByRole('row', { name: new RegExp(userId) })).toContainText('閲覧');
  await clerk.getByRole('button', { name: /^更新/ }).click();
  await closeDialog(clerk, 'OK');
  await expect(dialog(clerk)).toContainText('この操作を行う権限がありません。');
  await expect(dialog(clerk)).toContainText('権限エラー');
  await expect(dialog(clerk)).toContainText(
    'この操作を行う権限がありません。必要な場合は、院内の管理者にお問い合わせください。',
  );
  await closeDialog(clerk);
  await expect(clerk.getByLabel('患者番号', { exact: true })).toHaveValue('12-345');
  await expect(clerk.getByRole('banner')).toContainText('閲覧');
  await menuButton(clerk, '予約管理').click();
  await expect(clerk.getByRole('link', { name: '受診者抽出' }).first()).toBeVisible();
  await expect(clerk.getByRole('link', { name: 'CSVパターン一覧' })).toHaveCount(0);

  // Opened again, the screens have nothing that a 閲覧 may not do.
  await openReservation(clerk, number);
  await expect(clerk.getByText('変更する内容')).toHaveCount(0);
  await expect(clerk.getByRole('button', { name: /^更新/ })).toHaveCount(0);
  await expectAccessible(clerk);
  await clerk.goto('/WIGA1DetailCalender');
  await expect(clerk.getByText('この画面を表示する権限がありません。')).toBeVisible();
  await clerk.goto('/WIGA1');
  await expect(clerk.getByRole('table', { name: '検索結果' })).toBeVisible();
  await expect(clerk.getByText('CSVパターン')).toHaveCount(0);
  await expect(clerk.getByRole('button', { name: '一括確認' })).toHaveCount(0);
  // Who may look may print slips of what is selected, and nothing else.
  await clerk
    .getByRole('checkbox', { name: /^選択（/ })
    .first()
    .check();
  await expect(clerk.getByRole('button', { name: '受診票' })).toBeVisible();
  await expect(clerk.getByRole('button', { name: '一括確認' })).toHaveCount(0);

  await openAccount(page, name);
  await page.getByRole('button', { name: '停止', exact: true }).click();
  await expect(dialog(page)).toContainText('このアカウントを停止しますか？');
  await expect(dialog(page)).toContainText(
    'すぐにすべての端末からログアウトされ、ログインできなくなります。操作履歴は残ります。',
  );
  await expectAccessible(page);
  await closeDialog(page, '停止');
  await expect(page.getByRole('button', { name: '再開' })).toBeVisible();
  await clerk.getByRole('button', { name: '検索', exact: true }).click();
  await expect(dialog(clerk)).toContainText('ログインの有効期限が切れました。');
  await clerk.context().close();
});
