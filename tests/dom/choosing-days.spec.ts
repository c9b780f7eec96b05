// Days that stay, come and go with what is chosen: by day or by time, by age, and because of an option.
import { expect, type Page, test } from '@playwright/test';
import { addDays, dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { expectAccessible } from '../e2e/accessible.ts';
import { chooseBirthDate, chooseDock, course, days, enter } from '../e2e/booking-steps.ts';
import { heading } from '../e2e/kit.ts';

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

const wholeDays = (month: Month): Month['reserveData'] =>
  [...new Set(month.reserveData.map(({ date }) => date))].map((date) => ({ date, tmzn: 'ZZ', sthm: '' }));
const next = (page: Page) => page.getByRole('button', { name: /情報入力へ/ });
const time = (page: Page) => page.getByRole('radio', { name: /^\d+:\d\d$/ });

/** Back to the options, and to the calendar again. */
async function goOverOptions(page: Page): Promise<void> {
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(heading(page, '日時選択')).toBeVisible();
}

test('a chosen day stays when no time is to be chosen any more, and asks for one when there is again', async ({
  page,
}) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  // The group of the stomach begins with one that is chosen: it can't be said that nothing need be.
  await expect(page.getByText('ほかのものに変えられます')).toBeVisible();
  await expect(page.getByText('選ばずに次へ進むこともできます')).toHaveCount(0);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await days(page).first().click();
  await time(page).first().check();
  await expect(next(page)).toBeEnabled();

  await answerCalendar(page, (month) => ({ ...month, krkb: '1', reserveData: wholeDays(month) }));
  await goOverOptions(page);
  await expect(page.getByRole('button', { name: /選択中/ })).toBeVisible();
  await expect(next(page)).toBeEnabled();
  await page.unrouteAll();

  // In the list too, in a month in which other days have times.
  await answerCalendar(page, (month) => {
    const [first] = wholeDays(month);
    const others = month.reserveData.filter(({ date }) => date !== first?.date);
    return { ...month, clnd: '2', reserveData: first ? [first, ...others] : [] };
  });
  await goOverOptions(page);
  const row = page.getByRole('radio', { name: /月\d+日/ }).first();
  await expect(row).toBeChecked();
  await expect(page.getByRole('radio', { name: '時間指定なし', exact: true })).toBeChecked();
  await expect(next(page)).toBeEnabled();
  await expectAccessible(page);
  await page.unrouteAll();

  await goOverOptions(page);
  await expect(page.getByRole('button', { name: /選択中/ })).toBeVisible();
  await expect(page.getByText('受付時間を選んでください').filter({ visible: true })).toBeVisible();
  await time(page).first().check();
  await next(page).click();
  await expect(heading(page, 'お客様情報入力')).toBeVisible();
});

/** The first day of the window, as the calendar tells it. */
async function firstBookable(page: Page): Promise<PlainDate> {
  const opened = page.waitForResponse('**/api/CommonSelectCalender/**');
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  const { ykfr } = await (await opened).json();
  return ykfr.replaceAll('/', '-');
}

test('a course for which one is old enough only later says from when, and so does its calendar', async ({ page }) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  // Eighteen, as the course asks for, on the second day that can be booked.
  const birthday = dateParts(addDays(await firstBookable(page), 1));
  const firstDay = `${birthday.year}年${birthday.month}月${birthday.day}日`;
  await enter(page, '個人で予約する');
  await course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await chooseBirthDate(page, birthday.year - 18, birthday.month, birthday.day);
  await page.getByLabel('女性').check();
  await page.getByRole('button', { name: 'オプションを選ぶ' }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(course(page, '一日人間ドック')).toContainText(`${firstDay}以降の受診日で予約できます`);
  await expectAccessible(page);
  await course(page, '一日人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(page.getByText(`予約できる期間：${firstDay}`)).toBeVisible();
  await expect(days(page).first()).toBeVisible();

  // So does an option for which one is.
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await page.getByRole('button', { name: '変更する' }).click();
  await chooseBirthDate(page, birthday.year - 40, birthday.month, birthday.day);
  await page.getByRole('button', { name: 'コースを表示する' }).click();
  await course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await page.getByLabel(`マンモグラフィ2方向${firstDay}以降の受診日で予約できます`).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(page.getByText(`「マンモグラフィ2方向」は${firstDay}以降の受診日で予約できます。`)).toBeVisible();
  await expect(page.getByText(`予約できる期間：${firstDay}`)).toBeVisible();
});
