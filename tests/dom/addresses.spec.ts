// Every screen opens at the address that others may have noted, those that other journeys go to by name apart.
import { expect, type Page, test } from '@playwright/test';
import { logIn } from '../e2e/booking-steps.ts';
import { closeDialog, dialog, logInToOffice, PASSWORD } from '../e2e/kit.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function open(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  await expect(heading(page, title)).toBeVisible();
  await expect(page).toHaveURL(address);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Where a press leads to; the address says of which record it is. */
async function expectOpened(page: Page, path: string, title: string): Promise<void> {
  await expect(heading(page, title)).toBeVisible();
  expect(pathOf(page)).toBe(path);
}

/** Who has saved nothing is led on; who has sees that it is done, also after a reload. */
async function openDone(page: Page, address: string, title: string, back: string): Promise<void> {
  await page.goto(address);
  await expect.poll(() => pathOf(page)).toBe(back);
  await page.evaluate((path) => history.replaceState({ usr: { done: true }, key: 'done', idx: 0 }, '', path), address);
  await page.reload();
  await expectOpened(page, address.replace(/\?.*/, ''), title);
}

const firstDetail = (page: Page) => page.getByRole('link', { name: /^詳細（/ }).first();

interface Master {
  title: string;
  noun: string;
  list: string;
  detail: string;
  updated: string;
  register: string;
  registered: string;
}

async function openAll(page: Page, { title, noun, ...at }: Master): Promise<void> {
  await openDone(page, at.updated, '更新完了', at.list);
  await openDone(page, at.registered, '登録完了', at.list);
  await open(page, at.register, `${noun}の登録`);
  await open(page, at.list, title);
  await firstDetail(page).click();
  await expectOpened(page, at.detail, `${noun}の編集`);
  const name = await page.getByRole('textbox').first().inputValue();
  await page.reload();
  await expect(heading(page, `${noun}の編集`)).toBeVisible();
  await expect(page.getByRole('textbox').first()).toHaveValue(name);
}

const MASTERS: readonly Master[] = [
  {
    title: '検査項目マスタ',
    noun: '検査項目',
    list: '/MasterWKKMMList',
    detail: '/MasterWKKMMDetail',
    updated: '/MasterWKKMMDetailUpdate',
    register: '/MasterWKKMMRegister',
    registered: '/MasterWKKMMRegisterDone',
  },
  {
    title: 'メールテンプレートマスタ',
    noun: 'メールテンプレート',
    list: '/MasterWMAILList',
    detail: '/MasterWMAILDetail',
    updated: '/MasterWMAILDetailUpdate',
    register: '/MasterWMAILRegister',
    registered: '/MasterWMAILRegisterDone',
  },
  {
    title: 'オプション分類マスタ',
    noun: 'オプション分類',
    list: '/MasterWOPBRList',
    detail: '/MasterWOPBRDetail',
    updated: '/MasterWOPBRDetailUpdate',
    register: '/MasterWOPBRRegister',
    registered: '/MasterWOPBRRegisterDone',
  },
  {
    title: 'オプション項目マスタ',
    noun: 'オプション項目',
    list: '/MasterWOPKMList',
    detail: '/MasterWOPKMDetail',
    updated: '/MasterWOPKMDetailUpdate',
    register: '/MasterWOPKMRegister',
    registered: '/MasterWOPKMRegisterDone',
  },
  {
    title: '時間帯マスタ',
    noun: '受付時間',
    list: '/MasterWTMZNList',
    detail: '/MasterWTMZNDetail',
    updated: '/MasterWTMZNDetailUpdate',
    register: '/MasterWTMZNRegister',
    registered: '/MasterWTMZNRegisterDone',
  },
  {
    title: '予約枠マスタ',
    noun: '予約枠',
    list: '/MasterWWAKUList',
    detail: '/MasterWWAKUDetail',
    updated: '/MasterWWAKUDetailUpdate',
    register: '/MasterWWAKURegister',
    registered: '/MasterWWAKURegisterDone',
  },
];

test('the five screens of a master', async ({ page }) => {
  await logInToOffice(page);
  for (const master of MASTERS) await openAll(page, master);
});

