// A clerk books for whoever calls: by keys alone, with the mouse and a raised frame, and as a change of what was booked.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { closeDialog, DESK, dialog, logInToOffice, look, openReservation, PHONE } from './kit.ts';

/** At a desk, between and on a phone; the whole screen is looked at with axe further on. */
const SIZES = { sizes: [PHONE, { width: 1000, height: 900 }, DESK], axeAt: [] };

async function openEmpty(page: Page): Promise<void> {
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '電話予約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '電話予約' })).toBeVisible();
  await expect(field(page, 'カナ セイ')).toBeVisible();
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
const primary = (page: Page, name = '予約する') => page.getByRole('button', { name: new RegExp(`^${name}`) });
const times = (page: Page) => page.getByRole('region', { name: /の受付時間$/ });
const summary = (page: Page, text: string | RegExp) => page.getByText(text);

interface Person {
  kana: readonly [string, string];
  name: readonly [string, string];
  phone: string;
}

const KANA = [...'アイウエオカキクケコ'];
/** A caller nobody else is, in the demo or in another run. */
const person = (kana: string): Person => ({
  kana: [kana, `デンワ${[...String(Date.now())].map((digit) => KANA[Number(digit)]).join('')}`],
  name: ['電話', '太郎'],
  phone: '045-000-1234',
});

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** By keys alone, from the name to the sex. */
async function typePerson(page: Page, { kana, name, phone }: Person): Promise<void> {
  await page.keyboard.press('Alt+1');
  for (const text of [...kana, ...name, 'S49.3.8']) await type(page, text);
  await page.keyboard.press('f');
  await page.keyboard.press('Enter');
  await type(page, phone);
}

/** The first course, by keys. */
async function chooseCourse(page: Page): Promise<void> {
  // Whoever is faster than the list goes past it.
  await expect(page.getByRole('radio', { name: /円$/ }).first()).toBeVisible();
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: '次の月' })).toBeVisible();
}

/** The day after the first with room, since today's times may be over; and its first time. */
async function chooseTime(page: Page): Promise<void> {
  await page.keyboard.press('Alt+3');
  await page.keyboard.press('PageDown');
  const day = page.locator('button[data-state="open"]').first();
  await expect(day).toBeVisible();
  await expect(primary(page)).toBeEnabled();
  await page.keyboard.press('Home');
  const wanted = (await day.getAttribute('data-date')) ?? '';
  for (let at = await focused(page); at !== wanted; at = await focused(page)) {
    await page.keyboard.press(at < wanted ? 'ArrowRight' : 'ArrowLeft');
  }
  await page.keyboard.press('Enter');
  await expect(times(page).getByRole('button').and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.press('Space');
  await expect(times(page).getByRole('button', { pressed: true })).toBeVisible();
}

const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.date ?? '');

async function shownNumber(page: Page): Promise<number> {
  await expect(dialog(page)).toContainText(/予約(を変更)?しました。/);
  const text = await dialog(page)
    .getByText(/^\d{3} \d{3} \d{3}$/)
    .innerText();
  return Number(text.replaceAll(' ', ''));
}

/** Fills in the person with the mouse. */
async function fillPerson(page: Page, { kana, name, phone }: Person): Promise<void> {
  await field(page, 'カナ セイ').fill(kana[0]);
  await field(page, 'メイ').fill(kana[1]);
  await field(page, '姓').fill(name[0]);
  await field(page, '名').fill(name[1]);
  await field(page, '生年月日').fill('1974/3/8');
  await page.getByRole('radio', { name: '女性' }).check();
  await field(page, '電話番号').fill(phone);
}

/** The first day that says so, in this month or a later one. */
async function openDay(page: Page, state: 'full' | 'open'): Promise<void> {
  const days = page.locator(`button[data-state="${state}"]`);
  const month = page.getByText(/^\d{4}年\d+月$/).first();
  await expect(month).toBeVisible();
  while ((await days.count()) === 0) {
    const before = await month.innerText();
    await page.getByRole('button', { name: '次の月' }).click();
    await expect(month).not.toHaveText(before);
  }
  await days.first().click();
}

