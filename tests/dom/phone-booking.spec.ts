// A clerk books for whoever calls: by keys alone, with the mouse and a raised frame, and as a change of what was booked.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { bookAsGuest } from '../e2e/booked-guest.ts';
import { closeDialog, dialog, logInToOffice, openReservation } from '../e2e/kit.ts';

async function openEmpty(page: Page): Promise<void> {
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '電話予約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '電話予約' })).toBeVisible();
  await expect(field(page, 'カナ セイ')).toBeVisible();
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
const primary = (page: Page, name = '予約する') => page.getByRole('button', { name: new RegExp(`^${name}`) });
const times = (page: Page) => page.getByRole('region', { name: /の受付時間$/ });
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

test('what was typed is there again for whoever comes back, until it is discarded, and a lost answer is asked for again without booking twice', async ({
  page,
}) => {
  await logInToOffice(page);
  await openEmpty(page);
  const caller = person('モドリ');
  await fillPerson(page, caller);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await openEmpty(page);
  await expect(field(page, 'カナ セイ')).toHaveValue('');
  await expect(page.getByText(`入力途中の予約があります（${caller.kana.join(' ')} 様）。`)).toBeVisible();
  // Two of them are one too many: the second is asked about.
  await field(page, 'カナ セイ').fill('ベツ');
  await page.goBack();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await page.getByRole('button', { name: '続ける' }).click();
  await expect(field(page, 'カナ セイ')).toHaveValue('モドリ');
  await expect(page.getByRole('radio', { name: '女性' })).toBeChecked();
  await expect(page.getByRole('button', { name: '続ける' })).toHaveCount(0);

  await page.getByRole('radio', { name: /^定期健康診断/ }).check();
  await page.getByRole('button', { name: '次の月' }).click();
  await openDay(page, 'open');
  await times(page).getByRole('button', { name: /残り/ }).first().click();
  await expect(primary(page)).toBeEnabled();
  let lost = 0;
  await page.route('**/Desk/Reserve', async (route) => {
    // It is done, but nobody hears of it.
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await primary(page).click();
  await expect(dialog(page)).toContainText('二重に予約されることはありません。');
  await closeDialog(page, 'もう一度送信する');
  await shownNumber(page);
  const address = page.url();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(address);
  // One reservation, told beside the name when the same person calls again.
  await fillPerson(page, caller);
  await expect(page.getByText('同じ方の予約')).toBeVisible();
  await expect(page.getByText(/年度はすでに1件あります。$/)).toBeVisible();
  await expectAccessible(page);

  await page.goto('/Reception');
  await page.getByRole('link', { name: '窓口で予約をとる' }).click();
  await expect(page.getByRole('radio', { name: '窓口' })).toBeChecked();
  await page.getByRole('button', { name: '破棄' }).click();
  await page.reload();
  await expect(field(page, 'カナ セイ')).toBeVisible();
  await expect(page.getByText('入力途中の予約があります')).toHaveCount(0);
});

test('a mail address of somebody else asks whose my page it shows on', async ({ page }) => {
  const { mail } = await bookAsGuest(page, 65);
  await logInToOffice(page);
  await openEmpty(page);
  await fillPerson(page, person('カゾク'));
  await field(page, 'メールアドレス').fill('hanako@example.jp');
  await field(page, 'メールアドレス').blur();
  await expect(page.getByText(/様のマイページで使われています。/)).toBeVisible();
  await primary(page).click();
  await expect(dialog(page)).toContainText('マイページへの表示を選択してください。');
  await closeDialog(page);
  await page.getByRole('radio', { name: 'マイページには表示しない' }).check();
  // What was chosen for one address holds for no other; whose an address is that nobody has verified, nobody is told.
  await field(page, 'メールアドレス').fill(mail);
  await field(page, 'メールアドレス').blur();
  await expect(page.getByText(/様のマイページで使われています。/)).toHaveCount(0);
  await field(page, 'メールアドレス').fill('hanako@example.jp');
  await field(page, 'メールアドレス').blur();
  await expect(page.getByRole('radio', { name: 'マイページには表示しない' })).toBeChecked();
  await page.getByText('住所・保険・会社').click();
  await page.getByRole('textbox', { name: '郵便番号（前3桁）' }).fill('231-0001');
  await page.getByRole('button', { name: '住所検索' }).click();
  await expect(page.getByText(/郵便番号から住所を入力しました。|該当する住所が見つかりませんでした。/)).toBeVisible();
  await expectAccessible(page);
});

const REFUSALS = [
  ['a slot that is gone', '2026/12/01 9:00の予約枠に空きがなくなりました。別の日時を選択してください。'],
  ['another price', '料金または予約の内容が変わりました。内容を確認して、もう一度予約してください。'],
  ['a frame that others have raised', '枠の状況が変わりました。もう一度ご確認ください。'],
] as const;

test('what is refused is told with all else kept, and courses and the month are read again', async ({ page }) => {
  await logInToOffice(page);
  await openEmpty(page);
  await fillPerson(page, person('オソイ'));
  await page.getByRole('radio', { name: /^定期健康診断/ }).check();
  await expect(page.getByRole('button', { name: '次の月' })).toBeEnabled();
  await page.getByRole('button', { name: '次の月' }).click();
  await openDay(page, 'open');
  await times(page).getByRole('button', { name: /残り/ }).first().click();
  // Courses and days are asked for once more, one after the other: nothing is booked between them.
  await field(page, '生年月日').fill('1974/3/9');
  for (const [what, sentence] of REFUSALS)
    await test.step(what, async () => {
      await expect(primary(page)).toBeEnabled();
      await page.route('**/Desk/Reserve', (route) =>
        route.fulfill({ json: { errorCode: 13, errorMessagesList: [sentence], errorMessage: sentence } }),
      );
      const again = Promise.all(
        ['BookingOffer', 'BookingCalender'].map((call) => page.waitForRequest(`**/Desk/${call}`)),
      );
      await primary(page).click();
      await expect(page.getByRole('dialog', { name: '予約できません' })).toContainText(sentence);
      await again;
      await closeDialog(page);
      await page.unroute('**/Desk/Reserve');
      await expect(field(page, 'カナ セイ')).toHaveValue('オソイ');
      await expect(page.getByRole('radio', { name: /^定期健康診断/ })).toBeChecked();
      await expect(times(page).getByRole('button', { pressed: true })).toBeVisible();
    });
});

test('a change of what a colleague has saved meanwhile is reported, comes under what was typed, and can then be made', async ({
  page,
  context,
}) => {
  const { number } = await bookAsGuest(page, 64);
  await logInToOffice(page);
  await openReservation(page, number);
  const other = await context.newPage();
  await logInToOffice(other);
  await openReservation(other, number);
  await page.getByRole('link', { name: 'コース・オプションを変更' }).click();
  await expect(times(page).getByRole('button', { pressed: true })).toBeVisible();
  await field(page, '電話番号').fill('045-000-7777');

  await other.getByRole('textbox', { name: 'スタッフメモ' }).fill('車いす。');
  await other.getByRole('button', { name: 'スタッフメモを保存' }).click();
  await expect(other.getByRole('region', { name: '履歴' })).toContainText('スタッフメモを更新');
  await other.close();

  await expect(primary(page, '変更する')).toBeEnabled();
  await primary(page, '変更する').click();
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await closeDialog(page);
  await expect(field(page, '電話番号')).toHaveValue('045-000-7777');
  await expect(field(page, 'スタッフメモ')).toHaveValue('車いす。');
  await expect(primary(page, '変更する')).toBeEnabled();
  await primary(page, '変更する').click();
  expect(await shownNumber(page)).not.toBe(number);
});
