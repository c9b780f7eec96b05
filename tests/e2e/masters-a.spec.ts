// Institution, clients and their categories, as an administrator keeps them.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, dialog, expectNoSidewaysScroll, logInToOffice, openMaster, PHONE } from './kit.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Journeys that run beside this one look for it. */
const ENGLISH = 'Shiominooka Health Check Center';

const update = (page: Page) => page.getByRole('button', { name: /^更新/ });

async function save(page: Page): Promise<void> {
  await update(page).click();
  await expect(dialog(page)).toContainText('更新しますか？');
  await closeDialog(page, 'OK');
}

/** At both sizes, and back. */
async function expectFine(page: Page): Promise<void> {
  const desk = page.viewportSize();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (desk) await page.setViewportSize(desk);
}

test('the institution is edited: address search, picture, what examinees see, and back again', async ({ page }) => {
  await logInToOffice(page);
  // The tab was used by an examinee before, whose session is over; the address search must not care.
  await page.evaluate(() => {
    const auth = { institutionCode: '10000001', examineeId: 1, userId: '', token: 'x'.repeat(43) };
    sessionStorage.setItem('examinee', JSON.stringify({ auth }));
  });
  await page.reload();
  await openMaster(page, '医療機関情報マスタ');
  await expect(page.getByLabel('医療機関名')).toHaveValue('汐見の丘健診センター');

  const [first, second] = [page.getByLabel('受診会場の郵便番号（3桁）'), page.getByLabel('受診会場の郵便番号（4桁）')];
  const address = page.getByRole('textbox', { name: /^受診会場の住所1/ });
  const search = page.getByRole('button', { name: '住所検索（受診会場の住所1）' });
  const before = await address.inputValue();
  // Half a postal code is found fault with when both halves were left.
  const complaint = page.getByText('受診会場の郵便番号は3桁と4桁の半角数字で入力してください。');
  await first.fill('1');
  await first.press('Tab');
  await expect(second).toBeFocused();
  await second.fill('00');
  await expect(complaint).toHaveCount(0);
  await search.click();
  await expect(page.getByText('郵便番号を3桁と4桁の半角数字で入力してください。')).toBeVisible();
  await first.fill('〒100-0001');
  await expect(first).toHaveValue('100');
  await expect(second).toHaveValue('0001');
  await search.click();
  await expect(address).toHaveValue('東京都千代田区千代田');
  await first.fill('４５２');
  await second.fill('０９６１');
  await search.click();
  await expect(address).toHaveValue('愛知県清須市春日');
  await expect(page.getByText('該当する町域が複数あります。住所1の続きを入力してください。')).toBeVisible();
  await first.fill('999');
  await second.fill('8888');
  await search.click();
  await expect(page.getByText('該当する住所が見つかりませんでした。')).toBeVisible();
  await expect(address).toHaveValue('愛知県清須市春日');

  await page.getByLabel('予約可能期間の終了').fill('3');
  await page.getByLabel('変更・取消期限').fill('七');
  await update(page).click();
  await expect(dialog(page)).toContainText('入力エラーです。');
  await expect(dialog(page)).toContainText('予約可能期間の終了は、開始以降の日数を入力してください。');
  await dialog(page).getByRole('button', { name: '変更・取消期限は整数で入力してください。' }).click();
  await expect(page.getByLabel('変更・取消期限')).toBeFocused();
  await page.getByLabel('変更・取消期限').fill('7');
  await page.getByLabel('予約可能期間の終了').fill('180');
  await first.fill('231');
  await second.fill('0000');
  await address.fill(before);

  const picture = page.getByRole('group', { name: 'トップページの背景画像' });
  await picture.locator('input').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(picture).toContainText('背景画像はPNG・JPEG・WebPの画像ファイルを選んでください。');
  await picture.locator('input').setInputFiles({ name: '海.png', mimeType: 'image/png', buffer: PNG });
  await expect(picture).toContainText('登録済み海.png更新すると登録されます');
  await expect(picture.getByAltText('背景画像のプレビュー')).toBeVisible();
  await page.getByLabel('英語名').fill(`${ENGLISH}, Yokohama`);
  await expectFine(page);
  await save(page);
  await expect(page).toHaveURL(/MasterWIRKNUpdateDone/);
  await expect(page.getByText('医療機関情報マスタを更新しました。')).toBeVisible();
  await expectFine(page);
  await page.getByRole('link', { name: 'TOPに戻る' }).click();
  await expect(page).toHaveURL(/AdminReserveStatusCheck/);

  const top = await page.context().newPage();
  await top.goto('/CommonTop/demo');
  await expect(top.getByText(`${ENGLISH}, Yokohama`)).toBeVisible();
  const shown = top.locator('img[src^="/images/"]');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await top.close();

  await openMaster(page, '医療機関情報マスタ');
  await expect(picture).toContainText('登録済み海.png');
  await picture.getByRole('button', { name: '画像を削除' }).click();
  await expect(picture).toContainText('更新すると削除されます');
  await page.getByLabel('英語名').fill(ENGLISH);
  await save(page);
  await page.getByRole('link', { name: 'TOPに戻る' }).click();
  await openMaster(page, '医療機関情報マスタ');
  await expect(picture).toContainText('未登録');

  // Without a picture the top page stands on a ground of its own; then the demo gets its picture back.
  const bare = await page.context().newPage();
  await bare.goto('/CommonTop/demo');
  await expect(bare.getByText(ENGLISH)).toBeVisible();
  await expect(bare.locator('svg[viewBox="0 0 1280 300"]')).toBeVisible();
  await expectFine(bare);
  await bare.close();
  await picture.locator('input').setInputFiles('src/app/demo/picture.webp');
  await save(page);
  await expect(page).toHaveURL(/MasterWIRKNUpdateDone/);
});