test('a caller without mail is booked by keyboard alone: confirmed, without an account and without a mail', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await logInToOffice(page);
  await openEmpty(page);
  await look(page, SIZES);
  await typePerson(page, person('けんばん'));
  await expect(field(page, 'カナ セイ')).toHaveValue('ケンバン');
  await expect(page.getByText('1974/03/08（昭和49年）')).toBeVisible();
  // Past the patient number, the mail and the closed fold.
  await page.keyboard.press('Enter');
  await expect(field(page, 'メールアドレス')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'スタッフメモ')).toBeFocused();
  await chooseCourse(page);
  await chooseTime(page);
  await expect(summary(page, '電話 太郎')).toBeVisible();
  await expect(primary(page)).toBeEnabled();
  await look(page, SIZES);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: DESK.width, height });
  await expectAccessible(page);
  await page.setViewportSize(DESK);
  await page.keyboard.press('Control+Enter');
  const number = await shownNumber(page);
  expect(String(number)).toMatch(/^\d{9}$/);
  await expect(dialog(page)).toContainText('メールは送りません');
  await expectAccessible(page);

  // The next call: an empty page, and the cursor in the name.
  await page.keyboard.press('Enter');
  await expect(field(page, 'カナ セイ')).toHaveValue('');
  await expect(field(page, 'カナ セイ')).toBeFocused();

  // Found as it was booked.
  await openReservation(page, number);
  await expect(page.getByText('予約確認済').first()).toBeVisible();
  await expect(page.getByRole('region', { name: '履歴' })).toContainText('電話');
  await expect(page.getByRole('region', { name: 'メール' })).not.toContainText('予約確定');
});

test('with the mouse: what is missing is named, a full frame is raised, and two presses book once', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await logInToOffice(page);
  await openEmpty(page);
  await expect(primary(page)).toBeEnabled();
  await primary(page).click();
  await expect(dialog(page)).toContainText('氏名（セイ）は必須入力です。');
  await expect(dialog(page)).toContainText('生年月日は必須入力です。');
  await expect(dialog(page)).toContainText('コースを選択してください。');
  await dialog(page).getByRole('button', { name: '電話番号は必須入力です。' }).click();
  await expect(field(page, '電話番号')).toBeFocused();

  await fillPerson(page, person('マンイン'));
  await page.getByRole('radio', { name: /^一日人間ドック/ }).check();
  await openDay(page, 'full');
  await times(page)
    .getByRole('button', { name: /満・増やす/ })
    .first()
    .click();
  await expect(primary(page)).toBeEnabled();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/Desk/Reserve') && sent.push(request.url()));
  await primary(page).click();
  await expect(dialog(page)).toContainText('満員の枠を1つ増やして予約します。');
  await expect(dialog(page)).toContainText(/枠数 \d+ → \d+/);
  await expect(dialog(page)).toContainText('元に戻りません。');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: '枠を増やして予約する' }).dblclick();
  const number = await shownNumber(page);
  expect(sent).toHaveLength(1);

  // What was booked can be changed as a whole: another number, with the memo and all else gone along.
  await closeDialog(page, '詳細を開く');
  await expect(page.getByText(String(number)).first()).toBeVisible();
  await expect(page.getByRole('region', { name: '履歴' })).toContainText('枠を追加');
  await page.getByRole('link', { name: 'コース・オプションを変更' }).click();
  const strip = page.getByRole('region', { name: '予約の変更' });
  await expect(strip).toContainText(String(number));
  await expect(strip).toContainText('変更元の枠は空きとして数えています。');
  await expect(field(page, 'カナ セイ')).toHaveValue('マンイン');
  await expect(times(page).getByRole('button', { pressed: true })).toBeVisible();
  await look(page, SIZES);
  // What the screen was opened with is still there after a reload.
  await page.reload();
  await expect(strip).toContainText(String(number));
  await page.getByRole('radio', { name: /^定期健康診断/ }).check();
  await expect(primary(page, '変更する')).toBeEnabled();
  await openDay(page, 'open');
  await times(page).getByRole('button', { name: /残り/ }).first().click();
  await field(page, 'スタッフメモ').fill('耳が遠い。');
  await expect(primary(page, '変更する')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  const newer = await shownNumber(page);
  expect(newer).not.toBe(number);
  await closeDialog(page, '詳細を開く');
  await expect(page.getByText(`予約番号 ${number} を開く`)).toBeVisible();
  await expect(page.getByText('耳が遠い。').first()).toBeVisible();
});
