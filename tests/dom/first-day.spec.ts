// A new institution's first day: its manager is led from step to step, examinees are told to call, and then both are over.
import { expect, type Page, test } from '@playwright/test';
import { today } from '#domain/calendar/clock.ts';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { expectAccessible } from '../e2e/accessible.ts';
import { course } from '../e2e/booking-steps.ts';
import { closeDialog, heading, logInAs } from '../e2e/kit.ts';
import { addClient, addCourse, addFrame, askAs, describeClinic } from '../e2e/new-clinic.ts';
import { openAccount, openClinic } from '../e2e/operate.ts';

const guide = (page: Page) => page.getByRole('region', { name: 'はじめての設定', exact: true });
const step = (page: Page, title: string) =>
  guide(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });
async function openTop(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'TOP', exact: true }).first().click();
  await expect(heading(page, '予約状況照会')).toBeVisible();
}

test('every screen that the guide leads to leads back to it, and so do those beyond', async ({ page }) => {
  const clinic = await openClinic();
  const ask = await askAs(page.request, clinic.manager);
  await addFrame(ask);
  await addCourse(ask);
  await addClient(ask, '汐見健康保険組合');
  await logInAs(page, clinic.manager);
  const open = async (title: string, screen: string) => {
    await step(page, title).getByRole('link').click();
    await expect(heading(page, screen)).toBeVisible();
  };
  const back = page.getByRole('link', { name: 'はじめての設定に戻る' });
  const goBack = async () => {
    await back.click();
    await expect(guide(page)).toBeVisible();
  };
  for (const [title, screen] of [
    ['時間帯', '時間帯マスタ'],
    ['予約枠', '予約枠マスタ'],
    ['検査項目', '検査項目マスタ'],
    ['オプション', 'オプション分類マスタ'],
    ['休日', '期間一括登録'],
    ['予約枠数', '期間一括登録'],
    ['メール', 'メールテンプレートマスタ'],
    ['職員', '職員アカウント'],
  ] as const) {
    await open(title, screen);
    await goBack();
  }

  await open('コース', 'コースマスタ');
  await page.getByRole('link', { name: /^詳細（一日人間ドック/ }).click();
  for (const tab of ['検査項目', '予約枠', '料金', 'オプション']) {
    await page.getByRole('navigation', { name: 'コースの設定' }).getByRole('link', { name: tab, exact: true }).click();
    await expect(heading(page, `${tab}の設定`)).toBeVisible();
    await expect(back).toBeVisible();
  }
  await expectAccessible(page);
  await goBack();

  await open('クライアントと対象者区分', 'クライアントマスタ');
  await page.getByRole('link', { name: '詳細（汐見健康保険組合）' }).click();
  await page.getByRole('link', { name: '対象者区分の設定' }).click();
  await page.getByRole('button', { name: '標準の区分をまとめて登録' }).click();
  await closeDialog(page, 'OK');
  await expect(page.getByRole('row', { name: /任意継続被保険者/ })).toBeVisible();
  await expectAccessible(page);
  await goBack();
});

test('of two managers one closes it, and the other’s next visit is without it; the reception is told whom to wait for', async ({
  page,
  browser,
}) => {
  const clinic = await openClinic();
  const colleague = await openAccount('健診課　小林', { institution: clinic.code });
  const clerk = await openAccount('健診課　小林', { institution: clinic.code, role: 'reception' });
  await logInAs(page, clinic.manager);
  await expect(guide(page)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await logInAs(other, colleague);
  await expect(guide(other)).toBeVisible();
  const desk = await (await browser.newContext()).newPage();
  await logInAs(desk, clerk);
  await expect(desk.getByText('予約の受付を準備しています。設定は管理者が行います。')).toBeVisible();
  await expect(guide(desk)).toHaveCount(0);
  await expect(desk.getByRole('region', { name: '受診者画面のアドレス' })).toHaveCount(0);
  await expect(desk.getByRole('main').locator('a[href^="/Master"], a[href^="/FirstDay"]')).toHaveCount(0);
  await expectAccessible(desk);
  await desk.goto('/FirstDay');
  await expect(desk.getByText('この画面を表示する権限がありません。')).toBeVisible();

  await page.getByRole('button', { name: 'はじめての設定を閉じる' }).click();
  await expect(page.getByText('残りは、メニューの「はじめての設定」からいつでも開けます。')).toBeVisible();
  await expectAccessible(page);
  await other.getByRole('button', { name: '予約管理' }).click();
  await other.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '受診者抽出' }).click();
  await expect(heading(other, '受診者抽出')).toBeVisible();
  await openTop(other);
  await expect(other.getByRole('region', { name: '受診者画面のアドレス' })).toBeVisible();
  await expect(guide(other)).toHaveCount(0);
  await desk.goto('/AdminReserveStatusCheck');
  await expect(heading(desk, '予約状況照会')).toBeVisible();
  await expect(desk.getByText('予約の受付を準備しています。')).toHaveCount(0);
});

test('examinees are told to call until it opens, and then find the entrances', async ({ page }) => {
  const clinic = await openClinic();
  const ask = await askAs(page.request, clinic.manager);
  await describeClinic(ask);
  const open = () => page.goto(`/CommonTop/${clinic.route}`);
  const box = page.getByRole('region', { name: /ただいま準備中です。/ });
  const entrance = page.getByRole('button', { name: '個人で予約する' });
  const insured = page.getByRole('button', { name: '健康保険・お勤め先の健診で予約する' });

  await open();
  await expect(box).toContainText('受付を始めるまで、お電話でお申し込みください。');
  await expect(box.getByRole('link', { name: '045-000-0123' })).toHaveAttribute('href', 'tel:0450000123');
  await expect(box).toContainText('平日8:30〜16:30');
  await expect(entrance).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'マイページにログイン' })).toBeEnabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('エラー')).toHaveCount(0);
  await expectAccessible(page);

  await addFrame(ask);
  const begins = addDays(today(new Date()), 5);
  const publish = await addCourse(ask, begins);
  await publish(true);
  await open();
  await expect(box).toContainText(
    `${formatMonthDay(begins)}から受け付けます。お急ぎの方は、お電話でお申し込みください。`,
  );
  await expectAccessible(page);

  const publishNow = await addCourse(ask);
  await publishNow(true);
  await open();
  await expect(entrance).toBeEnabled();
  await expect(box).toHaveCount(0);
  await expect(insured).toHaveCount(0);

  // Each entrance stands for itself.
  const client = await addClient(ask, '汐見健康保険組合');
  const publishLater = await addCourse(ask, begins, client);
  await publishLater(true);
  await open();
  await expect(entrance).toBeEnabled();
  await expect(
    page.getByText(`健康保険・お勤め先の健診のご予約は、${formatMonthDay(begins)}から受け付けます。`),
  ).toBeVisible();
  await expect(insured).toHaveCount(0);
  await expectAccessible(page);
  const publishToMembers = await addCourse(ask, undefined, client);
  await publishToMembers(true);
  await publishNow(false);
  await publish(false);
  await open();
  await expect(insured).toBeEnabled();
  await expect(entrance).toHaveCount(0);
  await publishNow(true);
  await open();
  await expect(insured).toBeEnabled();

  // Published, but no capacity in any month.
  await entrance.click();
  await course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await page.getByRole('button', { name: '日程を選ぶ' }).first().click();
  await expect(heading(page, '日時選択')).toBeVisible();
  await expect(page.getByText('ただいまご予約いただける日がありません。')).toBeVisible();
  await expect(page.getByRole('button', { name: /^次の月/ })).toHaveCount(0);
  await expectAccessible(page);
});
