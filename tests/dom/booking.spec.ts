// The examinee's way from the top page to the reservation number.
import { expect, test } from '@playwright/test';
import { entryField, mailField, newMail, reachConfirmation } from '../e2e/booking-steps.ts';
import { heading } from '../e2e/kit.ts';

test('back at every step, with nothing typed lost', async ({ page }) => {
  const mail = newMail();
  await reachConfirmation(page, mail, 4);
  await page.getByRole('button', { name: '戻って修正する' }).click();
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await expect(mailField(page)).toHaveValue(mail);
  await expect(page.getByRole('textbox', { name: '確認用' })).toHaveValue('');
  await page.goto('/CommonConfirmReserveInfo');
  await expect(heading(page, 'お客様情報入力')).toBeVisible();
  await page.reload();
  await expect(entryField(page, '名')).toHaveValue('太郎');
  await page.getByLabel('生年月日（年）').selectOption('1975');
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(page.getByRole('button', { name: /空きあり、選択中/ })).toBeVisible();
  await page.goto('/CommonInputReserveInfo');
  await expect(heading(page, '日時選択')).toBeVisible();
  await page.getByRole('button', { name: /情報入力へ/ }).click();
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1975');
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '日時選択')).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByLabel('ピロリ菌抗体').check();
  await page.reload();
  await expect(page.getByLabel('ピロリ菌抗体')).toBeChecked();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, 'コース選択')).toBeVisible();
  await expect(page.getByText('1975年6月12日生まれ')).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(page).toHaveURL(/CommonTop\/demo/);
  // The top page writes the institution into the session when it is ready.
  await expect(page.getByRole('button', { name: '個人で予約する' })).toBeEnabled();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/CommonSelectCalender');
  await expect(page).toHaveURL(/UtilityError/);
});
