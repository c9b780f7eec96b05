// Somebody is booked twice in a year: staff see it on both details and in the extraction, and the account is told before it confirms.
import { expect, type Page, test } from '@playwright/test';
import { bookAsGuest } from './booked-guest.ts';
import { closeDialog, dialog, logInToOffice, look, openReservation } from './kit.ts';

/** Of nobody else: journeys run side by side. */
const KANA = 'アイウエオカキクケコサシスセソタチツテトナニヌネノ';
const newKana = () => Array.from({ length: 8 }, () => KANA[Math.floor(Math.random() * KANA.length)]).join('');

const panel = (page: Page) => page.getByRole('region', { name: '同じ方の予約' });

const cell = (page: Page, number: number) => page.getByRole('cell', { name: String(number), exact: true });

async function extract(page: Page, number: number): Promise<void> {
  await page.goto('/WIGA1');
  const edit = page.getByRole('button', { name: '条件を変更' });
  const field = page.getByLabel('予約番号', { exact: true });
  await expect(edit.or(field).first()).toBeVisible();
  if (await edit.isVisible()) await edit.click();
  await field.fill(String(number));
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(cell(page, number)).toBeVisible();
}

test('a second booking in a year: both details tell, the extraction finds it; cancelled, all of it is gone', async ({
  page,
}) => {
  const who = { ryk2: newKana() };
  const [first, second] = [await bookAsGuest(page, 46, who), await bookAsGuest(page, 47, who)];
  await logInToOffice(page);
  await openReservation(page, first.number);
  await expect(panel(page)).toContainText('同じ年度に2件目です');
  await expect(panel(page)).toContainText('1 件');
  await expect(panel(page).getByRole('link', { name: 'この方の予約をとる' })).toBeVisible();
  await look(page);

  // From one to the other, but not over what was typed.
  await page.getByLabel('患者番号', { exact: true }).fill('1');
  await panel(page)
    .getByRole('link', { name: String(second.number) })
    .click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, '移動する');
  await expect(page.getByRole('definition').filter({ hasText: String(second.number) })).toBeVisible();
  await expect(panel(page)).toContainText('同じ年度に2件目です');
  await expect(panel(page).getByRole('link', { name: String(first.number) })).toBeVisible();

  await extract(page, first.number);
  await expect(page.getByTitle('同じ年度に2件以上')).toBeVisible();
  const chip = page.getByRole('button', { name: '重複の疑い 1' });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(cell(page, first.number)).toBeVisible();
  await look(page);
  // Both must hold.
  await page.getByRole('button', { name: 'メモあり 0' }).click();
  await expect(cell(page, first.number)).toHaveCount(0);
  await page.getByRole('button', { name: '絞り込みを解除' }).first().click();

  // One of the two is cancelled: neither is a second one any more.
  await openReservation(page, second.number);
  await page.getByLabel('予約状況', { exact: true }).selectOption('取消確認済');
  await page.getByLabel('取消の理由').selectOption('重複');
  await page.getByRole('button', { name: /^更新/ }).click();
  await closeDialog(page, 'OK');
  await expect(page).toHaveURL(/WIGA1Detail2/);
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await openReservation(page, one.number);
    await expect(panel(page).getByRole('link', { name: String(other.number) })).toBeVisible();
    await expect(panel(page)).not.toContainText('同じ年度に');
  }
  await extract(page, first.number);
  await expect(page.getByTitle('同じ年度に2件以上')).toHaveCount(0);
});
