// A new institution's masters, from the operator's command to a guest's booking, counting what a clerk presses; and what empty
// screens say on the way.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { closeDialog, dialog, heading, logInAs, openMaster } from '../e2e/kit.ts';
import { openAccount, openClinic } from '../e2e/operate.ts';

const NONE = 'データが一件も登録されていません。';

async function press(page: Page, act: '登録' | '更新'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${act}`) }).click();
  await expect(dialog(page)).toContainText(`${act}しますか？`);
  await closeDialog(page, 'OK');
}

async function register(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  await press(page, '登録');
  await expect(heading(page, '登録完了')).toBeVisible();
}

/** TOP's calendar. */
const calendar = (page: Page) => page.getByRole('region', { name: /^\d+年\d+月$/ });

const name = (value: string) => ({ 名称: value });
/** A label goes on with whether the field is required. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`));

async function openTab(page: Page, label: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'コースの設定' }).getByRole('link', { name: label, exact: true });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

/** A call as the office's own screens make it. */
async function ask(page: Page, path: string, form: Record<string, string>) {
  const { token } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await (await page.request.post(`/api/${path}`, { headers, form })).json();
  expect(answer).toMatchObject({ errorCode: 0 });
  return answer;
}

test('Given frames by time and no slots, when 予約枠数マスタ is opened, then it names the slots, not an error', async ({
  page,
}) => {
  await logInAs(page, (await openClinic()).manager);
  await ask(page, 'MasterWWAKU/Register', { wknm: '健診受付', krkb: '2', ccd1: '1' });
  const sentence = page.getByText('時間帯が一件も登録されていません。先に時間帯マスタで登録してください。');
  await openMaster(page, '予約枠数マスタ');
  await expect(sentence).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/MasterWWKKRBulk');
  await expect(sentence).toBeVisible();
  await expect(page.getByRole('button', { name: /^登録/ })).toHaveCount(0);

  // A frame by day can be set: only what hangs on slots is missing then.
  await ask(page, 'MasterWWAKU/Register', { wknm: '腹部超音波', krkb: '1', ccd1: '1' });
  await page.reload();
  await expect(sentence).toBeVisible();
  await page.getByLabel(/^予約枠/).selectOption({ label: '腹部超音波' });
  await expect(page.getByLabel(/^枠数/)).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await page.goto('/MasterWWAKURegister');
  const beside = page.getByText('時間帯が未登録です。登録するまで、この枠の定員は設定できません。');
  await expect(page.getByLabel('日別')).toBeChecked();
  await expect(beside).toHaveCount(0);
  await page.getByLabel('受付時間別').check();
  await expect(beside).toBeVisible();
  await expectAccessible(page);
});

test('Given an empty master, then the sentence of the spec stands to the letter, with ours below it', async ({
  page,
}) => {
  await logInAs(page, (await openClinic()).manager);
  const empty = [
    ['MasterWTMZNList', '受付をする時刻を登録してください。日別の予約枠だけを使う場合は不要です。', '新規登録'],
    ['MasterWWAKUList', '定員を数える単位を登録してください。', '時間帯マスタ'],
    ['MasterWOPKMList', '先にオプション分類マスタで登録してください。', 'オプション分類マスタ'],
    ['MasterWIRKSList', 'このクライアントのコースはまだありません。', '新規登録'],
  ] as const;
  for (const [path, ours, link] of empty) {
    await page.goto(`/${path}`);
    const box = page.getByRole('main');
    await expect(box.getByText(NONE, { exact: true })).toBeVisible();
    await expect(box.getByText(ours)).toBeVisible();
    await expect(box.getByRole('link', { name: link, exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  }
  // Without groups nothing can be registered: the link is the only button.
  await page.goto('/MasterWOPKMList');
  await expect(page.getByText(NONE, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: '新規登録' })).toHaveCount(0);
  await page.goto('/MasterWOPKMRegister');
  await expect(
    page.getByText('オプション分類が一件も登録されていません。先にオプション分類マスタで登録してください。'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^登録/ })).toHaveCount(0);

  // A course's own screens, each by what it lacks.
  const period = { stdyYear: '2026', stdyMonth: '4', stdyDate: '1', eddyYear: '2027', eddyMonth: '3', eddyDate: '31' };
  await ask(page, 'MasterWIRKS/Register', { jgcd: '00000000', nend: '2026', ...period, ksnm: '健診', upok: '0' });
  await page.goto('/MasterWIRKSList');
  const lacks = [
    ['検査項目', '検査項目マスタにデータが一件も登録されていません。', '検査項目マスタ'],
    ['予約枠', '予約枠が一件も登録されていません。先に予約枠マスタで登録してください。', '予約枠マスタ'],
    ['オプション', 'オプション項目マスタにデータが一件も登録されていません。', 'オプション項目マスタ'],
  ] as const;
  await page.getByRole('link', { name: '詳細（健診 2026年度）' }).click();
  for (const [tab, sentence, link] of lacks) {
    await openTab(page, tab);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: link, exact: true })).toBeVisible();
    await expectAccessible(page);
  }
});

