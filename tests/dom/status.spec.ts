// The staff's home: today and tomorrow, what waits, how full the months are, and a search by days.
import { expect, type Page, test } from '@playwright/test';
import { endSession, logInToGoOn, logInToOffice, openMaster, TOP } from '../e2e/kit.ts';

const tokyo = (days = 0) => {
  const date = new Date(Date.now() + (9 + days * 24) * 3_600_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
const slashed = (date: ReturnType<typeof tokyo>) =>
  [date.year, ...[date.month, date.day].map((part) => String(part).padStart(2, '0'))].join('/');
const { year, month } = tokyo();
const next = { year: month === 12 ? year + 1 : year, month: (month % 12) + 1 };

const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^\d+年\d+月$/ });
const results = (page: Page) => page.getByRole('region', { name: '枠別の件数' });
test('a day of the calendar opens the list of exactly those whom it counts', async ({ page }) => {
  await logInToOffice(page, TOP);
  await page.getByRole('button', { name: '次の月' }).click();
  const frames = page.getByLabel('予約枠', { exact: true });
  for (const frame of ['すべての枠', '脳MRI']) {
    // Other journeys book meanwhile: a count that has turned between the two pages is compared once more.
    await expect(async () => {
      await expect(heading(page)).toBeVisible();
      await frames.selectOption({ label: frame });
      // The first day with somebody to count.
      const counted = page.locator('td').filter({ has: page.locator('b').filter({ hasText: /^[1-9]\d*$/ }) });
      const cell = counted.filter({ has: page.getByRole('link', { name: /の予約一覧$/ }) }).first();
      const people = Number(await cell.locator('b').textContent());
      await cell.getByRole('link').click();
      const tags = page.getByRole('region', { name: '検索条件' });
      await expect(tags).toContainText('予約状況: 新規未確認・変更未確認・予約確認済');
      if (frame !== 'すべての枠') await expect(tags).toContainText(`予約枠: ${frame}`);
      const found = page.getByText(/検索結果 [\d,]+ 件/);
      await expect(found).toBeVisible();
      const text = await found.textContent();
      await page.goBack();
      expect(text).toContain(`検索結果 ${people} 件`);
    }).toPass();
  }
});

test('a session that is over costs a password, not another press: months, a search by days, calendars', async ({
  page,
}) => {
  await logInToOffice(page, TOP);
  await expect(heading(page)).toHaveText(`${year}年${month}月`);
  await endSession(page);
  await page.getByRole('button', { name: '次の月' }).click();
  await logInToGoOn(page);
  await expect(page.getByRole('link', { name: slashed({ ...next, day: 1 }) })).toBeVisible();
  await endSession(page);
  await page.getByRole('button', { name: '検索' }).click();
  await logInToGoOn(page);
  await expect(results(page)).toContainText('検索結果');

  // One that is still to come: whoever has come is not moved any more.
  await page.getByRole('link', { name: /^新規未確認/ }).click();
  await page
    .getByRole('link', { name: /^詳細（/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'カレンダー' }).click();
  // Whichever there is: the visit may lie in the first month that can be booked, or in the last.
  const beside = page.getByRole('button', { name: /^(前|次)の月$/, disabled: false }).first();
  await expect(beside).toBeVisible();
  const shown = await heading(page).innerText();
  await endSession(page);
  await beside.click();
  await logInToGoOn(page);
  await expect(heading(page)).not.toHaveText(shown);

  for (const master of ['休日マスタ', '予約枠数マスタ']) {
    await openMaster(page, master);
    await expect(heading(page)).toHaveText(`${year}年${month}月`);
    await endSession(page);
    await page.getByRole('button', { name: '次の月' }).click();
    await logInToGoOn(page);
    await expect(heading(page)).toHaveText(`${next.year}年${next.month}月`);
  }
});
