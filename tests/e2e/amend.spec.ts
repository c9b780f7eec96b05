// On the day, an option is added and another dropped, on the same number: at the reception by keyboard alone, and on the detail.
import { expect, type Page, test } from '@playwright/test';
import { type Amendable, findAmendable } from './amendable.ts';
import { DESK, dialog, goBackOpenDays, heading, logInToOffice, look, lookClosely, PHONE, receptionDay } from './kit.ts';

const field = (page: Page) => page.getByLabel('予約番号（QR）・患者番号・カナ');
const line = (page: Page) => page.getByRole('status').first();
const cell = (page: Page, { name }: Amendable) => page.getByRole('button', { name: `${name} 様のオプションを変更` });
const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`;

test('given somebody who has come, when an option is added and dropped by keyboard, then number and place stay, the amount follows, and the field has the focus', async ({
  page,
}) => {
  await logInToOffice(page);
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '当日受付' }).click();
  await expect(heading(page, '当日受付')).toBeVisible();
  await goBackOpenDays(page, 7);
  const person = await findAmendable(page, (await receptionDay(page).innerText()).slice(0, 10));
  const { number, name, total, option } = person;

  // By the number and Shift+Enter, without the mouse.
  await field(page).focus();
  await page.keyboard.type(String(number));
  await page.keyboard.press('Shift+Enter');
  const box = dialog(page);
  await expect(box.getByRole('heading', { name: 'オプションの変更（予約番号は変わりません）' })).toBeVisible();
  await expect(box).toContainText(`${name} 様`);
  const save = box.getByRole('button', { name: '変更する' });
  await expect(save).toBeDisabled();
  const row = box.getByRole('checkbox', { name: new RegExp(`^${option.name}`) });
  if (!(await row.isVisible())) {
    await box.getByRole('button', { name: new RegExp(`^${option.group}`) }).focus();
    await page.keyboard.press('Enter');
  }
  await row.focus();
  await page.keyboard.press('Space');
  await expect(box).toContainText(`差額＋${yen(option.amount)}`);
  await lookClosely(page);
  await page.setViewportSize(DESK);
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await expect(dialog(page).last()).toContainText('オプションの変更をやめますか？');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(1);
    await expect(row).toBeChecked();
  }
  await row.focus();
  await page.keyboard.press('Control+Enter');
  const done = `合計 ${yen(total)} → ${yen(total + option.amount)}（差額 ＋${yen(option.amount)}）`;
  await expect(line(page)).toContainText(`${name} 様　オプションを変更しました。${done}`);
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await expect(cell(page, person)).toContainText(option.name);

  // On the detail, by the mouse; the history tells both.
  await page.getByRole('link', { name: String(number) }).click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  await expect(page.getByRole('link', { name: 'コース・オプションを変更' })).toHaveCount(0);
  await page.getByRole('button', { name: 'オプションを変更' }).click();
  await box.getByRole('checkbox', { name: new RegExp(`^${option.name}`) }).uncheck();
  await expect(box.locator('s')).toHaveText(option.name);
  await look(page, { sizes: [PHONE], axeAt: [] });
  await page.setViewportSize(DESK);
  await box.getByRole('button', { name: '変更する' }).click();
  await expect(
    page.getByText(`オプションを変更しました。合計 ${yen(total + option.amount)} → ${yen(total)}`),
  ).toBeVisible();
  await expect(page.getByText(`オプションを変更：取りやめ ${option.name} ${yen(option.amount)}`)).toBeVisible();
  await expect(page.getByText(`オプションを変更：追加 ${option.name} ${yen(option.amount)}`)).toBeVisible();
});