test('Given 受付 on an empty `/WIGA1`, then no link leads where the role may not go', async ({ page }) => {
  const clinic = await openClinic();
  const clerk = await openAccount('受付', { institution: clinic.code, role: 'reception' });
  await logInAs(page, clerk);
  // TOP says what is missing, without the way that only a manager may go.
  await expect(calendar(page).getByText('予約枠が登録されていません。')).toBeVisible();
  await expect(page.getByRole('link', { name: 'はじめての設定' })).toHaveCount(0);
  await page.goto('/WIGA1');
  await expect(page.getByText('予約はまだありません。')).toBeVisible();
  const links = await page.getByRole('main').getByRole('link').all();
  const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(targets.filter((target) => /Master|FirstDay|Staff/.test(target ?? ''))).toEqual([]);
  const way = page.getByRole('link', { name: '受診者画面を開く' });
  await expect(way).toHaveAttribute('href', `/CommonTop/${clinic.route}`);
  await expect(way).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
});

test('Given a new client, when 続けて対象者区分を登録 is pressed, then its own empty list opens, not that of the client chosen before', async ({
  page,
}) => {
  await logInAs(page, (await openClinic()).manager);
  await openMaster(page, 'クライアントマスタ');
  await page.getByRole('link', { name: '新規登録' }).click();
  await register(page, name('先の健保'));
  await page.getByRole('link', { name: '続けて対象者区分を登録' }).click();
  await expect(page.getByText(/^対象者区分がない間は、/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '標準の区分をまとめて登録' }).click();
  await expect(dialog(page)).toContainText('被扶養者（配偶者）');
  await closeDialog(page, 'OK');
  await expect(page.getByRole('row', { name: /任意継続被保険者/ })).toBeVisible();

  await openMaster(page, 'クライアントマスタ');
  await page.getByRole('link', { name: '新規登録' }).click();
  await register(page, name('次の健保'));
  await expectAccessible(page);
  await page.getByRole('link', { name: '続けて対象者区分を登録' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '次の健保' })).toBeVisible();
  await expect(page.getByText(NONE, { exact: true })).toBeVisible();

  // A colleague is faster: it is said, and theirs are shown.
  const { listJGYO } = await ask(page, 'MasterWJGYO/List', {});
  const { JGCD: jgcd } = listJGYO.find(({ JGNM }: { JGNM: string }) => JGNM === '次の健保');
  await ask(page, 'MasterWHFKB/RegisterStandard', { jgcd });
  await page.getByRole('button', { name: '標準の区分をまとめて登録' }).click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('すでに対象者区分が登録されています。');
  await closeDialog(page);
  await expect(page.getByRole('row', { name: /被保険者（本人）/ })).toBeVisible();
});
