// A new institution's first day: its manager is led from step to step, examinees are told to call, and then both are over.
import { expect, type Page, test } from '@playwright/test';
import { today } from '#domain/calendar/clock.ts';
import { writeMonthDay } from '#domain/calendar/japanese-dates.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { expectAccessible } from './accessible.ts';
import { course } from './booking-steps.ts';
import { closeDialog, heading, logInAs, lookClosely } from './kit.ts';
import { addCapacity, addClient, addCourse, addFrame, askAs, describeClinic } from './new-clinic.ts';
import { openAccount, openClinic } from './operate.ts';

const guide = (page: Page) => page.getByRole('region', { name: 'はじめての設定', exact: true });
const step = (page: Page, title: string) =>
  guide(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });
const later = (page: Page, title: string) => guide(page).getByRole('button', { name: `${title}はあとで`, exact: true });

async function openTop(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'TOP', exact: true }).first().click();
  await expect(heading(page, '予約状況照会')).toBeVisible();
}

/** What each step says of itself while nothing stands in its way. */
const STEPS = [
  '名称・住所・電話・予約できる期間・利用規約を確認します。',
  '受付をする時刻を登録します（例 8:30）。',
  '定員を数える単位です（例 健診受付、胃内視鏡）。',
  'コースの説明に並ぶ検査の名前です。',
  '分類を登録し、その中に項目を登録します。',
  '健康保険組合や会社ごとに登録します。個人だけの場合は不要です。',
  'コースを登録し、検査項目・予約枠・料金を決めて公開します。',
  '休診日を登録します。登録がない日は診療日になります。',
  '日ごと・時間帯ごとの定員を登録します。登録がない日は予約できません。',
  '2人目の管理者を登録し、2段階認証を設定します。',
];

