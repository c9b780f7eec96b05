// The staff's home: today and tomorrow, what waits, how full the months are, and a search by days.
import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { connectRunning } from '#db/embedded/embedded.ts';
import { expectAccessible } from './accessible.ts';
import { tabTo } from './by-keyboard.ts';
import { dialog, expectNoSidewaysScroll, logInToOffice, PHONE, TOP } from './kit.ts';

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
const total = (page: Page) => page.getByText(/^月合計/);

test('the day begins at the status page: by keyboard through months, frames and counts, to a search', async ({
  page,
}) => {
  await logInToOffice(page, TOP);
  await expect(page.getByRole('heading', { level: 1, name: '予約状況照会' })).toBeFocused();
  const near = page.getByRole('table', { name: '今日と明日の予約' });
  await expect(near).toContainText(`今日 ${slashed(tokyo())}`);
  await expect(near).toContainText(`明日 ${slashed(tokyo(1))}`);
  await expect(page.getByRole('link', { name: /^新規未確認/ })).toContainText(/\d+ 件/);
  await expect(heading(page)).toHaveText(`${year}年${month}月`);
  const today = page.getByRole('link', { name: new RegExp(`^${slashed(tokyo())}（.）の予約一覧$`) });
  await expect(today).toHaveAttribute('aria-current', 'date');
  await expectAccessible(page);

  await tabTo(page.getByRole('button', { name: '次の月' }));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(`${next.year}年${next.month}月`);
  await expect(page.getByRole('grid', { name: `${next.year}年${next.month}月` })).toBeVisible();
  // One stop of Tab, and keys from day to day, also over the month's end.
  const day = (date: string) => page.getByRole('link', { name: new RegExp(`^${date}（.）の予約一覧$`) });
  await tabTo(day(slashed({ ...next, day: 1 })));
  await page.keyboard.press('ArrowDown');
  await expect(day(slashed({ ...next, day: 8 }))).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(day(slashed({ year, month, day: 8 }))).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(day(slashed({ ...next, day: 8 }))).toBeFocused();
  const aggregation = page.getByLabel('集計区分');
  await expect(aggregation.getByRole('option')).toHaveText(['予約登録人数の実績']);

  await tabTo(page.getByLabel('予約枠', { exact: true }));
  await page.keyboard.press('ArrowDown');
  const calendar = page.getByRole('grid', { name: `${next.year}年${next.month}月` });
  await expect(calendar.getByRole('rowheader', { name: '8:30' }).first()).toBeVisible();
  await expect(total(page)).toContainText('名');
  await tabTo(aggregation);
  await page.keyboard.press('ArrowDown');
  await expect(total(page)).toHaveText(/^月合計 [\d,]+ \/ [\d,]+ 枠$/);

  await tabTo(page.getByLabel('受診日（開始）（年）'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('受診日（開始）は年月日をすべて正しく選択してください。');
  await page.keyboard.press('Escape');
  await page.getByLabel('受診日（開始）（年）').selectOption(String(year));
  await page.getByLabel('受診日（開始）（月）').selectOption('2');
  await expect(page.getByLabel('受診日（開始）（日）').getByRole('option')).toHaveCount(year % 4 === 0 ? 30 : 29);
  await page.getByLabel('受診日（開始）（日）').selectOption('28');
  await page.getByLabel('受診日（開始）（月）').selectOption('12');
  await expect(page.getByLabel('受診日（開始）（日）')).toHaveValue('0');
  await page.getByLabel('受診日（開始）（日）').selectOption('31');
  await page.getByLabel('受診日（終了）（年）').selectOption(String(year));
  await page.getByLabel('受診日（終了）（月）').selectOption('1');
  await page.getByLabel('受診日（終了）（日）').selectOption('1');
  await page.getByRole('button', { name: '検索', exact: true }).press('Enter');
  await dialog(page).getByRole('button', { name: '受診日の終了日は開始日以降の日付を選択してください。' }).click();
  await expect(page.getByLabel('受診日（終了）（年）')).toBeFocused();
  await page.getByLabel('受診日（開始）（月）').selectOption('1');
  await page.getByLabel('受診日（開始）（日）').selectOption('1');
  await page.keyboard.press('Enter');
  await expect(results(page)).toContainText('検索結果');
  await expect(results(page).getByRole('definition').first()).toHaveText('0 件');
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await expect(results(page)).toContainText('すべての予約');
  await expect(results(page).getByRole('definition').first()).toHaveText(/^[1-9]/);
  await page.getByRole('button', { name: '最新にする' }).click();
  await expect(heading(page)).toHaveText(`${next.year}年${next.month}月`);

  await page.getByRole('link', { name: /^新規未確認/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '受診者抽出' })).toBeVisible();
  await expect(page.getByRole('region', { name: '検索条件' })).toContainText('新規未確認');
  await expect(page.getByText(/検索結果 [1-9]\d* 件/)).toBeVisible();
  await page.getByRole('button', { name: '予約管理' }).press('Enter');
  const menu = page.getByRole('navigation', { name: '予約管理' });
  await expect(menu.getByRole('link')).toHaveText([
    '予約状況照会',
    '受診者抽出',
    '電話予約',
    '当日受付',
    '検査別の一覧',
    '発送',
    '一斉連絡',
    'CSVパターン一覧',
  ]);
  await menu.getByRole('link', { name: '予約状況照会' }).press('Enter');
  await near.getByRole('link').last().press('Enter');
  await expect(page.getByRole('region', { name: '検索条件' })).toContainText(slashed(tokyo(1)));
});

test('the calendar ends where its range does, and fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await logInToOffice(page, TOP);
  await expect(page.getByRole('heading', { level: 1, name: '予約状況照会' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const back = page.getByRole('button', { name: '前の月' });
  // Month after month without waiting for what is in between: the last one counts.
  for (let months = 0; months < 11 + month; months++) await back.click();
  await expect(heading(page)).toHaveText(`${year - 1}年1月`);
  await page.reload();
  await expect(heading(page)).toHaveText(`${year - 1}年1月`);
  await expect(back).toBeDisabled();
  await expect(page.getByRole('grid', { name: `${year - 1}年1月` })).toBeVisible();
  await page.getByRole('button', { name: '今月に戻る' }).click();
  await expect(page.getByRole('grid', { name: `${year}年${month}月` })).toBeVisible();
  await page.getByLabel('予約枠', { exact: true }).selectOption({ label: '胃内視鏡' });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a mail that could not be delivered is reported at the status page, and sent again from its reservation', async ({
  page,
}) => {
  const db = new pg.Client(connectRunning(process.env.JOURNEY_DATA ?? 'data/journeys')?.superuser ?? {});
  await db.connect();
  const number = 100_000_001;
  // One that an earlier try has left.
  await db.query("delete from outbox_mails where message_id = '<given-up@example.jp>'");
  await db.query(
    `insert into outbox_mails (institution_code, mail_id, message_id, kind, reservation_number, sender, recipient, subject,
       body, state, next_attempt_at, created_at)
     values ('10000001', gen_random_uuid(), '<given-up@example.jp>', 'confirmed', $1, 'kenshin@example.jp', 'nobody@example.jp',
       'ご予約の確定', '本文', 'failed', now(), now())`,
    [number],
  );
  await db.end();
  await logInToOffice(page, TOP);
  const failed = page.getByRole('region', { name: '届けられなかったメール' });
  await expect(failed).toContainText('届けられなかったメールが 1 件あります。');
  await expect(failed).toContainText('予約確定（管理者）');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await failed.getByRole('link', { name: new RegExp(String(number)) }).click();
  const again = page.getByRole('button', { name: '再送する' });
  await again.click();
  await expect(page.getByText('メールを再送')).toBeVisible();
  await expect(again).toBeHidden();
  await page.goto('/AdminReserveStatusCheck');
  await expect(page.getByRole('heading', { level: 1, name: '予約状況照会' })).toBeVisible();
  await expect(failed).toBeHidden();
});
