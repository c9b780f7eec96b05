// The administrator's day begins: logging in, the frames master, logging out.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, logInToOffice, openMaster, PASSWORD } from '../e2e/kit.ts';

/** The session ends elsewhere: by a log-out in another tab, or because nobody came back in time. */
const endSession = (page: Page) =>
  page.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    return fetch('/api/Account/Logout', { method: 'POST', headers: { authorization: `Bearer ${office.token}` } });
  });

/** As when a colleague deletes it. */
const deleteFrame = (page: Page, waku: string) =>
  page.evaluate((code) => {
    const { token } = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    return fetch('/api/MasterWWAKU/Delete', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ waku: code }),
    });
  }, waku);

const codeIn = async (row: Locator) =>
  new URLSearchParams((await row.getAttribute('href'))?.split('?')[1]).get('waku') ?? '';

test('a screen that loads first takes the reader to its heading, unless they have moved on', async ({ page }) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await expect(page.getByRole('heading', { level: 1, name: '予約枠マスタ' })).toBeFocused();
  await page.getByRole('link', { name: '詳細（脳MRI）' }).click();
  const heading = page.getByRole('heading', { level: 1, name: '予約枠の編集' });
  await expect(heading).toBeFocused();

  await page.getByRole('button', { name: '戻る' }).click();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    page.route('**/api/MasterWWAKU/Detail', async (route) => {
      resolve();
      await new Promise<void>((done) => {
        answer = done;
      });
      await route.continue();
    });
  });
  await page.getByRole('link', { name: '詳細（脳MRI）' }).click();
  await asked;
  await expect(page.locator('main')).toBeFocused();
  const masters = page.getByRole('button', { name: 'マスタ管理' });
  await masters.focus();
  answer();
  await expect(heading).toBeVisible();
  await expect(masters).toBeFocused();
});

test('a record that is gone by now leads back to its list, which says so', async ({ page }) => {
  const name = `消える枠 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByLabel('名称').fill(name);
  await page.getByRole('button', { name: /登録/ }).click();
  await closeDialog(page, 'OK');
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  const row = page.getByRole('link', { name: `詳細（${name}）` });
  await row.click();
  await expect(page.getByLabel('名称')).toHaveValue(name);
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(row).toBeVisible();
  await deleteFrame(page, await codeIn(row));
  await row.click();
  await expect(page).toHaveURL(/MasterWWAKUList/);
  await expect(page.getByRole('note')).toContainText('選択された予約枠が見つかりません。');
  await expect(row).toHaveCount(0);
  await expectAccessible(page);
});

test('what a colleague has deleted can be saved and deleted no more: that is reported, and the list goes on', async ({
  page,
}) => {
  const name = `消された枠 ${Date.now()}`;
  const row = page.getByRole('link', { name: `詳細（${name}）` });
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  const register = async () => {
    await page.getByRole('link', { name: '新規登録' }).click();
    await page.getByLabel('名称').fill(name);
    await page.getByRole('button', { name: /登録/ }).click();
    await closeDialog(page, 'OK');
    await page.getByRole('link', { name: '一覧に戻る' }).click();
    await row.click();
    await expect(page.getByLabel('名称')).toHaveValue(name);
  };
  await register();
  await page.getByLabel('名称').fill(`${name}改`);
  await deleteFrame(page, new URL(page.url()).searchParams.get('waku') ?? '');
  await page.getByRole('button', { name: /更新/ }).click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('データが見つかりません。');
  await expect(dialog(page)).toContainText('ほかの利用者が削除した可能性があります。');
  await closeDialog(page);
  await closeDialog(page, '移動する');
  await expect(page).toHaveURL(/MasterWWAKUList/);
  await expect(page.getByRole('note')).toContainText('選択された予約枠が見つかりません。');
  await expect(row).toHaveCount(0);

  await register();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(row).toBeVisible();
  await deleteFrame(page, await codeIn(row));
  await page.getByRole('button', { name: `削除（${name}）` }).click();
  await closeDialog(page, '削除');
  await expect(dialog(page)).toContainText('データが見つかりません。');
  await closeDialog(page);
  await expect(page).toHaveURL(/MasterWWAKUList/);
  await expect(row).toHaveCount(0);
});

test('of two clerks at one record the later is told, and keeps what was typed', async ({ page }) => {
  const name = `二人の枠 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByLabel('名称').fill(name);
  await page.getByRole('button', { name: /登録/ }).click();
  await closeDialog(page, 'OK');
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await page.getByRole('link', { name: `詳細（${name}）` }).click();
  const field = page.getByRole('textbox', { name: /^名称/ });
  await field.fill(`${name}後`);
  await page.evaluate((wknm) => {
    const { token } = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    const waku = new URLSearchParams(location.search).get('waku') ?? '';
    return fetch('/api/MasterWWAKU/Update', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ waku, wknm, krkb: '1', ccd1: '1' }),
    });
  }, `${name}先`);
  await page.getByRole('button', { name: /更新/ }).click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await expect(dialog(page)).toContainText('入力された内容は、この画面に残っています。');
  await closeDialog(page);
  // What the other saved stands beside what was typed, and can be taken; or saved over, on purpose.
  await expect(field).toHaveValue(`${name}後`);
  await expect(page.getByText('ほかの利用者が変更した項目: 名称')).toBeVisible();
  await expect(page.getByText(`ほかの利用者の内容: ${name}先`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'この内容にする（名称）' }).click();
  await expect(field).toHaveValue(`${name}先`);
  await field.fill(`${name}後`);
  await page.getByRole('button', { name: /更新/ }).click();
  await expect(dialog(page)).toContainText(`${name}先`);
  await closeDialog(page, 'OK');
  await expect(page.getByText('更新しました。')).toBeVisible();
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await page.getByRole('button', { name: `削除（${name}後）` }).click();
  await closeDialog(page, '削除');
  await expect(page.getByText(name)).toHaveCount(0);
});

