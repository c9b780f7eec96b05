// The examinee's top page.
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, dialog, expectLargeLettersToFit, expectNoSidewaysScroll, heading, PHONE } from './kit.ts';

for (const size of [PHONE, { width: 1280, height: 800 }]) {
  test(`tells whose it is, what is new, and where to go (${size.width})`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/CommonTop/demo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('汐見の丘健診センター');
    await expect(page.getByText('Shiominooka Health Check Center')).toBeVisible();
    await expect(page.getByRole('note')).toBeVisible();
    await expect(page.getByRole('link', { name: '045-000-0123' })).toHaveAttribute('href', 'tel:0450000123');
    for (const name of ['個人で予約する', '健康保険・お勤め先の健診で予約する', 'マイページにログイン']) {
      await expect(page.getByRole('button', { name })).toBeEnabled();
    }
    await page.getByRole('button', { name: 'MENU' }).click();
    await expect(page.getByRole('button', { name: 'Top', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'ログアウト' })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Top', exact: true })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    const foot = page.getByRole('contentinfo');
    await expect(foot).toContainText('シオミノオカケンシンセンター');
    await expect(foot).toContainText('〒231-0000 神奈川県横浜市中区汐見の丘1-2-3');
    const homepage = foot.getByRole('link', { name: /^汐見の丘健診センターのホームページ.*新しいタブで開きます/ });
    await expect(homepage).toHaveAttribute('href', 'https://shiominooka.example.jp/');
    await expect(homepage).toHaveAttribute('target', '_blank');
    await expect(homepage).toHaveAttribute('rel', 'noopener noreferrer');
  });
}

test('on a phone the ways in come before the telephone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/CommonTop/demo');
  const lastDoor = await page.getByRole('button', { name: 'マイページにログイン' }).boundingBox();
  const telephone = await page.getByRole('link', { name: '045-000-0123' }).boundingBox();
  expect(telephone?.y ?? 0).toBeGreaterThan((lastDoor?.y ?? 0) + (lastDoor?.height ?? 0));
});

test('an unknown route parameter gets the system error, which only closes here', async ({ page }) => {
  expect((await page.goto('/CommonTop/nowhere'))?.status()).toBe(404);
  await expect(dialog(page)).toContainText('システムエラーです。');
  await closeDialog(page);
  await expect(page).toHaveURL(/CommonTop\/nowhere/);
  await expect(heading(page, '医療機関が見つかりません')).toBeVisible();
  await expect(page.getByRole('button', { name: '個人で予約する' })).toHaveCount(0);
  await expectAccessible(page);
  await expectLargeLettersToFit(page);
  await page.goto('/CommonLogin/nowhere');
  await closeDialog(page);
  await expect(heading(page, '医療機関が見つかりません')).toBeVisible();
});

test('pages out of turn, and unknown ones', async ({ page }) => {
  await page.goto('/UtilityError');
  await expect(page.getByText('ブラウザを閉じて')).toBeVisible();
  await expectAccessible(page);
  await expectLargeLettersToFit(page);
  await page.goto('/CommonTop/demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('汐見の丘健診センター');
  await expectLargeLettersToFit(page);
  await page.goto('/UtilityError');
  await page.getByRole('link', { name: '汐見の丘健診センターのトップへ' }).click();
  await expect(page).toHaveURL(/CommonTop\/demo/);
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible();
  await expectLargeLettersToFit(page);
  await page.getByRole('link', { name: '汐見の丘健診センターのトップへ' }).click();
  await expect(page).toHaveURL(/CommonTop\/demo/);
  await page.goto('/');
  await expect(page).toHaveURL(/CommonTop\/demo/);
});
