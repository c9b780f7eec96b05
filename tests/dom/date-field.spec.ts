// A date in three selects is one field: it is found fault with when all of it was left, not on the way through it.
import { expect, test } from '@playwright/test';

test('a birth date waits until all three parts were left', async ({ page }) => {
  await page.goto('/CommonTop/demo');
  await page.getByRole('button', { name: '健康保険・お勤め先の健診で予約する' }).click();
  const part = (word: string) => page.getByLabel(`生年月日（${word}）`);
  const complaint = page.getByText('生年月日は年月日をすべて正しく選択してください。');
  await part('年').selectOption('1974');
  await part('年').press('Tab');
  await expect(part('月')).toBeFocused();
  await part('月').selectOption('5');
  await part('月').press('Tab');
  await expect(part('日')).toBeFocused();
  await part('日').press('Shift+Tab');
  await expect(part('月')).toBeFocused();
  await expect(complaint).toHaveCount(0);
  await part('月').press('Tab');
  await part('日').press('Tab');
  await expect(complaint).toBeVisible();
  await part('日').selectOption('8');
  await expect(complaint).toHaveCount(0);
});
