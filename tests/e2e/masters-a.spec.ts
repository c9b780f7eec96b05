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
