// My page on a phone: what one has booked, its detail, its mail, another booking that knows who one is, and calling off.
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import {
  chooseVisit,
  confirmBooking,
  course,
  entryField,
  goToConfirmation,
  logIn,
  look,
  mailField,
  reservationNumber,
  SOCIETY,
} from './booking-steps.ts';
import { closeDialog, dialog, heading, PASSWORD, PHONE } from './kit.ts';
import { expectMeanwhile } from './meanwhile.ts';
import { expectSheetToTakeAlong } from './paper.ts';

test.use({ viewport: PHONE });

const card = (page: Page, number: number | string) =>
  page.getByRole('article').filter({ hasText: `予約番号 ${number}` });

async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'MENU' }).click();
  await page.getByRole('navigation', { name: 'メニュー' }).getByRole('button', { name: entry }).click();
}

/** From the options on, with a form that knows the person and asks for two things only. */
async function goOnToResult(page: Page, position: number): Promise<string> {
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, position);
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await page.getByRole('textbox', { name: '確認用' }).fill(await mailField(page).inputValue());
  await page.getByRole('checkbox', { name: '同意する' }).check();
  await goToConfirmation(page);
  const copy = await copyTab(page, '/CommonConfirmReserveInfo');
  await confirmBooking(page);
  const number = await reservationNumber(page);
  // Sent by the copy of the tab too, it is the one booking.
  await confirmBooking(copy);
  expect(await reservationNumber(copy)).toBe(number);
  await copy.close();
  return number;
}

/** As browsers duplicate one: with all that it keeps. */
async function copyTab(page: Page, address: string): Promise<Page> {
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await page.context().newPage();
  await copy.goto('/healthz');
  await copy.evaluate((all) => Object.assign(sessionStorage, all), kept);
  await copy.goto(address);
  return copy;
}