test('whoever leaves while it is being saved is asked, and not any more when it is saved', async ({ page }) => {
  const name = `保存中の枠 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByLabel('名称').fill(name);
  const saving = Promise.withResolvers<void>();
  await page.route('**/MasterWWAKU/Register', async (route) => {
    await saving.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /登録/ }).click();
  await closeDialog(page, 'OK');
  await page.getByRole('link', { name: 'TOP', exact: true }).first().click();
  await expect(dialog(page)).toContainText('このまま移動すると、変更した内容は失われます。');
  saving.resolve();
  await expect(page.getByText('登録しました。')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await page.getByRole('button', { name: `削除（${name}）` }).click();
  await closeDialog(page, '削除');
  await expect(page.getByText(name)).toHaveCount(0);
});

test('logging out with unsaved edits asks first', async ({ page }) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await page.getByRole('link', { name: '詳細（脳MRI）' }).click();
  await page.getByLabel('名称').fill('書きかけ');
  const logOut = page.getByRole('button', { name: 'ログアウト' });
  await logOut.click();
  await expect(dialog(page)).toContainText('このままログアウトすると、変更した内容は失われます。');
  await closeDialog(page, 'キャンセル');
  await expect(page.getByLabel('名称')).toHaveValue('書きかけ');
  await logOut.click();
  await closeDialog(page, 'ログアウトする');
  await expect(page).toHaveURL(/AdminLogin/);
});

test('what could not be loaded is loaded after the log-in', async ({ page }) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  const detail = page.getByRole('link', { name: '詳細（脳MRI）' });
  await expect(detail).toBeVisible();
  await endSession(page);
  await detail.click();
  await closeDialog(page, 'ログインして続ける');
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await closeDialog(page, 'ログインして続ける');
  await expect(page.getByLabel('名称')).toHaveValue('脳MRI');
  await expect(page.getByRole('heading', { level: 1, name: '予約枠の編集' })).toBeFocused();
});

test('menus by keyboard, logging out, and guarded pages', async ({ page }) => {
  await page.goto('/MasterWWAKUList');
  await expect(page).toHaveURL(/AdminLogin/);
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  const masters = page.getByRole('button', { name: 'マスタ管理' });
  await masters.focus();
  await page.keyboard.press('Enter');
  await expect(masters).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(masters).toHaveAttribute('aria-expanded', 'false');
  await expect(masters).toBeFocused();
  await masters.click();
  await masters.click();
  await expect(masters).toHaveAttribute('aria-expanded', 'false');

  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(page).toHaveURL(/AdminLogin/);
  await page.goto('/MasterWWAKURegister');
  await expect(page).toHaveURL(/AdminLogin/);
  await page.goto('/');
  await expect(page).toHaveURL(/AdminLogin/);
});

test('an address that does not exist says so, and leads on', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible();
  await expect(page).toHaveURL(/no\/such\/page/);
  await expect(page.getByRole('link', { name: '医療機関の方（管理者ログイン）' })).toBeVisible();
  await expectAccessible(page);
  await logInToOffice(page);
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: '予約状況照会へ' }).click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);
  await page.goto('/CommonTop/demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('汐見の丘健診センター');
  await page.goto('/no/such/page');
  await expect(page.getByRole('link', { name: '汐見の丘健診センターのトップへ' })).toBeVisible();
});

test('a session that ran out is picked up again without losing what was typed', async ({ page }) => {
  await logInToOffice(page);
  await openMaster(page, '予約枠マスタ');
  await page.getByRole('link', { name: '新規登録' }).click();
  await page.getByLabel('名称').fill('途中まで入力');
  await endSession(page);
  await page.getByRole('button', { name: /登録/ }).click();
  await closeDialog(page, 'OK');
  await expect(page.getByRole('dialog', { name: 'システムエラー' })).toContainText('システムエラーです。');
  await expect(dialog(page)).toContainText('内容をもう一度ご確認ください。');
  await expect(dialog(page)).toContainText('ログインの有効期限が切れました。');
  await expect(dialog(page)).toContainText('ログインすると、この画面の続きから操作できます。');
  await expect(dialog(page).getByRole('button').first()).toHaveText('ログインして続ける');
  await expect(dialog(page).getByRole('button').first()).toBeFocused();
  await expectAccessible(page);
  await closeDialog(page);
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await expect(dialog(page).getByRole('button', { name: 'キャンセル' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '画面を隠しています' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'ログインして続ける' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'パスワード' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'パスワード' }).fill('Wrong#2026');
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toContainText('パスワードが正しくありません。');
  await page.getByRole('textbox', { name: 'パスワード' }).fill('Biyori#2026');
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('名称')).toHaveValue('途中まで入力');
});
