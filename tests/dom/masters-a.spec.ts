// Institution, clients and their categories, as an administrator keeps them.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, logInToOffice, openMaster } from '../e2e/kit.ts';

const update = (page: Page) => page.getByRole('button', { name: /^更新/ });

async function save(page: Page): Promise<void> {
  await update(page).click();
  await expect(dialog(page)).toContainText('更新しますか？');
  await closeDialog(page, 'OK');
}

test('a client is registered, edited, given categories, and deleted with them', async ({ page }) => {
  const name = `髙﨑①～健保 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, 'クライアントマスタ');
  await expect(page.getByRole('row').nth(1)).toContainText('個人');
  await expect(page.getByRole('button', { name: '削除（個人）' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: '詳細（個人）' }).click();
  await expect(page.getByLabel('名称').first()).toHaveValue('個人');
  await expect(page.getByRole('link', { name: '対象者区分の設定' })).toHaveCount(0);
  // Those who pay themselves have none, and an address may name nobody.
  for (const client of ['?jgcd=00000000', '?jgcd=x', '']) {
    await page.goto(`/MasterWHFKBRegister${client}`);
    await expect(page.getByRole('heading', { level: 1, name: 'クライアントマスタ' })).toBeVisible();
  }

  await page.getByRole('link', { name: '新規登録' }).click();
  const [month, day] = [page.getByLabel('年齢起算月', { exact: true }), page.getByLabel('年齢起算日', { exact: true })];
  await page.getByLabel('名称').first().fill(name);
  await page.getByLabel('保険者番号').fill('0699001499');
  await page.getByLabel('保険者番号').press('Tab');
  await expect(page.getByLabel('保険者番号')).toHaveValue('0699001499');
  await expect(page.getByText('保険者番号は8桁で入力してください。')).toBeVisible();
  await page.getByLabel('保険者番号').fill(' ０６９９００１４');
  await expect(page.getByText(/\d{4}年度は \d{4}\/03\/31 時点の年齢で数えます。/)).toBeVisible();
  await page.getByLabel('受診日当日').check();
  await expect(month).toBeDisabled();
  await expect(day).toHaveValue('0');
  await expect(page.getByText('受診日時点の年齢で数えます。')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('起算日（当年）').check();
  await page.getByRole('button', { name: /^登録/ }).click();
  await expect(dialog(page)).toContainText('年齢起算月が入力されていません。');
  await expect(dialog(page)).toContainText('年齢起算日が入力されていません。');
  await closeDialog(page);
  await expect(month).toBeFocused();
  await month.fill('2');
  await day.fill('30');
  await page.getByRole('button', { name: /^登録/ }).click();
  await expect(dialog(page)).toContainText('年齢起算月日に存在しない日付（2月30日）が入力されています。');
  await closeDialog(page);
  await month.fill('4');
  await day.fill('1');
  // Whoever typed it may know better than the check digit.
  await page.getByLabel('保険者番号').fill('06990015');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('登録しますか？');
  await expect(dialog(page)).toContainText('保険者番号「06990015」の数字に入力の誤りがあるようです');
  await expectAccessible(page);
  await closeDialog(page, 'OK');
  await expect(page).toHaveURL(/MasterWJGYORegisterDone/);
  await expect(page.getByText('登録しました。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '一覧に戻る' }).click();

  await page.getByRole('searchbox', { name: '絞り込み' }).fill(name);
  await page.getByRole('link', { name: `詳細（${name}）` }).click();
  await expect(month).toHaveValue('4');
  await page.getByLabel('URL').fill('javascript:alert(1)');
  await update(page).click();
  await expect(dialog(page)).toContainText('URLはhttp://またはhttps://で始まるアドレスを入力してください。');
  await closeDialog(page);
  await expectAccessible(page);
  await page.getByLabel('URL').fill('https://kenpo.example.jp/');
  await page.getByRole('radiogroup', { name: '利用' }).getByLabel('不可').check();
  await save(page);
  await expect(page).toHaveURL(/MasterWJGYODetailUpdate/);
  await expect(page.getByText('クライアントマスタを更新しました。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await expect(page.getByRole('row', { name })).toContainText('不可');

  await page.getByRole('link', { name: `詳細（${name}）` }).click();
  await page.getByRole('link', { name: '対象者区分の設定' }).click();
  await expect(page).toHaveURL(/MasterWHFKBList/);
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText('データが一件も登録されていません。')).toBeVisible();
  await expect(page.getByRole('button', { name: 'マスタ管理' })).toHaveAttribute('aria-current', 'true');

  for (const category of ['被保険者', '被扶養者']) {
    await page.getByRole('link', { name: '新規登録' }).click();
    await page.getByLabel('名称').fill(category);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^登録/ }).click();
    await closeDialog(page, 'OK');
    await expect(page.getByText('対象者区分を新規登録しました。')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: '一覧に戻る' }).click();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: '詳細（被扶養者）' }).click();
  await page.getByLabel('名称').fill('');
  await update(page).click();
  await expect(dialog(page)).toContainText('名称は必須入力です。');
  await closeDialog(page);
  await page.getByLabel('名称').fill('被扶養者（配偶者）');
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText('対象者区分マスタを更新しました。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await page.getByRole('button', { name: '削除（被扶養者（配偶者））' }).click();
  await expect(dialog(page)).toContainText('削除しますか？');
  await closeDialog(page, '削除');
  await expect(page.getByText('被扶養者')).toHaveCount(0);

  await page.getByRole('link', { name: '戻る', exact: true }).click();
  await expect(page).toHaveURL(/MasterWJGYODetail\?jgcd=[0-9]{8}$/);
  await expect(page.getByLabel('名称').first()).toHaveValue(name);
  await page.getByRole('button', { name: '戻る' }).click();
  await page.getByRole('button', { name: `削除（${name}）` }).click();
  await closeDialog(page, '削除');
  await expect(page.getByText(name)).toHaveCount(0);

  await page.getByRole('button', { name: '削除（東丘精機健康保険組合）' }).click();
  await closeDialog(page, '削除');
  await expect(dialog(page)).toContainText(
    /クライアント「東丘精機健康保険組合」は使用中のため削除できません（コース \d+件、予約 [\d,]+件/,
  );
});

test('categories belong to a client: without one, its list is where they begin', async ({ page }) => {
  await logInToOffice(page);
  await page.goto('/MasterWHFKBList');
  await expect(page).toHaveURL(/MasterWJGYOList/);
  await page.getByRole('link', { name: '詳細（東丘精機健康保険組合）' }).click();
  await page.getByRole('link', { name: '対象者区分の設定' }).click();
  await page.getByRole('button', { name: '削除（被保険者（本人））' }).click();
  await closeDialog(page, '削除');
  await expect(dialog(page)).toContainText(/対象者区分「被保険者（本人）」は使用中のため削除できません（コースの/);
});