test('clients, and the categories of one of them', async ({ page }) => {
  await logInToOffice(page);
  await openDone(page, '/MasterWJGYODetailUpdate', '更新完了', '/MasterWJGYOList');
  await openDone(page, '/MasterWJGYORegisterDone', '登録完了', '/MasterWJGYOList');
  await open(page, '/MasterWJGYORegister', 'クライアントの登録');
  await open(page, '/MasterWJGYOList', 'クライアントマスタ');
  await expect(
    page.getByRole('row', { name: '東丘精機' }).getByRole('cell', { name: '可', exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: '詳細（東丘精機健康保険組合）' }).click();
  await expectOpened(page, '/MasterWJGYODetail', 'クライアントの編集');
  await page.getByRole('link', { name: '対象者区分の設定' }).click();
  await expectOpened(page, '/MasterWHFKBList', '対象者区分マスタ');
  await firstDetail(page).click();
  await expectOpened(page, '/MasterWHFKBDetail', '対象者区分の編集');
  const client = `?jgcd=${new URL(page.url()).searchParams.get('jgcd')}`;
  await open(page, `/MasterWHFKBList${client}`, '対象者区分マスタ');
  await open(page, `/MasterWHFKBRegister${client}`, '対象者区分の登録');
  await openDone(page, `/MasterWHFKBDetailUpdate${client}`, '更新完了', '/MasterWHFKBList');
  await openDone(page, `/MasterWHFKBRegisterDone${client}`, '登録完了', '/MasterWHFKBList');
});

test('courses, and what belongs to one of them', async ({ page }) => {
  await logInToOffice(page);
  await openDone(page, '/MasterWIRKSDetailUpdate', '更新完了', '/MasterWIRKSList');
  await openDone(page, '/MasterWIRKSRegisterDone', '登録完了', '/MasterWIRKSList');
  await open(page, '/MasterWIRKSRegister', 'コースの登録');
  await open(page, '/MasterWIRKSBulk', '年度更新');
  await open(page, '/MasterWIRKSList', 'コースマスタ');
  await firstDetail(page).click();
  await expectOpened(page, '/MasterWIRKSDetail', 'コースの編集');
  const way = page.getByRole('navigation', { name: 'コースの設定' });
  await way.getByRole('link', { name: '検査項目', exact: true }).click();
  await expectOpened(page, '/MasterWIRKM', '検査項目の設定');
  await way.getByRole('link', { name: '予約枠', exact: true }).click();
  await expectOpened(page, '/MasterWKSWK', '予約枠の設定');
  await way.getByRole('link', { name: '料金', exact: true }).click();
  await expectOpened(page, '/MasterWRKKS', '料金の設定');
  await way.getByRole('link', { name: 'オプション', exact: true }).click();
  await expectOpened(page, '/MasterWRKOP', 'オプションの設定');
});

test('institution, days and places', async ({ page }) => {
  await logInToOffice(page);
  await open(page, '/MasterWIRKNUpdate', '医療機関情報マスタ');
  await openDone(page, '/MasterWIRKNUpdateDone', '更新完了', '/AdminReserveStatusCheck');
  await open(page, '/MasterWCALM', '休日マスタ');
  await open(page, '/MasterWCALMBulk', '期間一括登録');
  await open(page, '/MasterWWKKR', '予約枠数マスタ');
  await open(page, '/MasterWWKKRBulk', '期間一括登録');
});

test('a course’s copy, the desk, and what managers keep an eye on', async ({ page }) => {
  await logInToOffice(page);
  await open(page, '/MasterWIRKSList', 'コースマスタ');
  await page
    .getByRole('link', { name: /^コピー（/ })
    .first()
    .click();
  await expectOpened(page, '/MasterWIRKSCopy', 'コースのコピー');
  await open(page, '/DeskBooking', '電話予約');
  await open(page, '/NoticeList', '一斉連絡');
  await open(page, '/Notice', '新しい連絡');
  await open(page, '/AccessLog', '操作履歴');
  await open(page, '/Privacy', '個人情報の取り扱い');
  await open(page, '/PersonData', '個人データの開示・消去');
  await open(page, '/StaffList', '職員アカウント');
  await page.getByRole('link', { name: '新規登録' }).click();
  await expectOpened(page, '/StaffDetail', '職員の登録');
});

test('an institution that is not there costs nobody their session', async ({ page }) => {
  await page.goto('/CommonLogin/demo');
  await logIn(page, 'hanako@example.jp', PASSWORD, 'マイページにログイン');
  await expect(heading(page, 'マイページ')).toBeVisible();
  for (const address of ['/CommonTop/nowhere', '/CommonLogin/nowhere']) {
    await page.goto(address);
    await expect(dialog(page)).toContainText('データが見つかりません。');
    await closeDialog(page);
    await expect(heading(page, 'マイページ')).toBeVisible();
  }
});
