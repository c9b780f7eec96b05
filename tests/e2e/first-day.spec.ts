// A new institution's first day: its manager is led from step to step, examinees are told to call, and then both are over.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, heading, logInAs, lookClosely } from './kit.ts';
import { addCapacity, addCourse, addFrame, askAs, describeClinic } from './new-clinic.ts';
import { openClinic } from './operate.ts';

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
  const clinic = await openClinic();
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

test('the address is copied, opened, and printed for the waiting room', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clinic = await openClinic();
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
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(heading(page, '予約状況照会')).toBeVisible();
});
