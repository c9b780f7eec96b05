// A booking that does not go through at once: refused, sent twice, or cut off.
import { expect, test } from '@playwright/test';
import { chooseDock, chooseVisit, course, enter, entryField, fillPerson, newMail } from './booking-steps.ts';

test('a birth date for which the course is not leads back to the course, and from there on again', async ({ page }) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 10);
  await fillPerson(page, newMail());
  await page.getByLabel('生年月日（年）').selectOption('2015');
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'コースを選び直す' }).click();
  await expect(page.getByText('2015年6月12日生まれ')).toBeVisible();
  await page.getByRole('button', { name: '変更する' }).click();
  await page.getByLabel('生年月日（年）').selectOption('1974');
  await page.getByRole('button', { name: 'コースを表示する' }).click();
  await course(page, '一日人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(page.getByRole('button', { name: /選択中/ })).toHaveCount(0);
  await chooseVisit(page, 10);
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1974');
  await expect(entryField(page, '姓')).toHaveValue('健診');
});