test('a guest who has booked looks at it, has it mailed, books again and calls the first one off', async ({ page }) => {
  const { mail, password, number } = await bookAsGuest(page, 20);
  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'マイページにログイン');
  await expect(heading(page, 'マイページ')).toBeVisible();
  const advice = page.getByRole('note').filter({ hasText: 'ご自分のパスワードに変更してください。' });
  await expect(advice).toContainText(/月\d+日（.）\d+:\d\d/);
  await expect(page.getByRole('note').filter({ hasText: 'メールアドレスの確認がお済みでありません。' })).toBeVisible();
  await expect(card(page, number)).toContainText(/変更・キャンセルは、.*23:59まで、この画面でできます。/);
  await look(page);

  // Loaded again, it asks once, before its code is there, and loads nothing of the booking.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(card(page, number)).toBeVisible();
  expect(asked.filter((path) => path === '/api/CommonMyPage/FirstDisplay')).toHaveLength(1);
  expect(asked.filter((path) => path.startsWith('/assets/booking'))).toEqual([]);

  await card(page, number).getByRole('button', { name: '詳細を見る' }).click();
  await expect(heading(page, 'ご予約の詳細')).toBeVisible();
  await expect(page).toHaveURL(/\/CommonReserveDetail\?ukno=[0-9]{9}$/);
  await expect(page.getByText('受付でこの画面か印刷したものをお見せください。')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'お客様情報' })).toBeVisible();
  await expect(page.getByText('含まれる検査', { exact: true })).toBeVisible();
  await expect(page.getByText('46歳（受診日時点の年齢）')).toBeVisible();
  await look(page);
  await expectSheetToTakeAlong(page, number);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'カレンダーに追加' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${number}.ics`);
  const event = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '');
  expect(event).toContain(`UID:${number}@`);
  expect(event).toMatch(/METHOD:PUBLISH[\s\S]*SEQUENCE:0\r\nSTATUS:CONFIRMED[\s\S]*DURATION:PT3H30M/);
  expect(event).toContain('SUMMARY:一日人間ドック（汐見の丘健診センター）');
  await page.getByRole('button', { name: 'マイページへ戻る' }).click();

  await expectMeanwhile(page, 'CommonMyPage/SendConfirmMail', 'メール送信中です。', () =>
    card(page, number).getByRole('button', { name: '確認メール送信' }).click(),
  );
  await expect(dialog(page)).toContainText('メール送信完了しました。');
  await expectAccessible(page);
  await closeDialog(page);
  await card(page, number).getByRole('button', { name: '確認メール送信' }).click();
  await expect(dialog(page)).toContainText('1分ほど待ってからもう一度お試しください。');
  await closeDialog(page);
  await expect(heading(page, 'マイページ')).toBeVisible();

  await page.getByRole('button', { name: '個人で予約する' }).click();
  await expect(page.getByText('1980年5月5日生まれ')).toBeVisible();
  await course(page, '定期健康診断').getByRole('button', { name: 'このコースを選ぶ' }).click();
  const second = await goOnToResult(page, 8);
  await expect(page.getByRole('button', { name: 'カレンダーに追加' })).toBeVisible();
  await page.getByRole('button', { name: 'マイページへ' }).click();
  await expect(card(page, second)).toContainText('定期健康診断');

  await card(page, number).getByRole('button', { name: '予約をキャンセル' }).click();
  await expect(heading(page, '予約のキャンセル')).toBeVisible();
  await expect(page).toHaveURL(/\/CommonConfirmCancel$/);
  await expect(page.getByText(mail)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'キャンセルする' }).click();
  await expect(dialog(page)).toContainText('キャンセルしますか。');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/CommonConfirmCancel$/);
  await page.getByRole('button', { name: 'キャンセルする' }).click();
  await expectMeanwhile(page, 'CommonConfirmCancel/CancelReserve', 'キャンセル中です。', () =>
    dialog(page).getByRole('button', { name: 'キャンセルする' }).click(),
  );
  await expect(heading(page, 'キャンセル完了')).toBeVisible();
  await expect(page).toHaveURL(/\/CommonConfirmCancel2$/);
  await expect(page.getByText(`予約番号 ${number} のキャンセルを受け付けました。`)).toBeVisible();
  await look(page);
  await chooseFromMenu(page, 'HOME');
  await expect(card(page, second)).toBeVisible();

  // Going back over what was cancelled, with the other one on view since: nothing is said of that one.
  await card(page, second).getByRole('button', { name: '予約をキャンセル' }).click();
  await expect(heading(page, '予約のキャンセル')).toBeVisible();
  await page.goBack();
  await expect(card(page, second)).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'キャンセル完了')).toBeVisible();
  await page.reload();
  await expect(page.getByText(`予約番号 ${number} のキャンセルを受け付けました。`)).toBeVisible();
  await page.getByRole('button', { name: 'マイページへ戻る' }).click();
  await expect(card(page, second)).toBeVisible();
  await expect(card(page, number)).toHaveCount(0);
  await page.getByRole('radio', { name: /キャンセル・過去のご予約/ }).check();
  await expect(card(page, number)).toContainText('キャンセル済み');
  await expect(card(page, number).getByRole('button')).toHaveCount(1);
  await expectAccessible(page);
});

test('a member books through the society from my page; nothing of what was begun before comes along', async ({
  page,
}) => {
  await page.goto('/CommonLogin/demo');
  await logIn(page, 'hanako@example.jp', PASSWORD, 'マイページにログイン');
  await expect(heading(page, 'マイページ')).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
  await page.getByRole('button', { name: '個人で予約する' }).click();
  await course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();

  await chooseFromMenu(page, 'HOME');
  await page.getByRole('button', { name: '健康保険・お勤め先の健診で予約する' }).click();
  await expect(heading(page, '健康保険・お勤め先の入力')).toBeVisible();
  await expect(page.getByLabel('女性')).toBeChecked();
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1974');
  await page.getByRole('combobox', { name: '健康保険・お勤め先' }).selectOption({ label: SOCIETY.client });
  await page.getByRole('textbox', { name: '保険者番号' }).fill(SOCIETY.number);
  await page.getByRole('combobox', { name: '受診年度' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: '対象者区分' }).selectOption({ label: SOCIETY.category });
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await course(page, '日帰り人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  const number = await goOnToResult(page, 15);
  await page.goBack();
  await expect(page).toHaveURL(/CommonReserveResult/);
  await expect(page.getByText(number)).toBeVisible();
  await page.getByRole('button', { name: 'マイページへ' }).click();
  await expect(card(page, number)).toContainText('ご負担額（税込）');
  await card(page, number).getByRole('button', { name: '詳細を見る' }).click();
  await expect(page.getByText(/\d+歳（\d+年3月31日時点の年齢）/)).toBeVisible();

  await chooseFromMenu(page, 'HOME');
  await page.getByRole('radio', { name: /キャンセル・過去のご予約/ }).check();
  await expect(page.getByText('受診済み・受診日経過').first()).toBeVisible();
  const visited = page.getByRole('article').filter({ hasText: '受診済み・受診日経過' }).first();
  await visited.getByRole('button', { name: '詳細を見る' }).click();
  await expect(page.getByRole('button', { name: '印刷する' })).toBeVisible();
  await expect(page.getByText('受診済み・受診日経過')).toBeVisible();
  await expect(page.getByRole('button', { name: 'カレンダーに追加' })).toHaveCount(0);
  await chooseFromMenu(page, 'HOME');

  // The browser may put a page aside whole, and show it again after another one of the tab has ended the session.
  const comeBack = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await comeBack();
  await expect(page.getByText('受診済み・受診日経過').first()).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem('examinee'));
  await comeBack();
  await expect(page).toHaveURL(/UtilityError/);
  await expect(page.getByText('受診済み・受診日経過')).toHaveCount(0);

  await page.goto('/CommonLogin/demo');
  await logIn(page, 'hanako@example.jp', PASSWORD, 'マイページにログイン');
  await chooseFromMenu(page, 'ログアウト');
  await expect(page).toHaveURL(/CommonTop\/demo/);
  await expect(page.getByRole('button', { name: '個人で予約する' })).toBeEnabled();
  await page.goto('/CommonMyPage');
  await expect(page).toHaveURL(/UtilityError/);
});
