// An address of the office says what its page is about: reloaded, in a fresh tab, after a log-in, and where there is no such thing.
import { expect, type Page, test } from '@playwright/test';
import { bookAsGuest } from '../e2e/booked-guest.ts';
import { logIn } from '../e2e/booking-steps.ts';
import { closeDialog, dialog, heading, logInAs, logInToOffice, PASSWORD } from '../e2e/kit.ts';
import { openClinic } from '../e2e/operate.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname;
const rows = (page: Page) => page.getByRole('table', { name: '検索結果' }).locator('tbody tr[data-row]');
const isAbout = (page: Page, number: number) =>
  expect(page.getByText(String(number), { exact: true }).first()).toBeVisible();
const lead = async (page: Page, row: number) =>
  (await rows(page).nth(row).getByRole('link').getAttribute('href')) ?? '';
const numberIn = (address: string) => Number(address.split('ukno=')[1]);

test('a reservation is opened from its list, reloaded, and left again for its row', async ({ page }) => {
  await logInToOffice(page, '/WIGA1');
  const address = await lead(page, 1);
  expect(address).toMatch(/^\/WIGA1Detail\?ukno=[0-9]{9}$/);
  await rows(page).nth(1).getByRole('link').click();
  await expect(page).toHaveURL(address);
  await isAbout(page, numberIn(address));
  await page.reload();
  await isAbout(page, numberIn(address));
  await expect(page.getByText(/^抽出結果 2 \/ /)).toBeVisible();
  // The next one takes its place: one step back is the list, at the row that was looked at last.
  await page.getByRole('button', { name: '次へ' }).click();
  await expect(page.getByText(/^抽出結果 3 \/ /)).toBeVisible();
  const next = page.url();
  expect(next).not.toContain(address);
  await page.goBack();
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused();
  expect(next).toContain(await lead(page, 2));
});