test('a client is registered, edited, given categories, and deleted with them', async ({ page }) => {
  const name = `髙﨑①～健保 ${Date.now()}`;
  await logInToOffice(page);
  await openMaster(page, 'クライアントマスタ');
  await expect(page.getByRole('row').nth(1)).toContainText('個人');
  await expect(page.getByRole('button', { name: '削除（個人）' })).toBeDisabled();
  await expectFine(page);
  await page.getByRole('button', { name: '詳細（個人）' }).click();
  await expect(page.getByLabel('名称').first()).toHaveValue('個人');
  await expect(page.getByRole('link', { name: '対象者区分の設定' })).toHaveCount(0);
  await page.goto('/MasterWHFKBRegister');
  await expect(page.getByRole('heading', { level: 1, name: 'クライアントの編集' })).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();

  await page.getByRole('button', { name: '新規登録' }).click();
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
  await expectFine(page);
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
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('登録しますか？');
  await expectAccessible(page);
  await closeDialog(page, 'OK');
  await expect(page).toHaveURL(/MasterWJGYORegisterDone/);
  await expect(page.getByText('登録しました。')).toBeVisible();
  await expectFine(page);
  await page.getByRole('link', { name: '一覧に戻る' }).click();

  await page.getByRole('searchbox', { name: '絞り込み' }).fill(name);
  await page.getByRole('button', { name: `詳細（${name}）` }).click();
  await expect(month).toHaveValue('4');
  await page.getByLabel('URL').fill('javascript:alert(1)');
  await update(page).click();
  await expect(dialog(page)).toContainText('URLはhttp://またはhttps://で始まるアドレスを入力してください。');
  await closeDialog(page);
  await expectFine(page);
  await page.getByLabel('URL').fill('https://kenpo.example.jp/');
  await page.getByRole('radiogroup', { name: '利用' }).getByLabel('不可').check();
  await save(page);
  await expect(page).toHaveURL(/MasterWJGYODetailUpdate/);
  await expect(page.getByText('クライアントマスタを更新しました。')).toBeVisible();
  await expectFine(page);
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await expect(page.getByRole('row', { name })).toContainText('不可');

  await page.getByRole('button', { name: `詳細（${name}）` }).click();
  await page.getByRole('link', { name: '対象者区分の設定' }).click();
  await expect(page).toHaveURL(/MasterWHFKBList/);
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText('データが一件も登録されていません。')).toBeVisible();
  await expect(page.getByRole('button', { name: 'マスタ管理' })).toHaveAttribute('aria-current', 'true');

  for (const category of ['被保険者', '被扶養者']) {
    await page.getByRole('button', { name: '新規登録' }).click();
    await page.getByLabel('名称').fill(category);
    await expectFine(page);
    await page.getByRole('button', { name: /^登録/ }).click();
    await closeDialog(page, 'OK');
    await expect(page.getByText('対象者区分を新規登録しました。')).toBeVisible();
    await expectFine(page);
    await page.getByRole('link', { name: '一覧に戻る' }).click();
  }
  await expectFine(page);
  await page.getByRole('button', { name: '詳細（被扶養者）' }).click();
  await page.getByLabel('名称').fill('');
  await update(page).click();
  await expect(dialog(page)).toContainText('名称は必須入力です。');
  await closeDialog(page);
  await page.getByLabel('名称').fill('被扶養者（配偶者）');
  await expectFine(page);
  await save(page);
  await expect(page.getByText('対象者区分マスタを更新しました。')).toBeVisible();
  await expectFine(page);
  await page.getByRole('link', { name: '一覧に戻る' }).click();
  await page.getByRole('button', { name: '削除（被扶養者（配偶者））' }).click();
  await expect(dialog(page)).toContainText('削除しますか？');
  await closeDialog(page, '削除');
  await expect(page.getByText('被扶養者')).toHaveCount(0);

  await page.getByRole('link', { name: '戻る', exact: true }).click();
  await expect(page).toHaveURL(/MasterWJGYODetail$/);
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
  await page.getByRole('button', { name: '詳細（東丘精機健康保険組合）' }).click();
  await page.getByRole('link', { name: '対象者区分の設定' }).click();
  await page.getByRole('button', { name: '削除（被保険者（本人））' }).click();
  await closeDialog(page, '削除');
  await expect(dialog(page)).toContainText(/対象者区分「被保険者（本人）」は使用中のため削除できません（コースの/);
});