test('a manager is led to the first booking: step by step, back from each screen, and the guide goes away by itself', async ({
  page,
}) => {
  const clinic = openClinic();
  await logInAs(page, clinic.manager);
  await expect(guide(page)).toContainText('あと 5 項目で予約を受け付けられます');
  for (const sentence of STEPS) await expect(guide(page)).toContainText(sentence);
  await lookClosely(page);

  // Opened out, with the only filled way on; the others are one line.
  await guide(page).getByRole('link', { name: '医療機関情報マスタを開く' }).click();
  await expect(heading(page, '医療機関情報マスタ')).toBeVisible();
  await expect(page.getByText('受付に必要')).toHaveCount(5);
  await page.getByLabel('契約窓口の電話番号').fill('045-000-0123');
  await page.getByLabel(/^受診会場の住所1/).fill('神奈川県横浜市中区');
  await page.getByLabel('受診会場の電話番号').fill('045-000-0123');
  await page.getByLabel('電話受付時間').fill('平日8:30〜16:30');
  await page.getByLabel('利用規約・個人情報の取り扱い').fill('第1条 【医療機関名】は');
  await page.keyboard.press('Control+Enter');
  await closeDialog(page, 'OK');
  await expect(heading(page, '更新完了')).toBeVisible();
  await lookClosely(page);
  await page.getByRole('link', { name: 'はじめての設定に戻る' }).click();
  await expect(step(page, '医療機関情報')).toContainText('書き換えていない箇所（【 】や「（ひな形）」）があります。');
  await expect(guide(page)).toContainText('あと 5 項目');

  const ask = await askAs(page.request, clinic.manager);
  await describeClinic(ask);
  await addFrame(ask);
  const publish = await addCourse(ask);
  await page.getByRole('button', { name: '最新にする' }).click();
  await expect(guide(page)).toContainText('あと 2 項目');
  await expect(step(page, '時間帯')).toContainText('不要');
  await expect(step(page, '予約枠')).toContainText('1 件');
  await expect(step(page, 'コース')).toContainText('料金：済み');
  await lookClosely(page);
  await publish(true);
  await page.getByRole('button', { name: '最新にする' }).click();
  await expect(step(page, '予約枠数')).toContainText('定員のない予約枠：健診受付');
  await addCapacity(ask);
  await page.getByRole('button', { name: '最新にする' }).click();
  await expect(guide(page)).toContainText('予約を受け付けられます');

  for (const title of ['検査項目', 'オプション', 'クライアントと対象者区分', '休日', 'メール']) {
    await later(page, title).click();
    await expect(guide(page).getByRole('button', { name: `${title}を戻す`, exact: true })).toBeVisible();
  }
  await lookClosely(page);
  await later(page, '職員').click();
  await expect(page.getByText('設定が終わりました。予約を受け付けています。')).toBeVisible();
  await expect(page.getByRole('link', { name: /^受診者画面を開く/ })).toHaveAttribute('href', new RegExp(clinic.route));
  await lookClosely(page);

  // Gone on the next visit, and TOP does not ask for it any more.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: '運用管理' }).click();
  await page.getByRole('navigation', { name: '運用管理' }).getByRole('link', { name: 'はじめての設定' }).click();
  await expect(page.getByText('設定が終わりました。予約を受け付けています。')).toBeVisible();
  await lookClosely(page);
  asked.length = 0;
  await openTop(page);
  await expect(page.getByRole('region', { name: '受診者画面のアドレス' })).toBeVisible();
  await expect(guide(page)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/api/FirstDay/'))).toEqual([]);

  // A guide that is away stays away, whatever is made private; by itself it tells.
  await publish(false);
  await page.getByRole('button', { name: '最新にする' }).click();
  await expect(guide(page)).toHaveCount(0);
  await page.goto('/FirstDay');
  await expect(step(page, 'コース')).toContainText('必須');
  await page.getByRole('button', { name: 'TOPに表示する' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('TOPに表示しました。')).toBeFocused();
  await expect(page.getByRole('button', { name: 'TOPに表示する' })).toHaveCount(0);
  await openTop(page);
  await expect(guide(page)).toContainText('あと 2 項目');
});

test('every screen that the guide leads to leads back to it, and so do those beyond', async ({ page }) => {
  const clinic = openClinic();
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
  await page.getByRole('button', { name: /^詳細（一日人間ドック/ }).click();
  for (const tab of ['検査項目', '予約枠', '料金', 'オプション']) {
    await page.getByRole('navigation', { name: 'コースの設定' }).getByRole('link', { name: tab, exact: true }).click();
    await expect(heading(page, `${tab}の設定`)).toBeVisible();
    await expect(back).toBeVisible();
  }
  await lookClosely(page);
  await goBack();

  await open('クライアントと対象者区分', 'クライアントマスタ');
  await page.getByRole('button', { name: '詳細（汐見健康保険組合）' }).click();
  await page.getByRole('link', { name: '対象者区分の設定' }).click();
  await page.getByRole('button', { name: '標準の区分をまとめて登録' }).click();
  await closeDialog(page, 'OK');
  await expect(page.getByRole('row', { name: /任意継続被保険者/ })).toBeVisible();
  await lookClosely(page);
  await goBack();
});

test('of two managers one closes it, and the other’s next visit is without it; the reception is told whom to wait for', async ({
  page,
  browser,
}) => {
  const clinic = openClinic();
  const colleague = openAccount('健診課　小林', { institution: clinic.code });
  const clerk = openAccount('健診課　小林', { institution: clinic.code, role: 'reception' });
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
  await lookClosely(desk);
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
  const clinic = openClinic();
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
  await lookClosely(page);

  await addFrame(ask);
  const begins = addDays(today(new Date()), 5);
  const publish = await addCourse(ask, begins);
  await publish(true);
  await open();
  await expect(box).toContainText(
    `${writeMonthDay(begins)}から受け付けます。お急ぎの方は、お電話でお申し込みください。`,
  );
  await lookClosely(page);

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
    page.getByText(`健康保険・お勤め先の健診のご予約は、${writeMonthDay(begins)}から受け付けます。`),
  ).toBeVisible();
  await expect(insured).toHaveCount(0);
  await lookClosely(page);
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
  await lookClosely(page);
});

test('the address is copied, opened, and printed for the waiting room', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clinic = openClinic();
  await describeClinic(await askAs(page.request, clinic.manager));
  await logInAs(page, clinic.manager);
  const panel = page.getByRole('region', { name: '受診者画面のアドレス' });
  await expect(panel).toContainText(`/CommonTop/${clinic.route}`);
  await panel.getByRole('button', { name: 'コピー' }).click();
  await expect(panel).toContainText('コピーしました。');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(new RegExp(`^http.*/CommonTop/${clinic.route}$`));
  await expect(panel.getByRole('link', { name: /^開く/ })).toHaveAttribute('href', address);

  await panel.getByRole('link', { name: '印刷（QRコード）' }).click();
  const sheet = page.getByRole('article', { name: '待合室の案内' });
  for (const text of [clinic.name, address, '045-000-0123', '平日8:30〜16:30']) await expect(sheet).toContainText(text);
  await expect(sheet.getByRole('img', { name: '予約ページのQRコード' })).toBeVisible();
  await expectAccessible(page);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  // One sheet, A4 upright.
  expect(pdf.toString('latin1')).toMatch(/MediaBox \[0 0 59[45]\.\d+ 841\.\d+\]/);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.getByRole('link', { name: '戻る', exact: true }).click();
  await expect(heading(page, '予約状況照会')).toBeVisible();
});