test('what is typed about a reservation is asked about before another one is opened, by whatever way', async ({
  page,
}) => {
  const { number } = await bookAsGuest(page, 60);
  await logInToOffice(page, '/WIGA1');
  await rows(page).first().getByRole('link').click();
  await page.getByLabel('患者番号').fill('A-1');
  await page.getByRole('button', { name: '次へ' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await expect(page.getByLabel('患者番号')).toHaveValue('A-1');
  await page.getByRole('button', { name: '次へ' }).click();
  await closeDialog(page, '移動する');
  await expect(page.getByText(/^抽出結果 2 \/ /)).toBeVisible();
  await page.goto(`/WIGA1Detail?ukno=${number}`);
  await isAbout(page, number);
  await expect(page.getByLabel('患者番号')).toHaveValue('');
});

test('a colleague who is not logged in yet comes to the page by the log-in', async ({ page }) => {
  const { number } = await bookAsGuest(page, 61);
  await page.goto(`/WIGA1Detail?ukno=${number}`);
  await expect.poll(() => pathOf(page)).toBe('/AdminLogin');
  await page.getByLabel('ユーザーID').fill('demo0001');
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page).toHaveURL(`/WIGA1Detail?ukno=${number}`);
  await isAbout(page, number);
  // Nobody is led to another place than this service.
  for (const elsewhere of ['//example.jp', 'https://example.jp/', '/\\example.jp']) {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/AdminLogin?next=${encodeURIComponent(elsewhere)}`);
    await page.getByLabel('ユーザーID').fill('demo0001');
    await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    await expect(page).toHaveURL('/AdminReserveStatusCheck');
  }
});

test('what is no reservation, or none of this institution, is not found, and a way leads on', async ({ page }) => {
  const { number } = await bookAsGuest(page, 62);
  const none = page.getByText('予約が見つかりません。予約番号をご確認ください。');
  await logInAs(page, (await openClinic()).manager);
  for (const query of ['', '?ukno=', '?ukno=12', '?ukno=abc', '?ukno=999999999', `?ukno=${number}`]) {
    await page.goto(`/WIGA1Detail${query}`);
    await expect(none).toBeVisible();
  }
  await page.goto(`/WIGA1DetailCalender?ukno=${number}`);
  await expect(none).toBeVisible();
  await page.getByRole('link', { name: '受診者抽出に戻る' }).click();
  await expect(heading(page, '受診者抽出')).toBeVisible();
  await page.goto(`/Slip?ukno=${number}`);
  await expect(none).toBeVisible();
});

test('an address of a record that there is not leads to its list, which says so', async ({ page }) => {
  await logInToOffice(page);
  const gone = page.getByText(/選択された.*が見つかりません。/);
  const unknown = [
    ['/MasterWWAKUDetail?waku=9999', '/MasterWWAKUList'],
    ['/MasterWWAKUDetail?waku=too-long', '/MasterWWAKUList'],
    ['/MasterWWAKUDetail', '/MasterWWAKUList'],
    ['/MasterWIRKSDetail?course=2026000000009999', '/MasterWIRKSList'],
    ['/MasterWIRKM?course=x', '/MasterWIRKSList'],
    ['/NoticeDetail?noticeId=5f0c1f0e-0000-4000-8000-000000000000', '/NoticeList'],
    ['/NoticeDetail?noticeId=x', '/NoticeList'],
    ['/CSVPatternDetail?ptcd=9999', '/CSVPatternList'],
    ['/StaffDetail?userId=zzzz9999', '/StaffList'],
  ] as const;
  for (const [address, list] of unknown) {
    await page.goto(address);
    await expect(gone, address).toBeVisible();
    expect(pathOf(page)).toBe(list);
  }
});

test('a client’s courses have an address, and a course leads back to them', async ({ page }) => {
  await logInToOffice(page, '/MasterWIRKSList');
  const client = page.getByLabel('クライアント');
  const other = (await client.locator('option').nth(1).getAttribute('value')) ?? '';
  await client.selectOption(other);
  await page.getByRole('button', { name: '検索' }).first().click();
  await expect(page).toHaveURL(`/MasterWIRKSList?jgcd=${other}`);
  await page.reload();
  await expect(client).toHaveValue(other);
  await page.getByRole('link', { name: '新規登録' }).first().click();
  await expect(heading(page, 'コースの登録')).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(page).toHaveURL(`/MasterWIRKSList?jgcd=${other}`);
});

test('a search stands in the address as far as it says nothing of a person', async ({ page, context }) => {
  await bookAsGuest(page, 63, { ryk1: 'アドレス', ryk2: 'シオリ' });
  await bookAsGuest(page, 64);
  await logInToOffice(page, '/AdminReserveStatusCheck');
  const waiting = page.getByRole('link', { name: /新規未確認/ }).first();
  const address = (await waiting.getAttribute('href')) ?? '';
  expect(address).toBe('/WIGA1?statuses=new');
  await waiting.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('予約状況: 新規未確認')).toBeVisible();
  // Narrowed, left and come back to: as it was. Opened again from the page that counts: all of it.
  await expect(rows(page).nth(1)).toBeVisible();
  const narrowing = page.getByRole('search', { name: '検索結果の絞り込み' });
  await narrowing.getByRole('searchbox').first().fill('アドレス');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole('link').click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(rows(page)).toHaveCount(1);
  // By the menu, too.
  await page.goto('/WIGA1');
  await expect(page).toHaveURL(address);
  await expect(rows(page)).toHaveCount(1);

  const other = await context.newPage();
  await logInToOffice(other, address);
  await expect(other.getByText('予約状況: 新規未確認')).toBeVisible();
  await expect(rows(other).nth(1)).toBeVisible();
  await expect(other).toHaveURL(address);
  // What cannot be searched by shows what is shown without it.
  await other.goto('/WIGA1?statuses=nothing');
  await expect(heading(other, '受診者抽出')).toBeVisible();
});

test('a person’s data have the address of a reservation, and no name in it', async ({ page }) => {
  const { number } = await bookAsGuest(page, 65);
  await logInToOffice(page, `/WIGA1Detail?ukno=${number}`);
  await page.getByRole('link', { name: 'この方のデータ' }).click();
  await expect(page).toHaveURL(`/PersonDataDetail?ukno=${number}`);
  const reservation = page.getByRole('table', { name: '予約' }).getByRole('link', { name: String(number) });
  await expect(reservation).toBeVisible();
  await page.reload();
  await expect(reservation).toBeVisible();
  for (const query of ['', '?ukno=x', '?ukno=999999999']) {
    await page.goto(`/PersonDataDetail${query}`);
    await expect(heading(page, '個人データの開示・消去')).toBeVisible();
  }
  await expect(page.getByText('該当する方が見つかりません。')).toBeVisible();
  await page.getByLabel('予約番号').fill(String(number));
  await page.getByRole('button', { name: '検索', exact: true }).last().click();
  await expect(page.getByRole('link', { name: /を開く$/ })).toHaveAttribute('href', `/PersonDataDetail?ukno=${number}`);
});

test('an examinee’s reservation has an address: reloaded it is the same, and nobody else’s is shown', async ({
  page,
}) => {
  const [own, other] = [await bookAsGuest(page, 66), await bookAsGuest(page, 67)];
  await page.goto('/CommonLogin/demo');
  await logIn(page, own.mail, own.password, 'マイページにログイン');
  await page.getByRole('button', { name: '詳細を見る' }).first().click();
  await expect(page).toHaveURL(`/CommonReserveDetail?ukno=${own.number}`);
  const code = page.getByRole('img', { name: `予約番号${own.number}のQRコード` });
  await expect(code).toBeVisible();
  await page.reload();
  await expect(code).toBeVisible();
  for (const number of [other.number, 999_999_999]) {
    await page.goto(`/CommonReserveDetail?ukno=${number}`);
    await expect(page.getByText('ご予約が見つかりません。マイページからもう一度お選びください。')).toBeVisible();
    await expect(page.getByText(String(number))).toHaveCount(0);
  }
  for (const query of ['', '?ukno=x']) {
    await page.goto(`/CommonReserveDetail${query}`);
    await expect(heading(page, 'マイページ')).toBeVisible();
  }
});
