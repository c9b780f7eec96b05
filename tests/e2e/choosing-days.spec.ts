// Days that stay, come and go with what is chosen: by day or by time, by age, and because of an option.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { chooseDock, days, enter } from './booking-steps.ts';
import { expectNoSidewaysScroll, PHONE } from './kit.ts';

interface Month {
  krkb: string;
  clnd: string;
  reserveData: { date: string; tmzn: string; sthm: string }[];
  calmData: { date: string; ckbn: string; state: string }[];
  listOpOff: unknown[];
}

/** The calendar's answers as another institution would give them. */
async function answerCalendar(page: Page, change: (month: Month, sent: URLSearchParams) => Month): Promise<void> {
  await page.route('**/api/CommonSelectCalender/**', async (route) => {
    const response = await route.fetch();
    const sent = new URLSearchParams(route.request().postData() ?? '');
    await route.fulfill({ response, json: change(await response.json(), sent) });
  });
}

test('an option that costs days is named and can be taken off, there and then', async ({ page }) => {
  await page.setViewportSize(PHONE);
  // One day that the MRI has no place on, and one that it has taken up, while it is chosen.
  const MRI = { opbr: '0004', opcd: '0001' };
  const off = { ...MRI, opnm: '脳MRI・MRA', insteadOpcd: '', insteadJkcd: '', insteadOpnm: '' };
  await answerCalendar(page, (month, sent) => {
    if (!sent.getAll('opbrs').includes(MRI.opbr)) return { ...month, listOpOff: [] };
    const lost = [...new Set(month.reserveData.map(({ date }) => date))].slice(0, 2);
    return {
      ...month,
      reserveData: month.reserveData.filter(({ date }) => !lost.includes(date)),
      calmData: month.calmData.map((day) =>
        lost.includes(day.date) ? { ...day, state: day.date === lost[0] ? 'none' : 'full' } : day,
      ),
      listOpOff: [{ listOpItems: [off], dates: lost }],
    };
  });
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByLabel('脳MRI・MRA').check();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  const none = page.getByRole('button', { name: /曜日 受付なし$/ }).first();
  await expect(none).toBeVisible();
  const lost = ((await none.getAttribute('aria-label')) ?? '').replace(/ 受付なし$/, '');
  await expect(page.getByRole('note')).toContainText('「脳MRI・MRA」を外すと');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: '「脳MRI・MRA」を外す' }).click();
  await expect(page.getByText('「脳MRI・MRA」を外しました。')).toBeVisible();
  await expect(page.getByText('「脳MRI・MRA」を外すと')).toHaveCount(0);
  await page.getByRole('button', { name: `${lost} 空きあり` }).click();
  await expect(page.getByText('71,500円')).toHaveCount(0);
  // It stays off, after a reload and at the step before.
  await page.reload();
  await expect(days(page).first()).toBeVisible();
  await expect(page.getByText('脳MRI・MRA')).toHaveCount(0);
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(page.getByLabel('脳MRI・MRA')).not.toBeChecked();
  await expect(page.getByLabel('胃部X線')).toBeChecked();
});
