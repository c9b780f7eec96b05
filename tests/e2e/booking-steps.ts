// The steps of a booking as a person takes them; each journey strings them together in its own way.
import { expect, type Page } from '@playwright/test';
import { newMail } from '#tests/kit/booked-guest.ts';
import { expectAccessible } from './accessible.ts';
import { dialog, expectLargeLettersToFit, expectNoSidewaysScroll, heading } from './kit.ts';

export { newMail };

export async function enter(page: Page, door: '個人で予約する' | '健康保険・お勤め先の健診で予約する'): Promise<void> {
  await page.goto('/CommonTop/demo');
  await page.getByRole('button', { name: door }).click();
}

export async function chooseBirthDate(page: Page, year: number, month: number, day: number): Promise<void> {
  await page.getByLabel('生年月日（年）').selectOption(String(year));
  await page.getByLabel('生年月日（月）').selectOption(String(month));
  await page.getByLabel('生年月日（日）').selectOption(String(day));
}

export interface Insured {
  client: string;
  /** A company has none. */
  number?: string;
  category: string;
}

/** Every step is looked at: axe, sideways scrolling, also on the narrowest phone and with large letters, and the reader at its heading. */
export async function look(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ ...size, width: 320 });
  await expectNoSidewaysScroll(page);
  await expectLargeLettersToFit(page);
  await page.setViewportSize(size);
}

export const SOCIETY = { client: '東丘精機健康保険組合', number: '06990014', category: '被保険者（本人）' };

export async function fillInsurance(page: Page, { client, number, category }: Insured): Promise<void> {
  await expect(heading(page, '健康保険・お勤め先の入力')).toBeVisible();
  await page.getByRole('combobox', { name: '健康保険・お勤め先' }).selectOption({ label: client });
  if (number) await page.getByRole('textbox', { name: '保険者番号' }).fill(number);
  await page.getByLabel('男性').check();
  await chooseBirthDate(page, 1980, 2, 29);
  await page.getByRole('combobox', { name: '受診年度' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: '対象者区分' }).selectOption({ label: category });
}

export const course = (page: Page, name: string) => page.getByRole('article', { name });

/** An individual's course, with the person asked for in place. */
export async function chooseDock(page: Page): Promise<void> {
  await course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await chooseBirthDate(page, 1974, 6, 12);
  await page.getByLabel('女性').check();
  await page.getByRole('button', { name: 'オプションを選ぶ' }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await expect(page).toHaveURL(/\/CommonSelectOption$/);
}

export const days = (page: Page, words: RegExp = /空きあり|お申し込みできます/) =>
  page.getByRole('button', { name: words });

/** Which one the calendar shows. */
export const month = (page: Page) => page.getByRole('grid').locator('caption');

export async function showNextMonth(page: Page): Promise<void> {
  const shown = (await month(page).textContent()) ?? '';
  await page.getByRole('button', { name: /^次の月/ }).click();
  await expect(month(page)).not.toHaveText(shown);
}

/**
 * A day that can be booked and its first time; which one, tests that run side by side choose apart. At the end of a month
 * the first that is shown has few.
 */
export async function chooseVisit(page: Page, position = 0): Promise<void> {
  await expect(heading(page, '日時選択')).toBeVisible();
  await expect(days(page).first()).toBeVisible();
  let left = position;
  for (let count = await days(page).count(); left >= count; count = await days(page).count()) {
    left -= count;
    await showNextMonth(page);
  }
  await days(page).nth(left).click();
  await page
    .getByRole('radio', { name: /^\d+:\d\d$/ })
    .first()
    .check();
  await page.getByRole('button', { name: /情報入力へ/ }).click();
  await expect(heading(page, 'お客様情報入力')).toBeVisible();
}

export async function fillPerson(page: Page, mail: string): Promise<void> {
  const write = (name: string, text: string) => entryField(page, name).fill(text);
  await write('姓', '　健診');
  await write('名', '太郎');
  await write('セイ', 'けんしん');
  await write('メイ', 'タロウ');
  await write('郵便番号（前3桁）', '１００－０００１');
  await page.getByRole('button', { name: '住所検索' }).click();
  await expect(page.getByText('郵便番号から住所を入力しました')).toBeVisible();
  await write('番地・建物名', '千代田1-1');
  await page.getByRole('textbox', { name: '電話番号' }).fill('０９０－００００－１２３４');
  await mailField(page).fill(mail);
  await page.getByRole('textbox', { name: '確認用' }).fill(mail);
  await page.getByRole('checkbox', { name: '同意する' }).check();
}

/** A part of a name or an address: its label is its word, and whether it is required. */
export const entryField = (page: Page, word: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${word}( ?必須)?$`) });

export const mailField = (page: Page) => page.getByRole('textbox', { name: /^メールアドレス(?!（)/ });

export async function goToConfirmation(page: Page): Promise<void> {
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await expect(heading(page, '予約情報確認')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'お客様情報' })).toBeVisible();
}

export async function confirmBooking(page: Page, act: '予約する' | '申し込む' = '予約する'): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).click();
  await expect(dialog(page)).toContainText('この内容で予約しますか？');
  await dialog(page).getByRole('button', { name: '送信' }).click();
}

export async function reservationNumber(page: Page): Promise<string> {
  await expect(page).toHaveURL(/CommonReserveResult/);
  return (await page.getByText(/^\d{9}$/).textContent()) ?? '';
}

/** The first password that a booking tells. */
export const firstPassword = (page: Page) => page.getByRole('definition').filter({ hasText: /^\w{16}$/ });

export async function logIn(page: Page, mail: string, password: string, button: string): Promise<void> {
  await expect(heading(page, 'ログイン')).toBeVisible();
  await mailField(page).fill(mail);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password);
  await page.getByRole('button', { name: button }).click();
}

/** Locks a user id as the service does it: by failing too often. */
export async function lockOut(page: Page, mail: string): Promise<void> {
  const form = { grant_type: 'password', username: `10000001_${mail}`, password: 'wrong' };
  await Promise.all(Array.from({ length: 11 }, () => page.request.post('/Token', { form })));
}

/** Ends the session of whoever is logged in, behind the tab's back. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('examinee') ?? '{}').auth.token);
  const ended = await page.request.post('/api/Account/Logout', { headers: { authorization: `Bearer ${token}` } });
  expect(await ended.json()).toMatchObject({ errorCode: 0 });
}

/** Others are faster by a moment: they book the same for themselves until nothing is left of it. */
export async function beOvertaken(page: Page): Promise<void> {
  await page.route('**/api/Account/CommonGuestNewReserve', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    form.delete('requestId');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let attempt = 0; attempt < 10; attempt++) {
      form.set('email1', newMail());
      const answer = await page.request.post(route.request().url(), { data: form.toString(), headers });
      if ((await answer.json()).errorCode !== 0) break;
    }
    await route.continue();
  });
}

/** The whole way of an individual guest to the confirmation. */
export async function reachConfirmation(page: Page, mail: string, position = 0): Promise<void> {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, position);
  await fillPerson(page, mail);
  await goToConfirmation(page);
}
