// Somebody stands at the counter without a booking: they are booked for today, and marked as come in the same dialog.
import { expect, test } from '@playwright/test';
import { today } from '#domain/calendar/clock.ts';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import { dialog, logInAs } from '../e2e/kit.ts';
import { addCapacity, addCourse, addFrame, askAs } from '../e2e/new-clinic.ts';
import { openClinic } from '../e2e/operate.ts';

test('who comes to the counter is booked for today, and marked as come by the next press', async ({ page }) => {
  const clinic = await openClinic();
  const ask = await askAs(page.request, clinic.manager);
  await addFrame(ask);
  const publish = await addCourse(ask);
  await addCapacity(ask, today(new Date()));
  await publish(true);

  await logInAs(page, clinic.manager);
  await page.goto('/Reception');
  await page.getByRole('link', { name: '窓口で予約をとる' }).click();
  await expect(page.getByRole('radio', { name: '窓口' })).toBeChecked();
  const typed = {
    'カナ セイ': 'マドグチ',
    メイ: 'ハナコ',
    姓: '窓口',
    名: '花子',
    生年月日: '1974/3/8',
    電話番号: '045-000-1234',
  };
  for (const [label, text] of Object.entries(typed)) {
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text);
  }
  await page.getByRole('radio', { name: '女性' }).check();
  await page.getByRole('radio', { name: /^一日人間ドック/ }).check();
  await page
    .getByRole('region', { name: new RegExp(`^${formatMonthDay(today(new Date()))}`) })
    .getByRole('button', { name: /残り/ })
    .click();
  await page.getByRole('button', { name: /^予約する/ }).click();
  await expect(dialog(page)).toContainText('予約しました。');
  await dialog(page).getByRole('button', { name: '来院にする' }).click();
  await expect(dialog(page)).toContainText(/\d:\d\d 来院/);
  await expect(dialog(page).getByRole('button', { name: '来院にする' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: '次の電話へ' }).click();

  await page.goto('/Reception');
  await expect(page.getByRole('row', { name: /窓口 花子/ })).toContainText('来院');
});
