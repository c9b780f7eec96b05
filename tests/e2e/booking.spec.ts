// The examinee's way from the top page to the reservation number.
import { expect, type Page, test } from '@playwright/test';
import {
  beOvertaken,
  chooseDock,
  chooseVisit,
  confirmBooking,
  course,
  days,
  endSession,
  enter,
  entryField,
  fillInsurance,
  fillPerson,
  firstPassword,
  goToConfirmation,
  heading,
  lockOut,
  logIn,
  mailField,
  newMail,
  reachConfirmation,
  reservationNumber,
} from './booking-steps.ts';
import { closeDialog, dialog, expectAccessible, expectNoSidewaysScroll, PASSWORD, PHONE } from './kit.ts';

const SOCIETY = { client: '東丘精機健康保険組合', number: '06990014', category: '被保険者（本人）' };
const WISHED = { client: '白鷺野食品株式会社', number: '00000000', category: '社員' };

/** Every step is looked at: axe, sideways scrolling, and the reader at its heading. */
async function look(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

for (const size of [PHONE, { width: 1280, height: 800 }]) {
  test(`a guest books for herself, with options and a time (${size.width})`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(size);
    await enter(page, '個人で予約する');
    await expect(course(page, '一日人間ドック')).toContainText('44,000円');
    await look(page);
    await chooseDock(page);

    await expect(page.getByLabel('胃部X線')).toBeChecked();
    await expect(page.getByText('腫瘍マーカー男性3種')).toHaveCount(0);
    await look(page);
    await page.getByLabel('胃内視鏡(経鼻)').check();
    await page.getByLabel('骨密度').check();
    await expect(page.getByText('51,700円').filter({ visible: true })).toBeVisible();
    await page.getByRole('button', { name: '日程を選ぶ' }).click();

    await expect(page.getByRole('button', { name: /情報入力へ/ })).toBeDisabled();
    await expect(page.getByText('受診日を選んでください').filter({ visible: true })).toBeVisible();
    await expect(days(page).first()).toBeVisible();
    await look(page);
    await chooseVisit(page, size.width === PHONE.width ? 0 : 1);

    await expect(page.getByRole('button', { name: '入力内容を確認する' })).toBeDisabled();
    await expect(page.getByText('同意すると、次へ進めます')).toBeVisible();
    await expect(page.getByLabel('生年月日（年）')).toHaveValue('1974');
    await expect(page.getByText('時点の年齢')).toContainText('受診日');
    await look(page);
    await fillPerson(page, newMail());
    await expect(entryField(page, 'セイ')).toHaveValue('ケンシン');
    await expect(page.getByRole('combobox', { name: '都道府県' })).toHaveValue('東京都');
    await goToConfirmation(page);

    await expect(page.getByText('まだ予約は完了していません。')).toBeVisible();
    await expect(page.getByText('保険者番号')).toHaveCount(0);
    await expect(page.getByText('健診のご案内メール')).toBeVisible();
    await look(page);
    await confirmBooking(page);

    expect(await reservationNumber(page)).toMatch(/^\d{9}$/);
    await expect(heading(page, '予約確定')).toBeVisible();
    await expect(page.getByText('正常に処理が完了しました')).toBeVisible();
    await expect(firstPassword(page)).toBeVisible();
    await expect(page.getByText('ご自分のパスワードに変更してください')).toBeVisible();
    await look(page);
    await page.reload();
    await expect(heading(page, '予約確定')).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/CommonConfirmReserveInfo/);
  });
}

test('a guest books through an insurance society', async ({ page }) => {
  await enter(page, '健康保険・お勤め先の健診で予約する');
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await expect(dialog(page)).toContainText('入力エラーです。');
  await expect(dialog(page)).toContainText('健康保険・お勤め先を選択してください。');
  await dialog(page).getByRole('button', { name: '受診年度を選択してください。' }).click();
  await expectAccessible(page);
  await fillInsurance(page, { ...SOCIETY, number: '06990015' });
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await expect(dialog(page)).toContainText('一致しません');
  await closeDialog(page);
  await page.getByRole('textbox', { name: '保険者番号' }).fill(SOCIETY.number);
  const year = Number(await page.getByRole('combobox', { name: '受診年度' }).inputValue());
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();

  await expect(course(page, '日帰り人間ドック')).toContainText('ご負担額（税込）');
  await course(page, '日帰り人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 2);
  await expect(page.getByText('東丘精機健康保険組合')).toBeVisible();
  await expect(page.getByText('1980年2月29日')).toBeVisible();
  await expect(page.getByText(/歳（\d{4}年3月31日時点の年齢）/)).toHaveText(
    `${year + 1 - 1980}歳（${year + 1}年3月31日時点の年齢）`,
  );
  await expect(page.getByLabel('生年月日（年）')).toHaveCount(0);
  await expect(page.getByText('健診のご案内メール')).toHaveCount(0);
  await expectAccessible(page);
  await fillPerson(page, newMail());
  await goToConfirmation(page);
  await expect(page.getByText('06990014')).toBeVisible();
  await confirmBooking(page);
  await expect(heading(page, '予約確定')).toBeVisible();
});

test('a wish says that it is one, shows no prices, and ends unconfirmed', async ({ page }) => {
  await enter(page, '健康保険・お勤め先の健診で予約する');
  await fillInsurance(page, WISHED);
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await course(page, '定期健診A').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(page.getByRole('note')).toContainText('まだ確定していません');
  await expectAccessible(page);
  await chooseVisit(page);
  await fillPerson(page, newMail());
  await goToConfirmation(page);
  await expect(page.getByText('まだお申し込みは完了していません。')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('円');
  // The result's own answer does not arrive at first: what the page says of the booking does not hang on it.
  await page.route('**/api/CommonReserveResult/**', (route) => route.abort());
  await confirmBooking(page, '申し込む');
  await expect(heading(page, /^お申し込みを受け付けました ?（まだ確定していません）$/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '完了' })).toHaveAttribute('aria-current', 'step');
  await expect(page.getByText('ご案内を表示できませんでした。')).toBeVisible();
  await expect(page.getByText('予約確定')).toHaveCount(0);
  await look(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'もう一度表示する' }).click();
  await expect(page.getByText('ご案内を表示できませんでした。')).toHaveCount(0);
  await expect(heading(page, /^お申し込みを受け付けました/)).toBeVisible();
  await expectAccessible(page);
});

test('the calendar says of every day whether it can be booked, and if not, why', async ({ page }) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(days(page).first()).toHaveAccessibleName(/^\d+月\d+日 .曜日 空きあり$/);
  await expect(page.getByText(/予約できる期間：\d+年\d+月\d+日（.）から/)).toBeVisible();
  const blocked = page.getByRole('button', { name: /情報入力へ/ });
  await page.mouse.move(0, 0);
  const asItIs = await blocked.evaluate((button) => getComputedStyle(button).backgroundColor);
  await blocked.hover({ force: true });
  await expect(blocked).toHaveCSS('background-color', asItIs);
  const month = page.getByRole('table');
  const shown = await month.locator('caption').textContent();
  await expect(page.getByRole('img', { name: /曜日 満員$/ }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: /日曜日 休診日$/ }).first()).toBeVisible();
  for (const words of ['予約できます', '選択中', '満員', '休診日', '祝日（休診）', '受付期間外']) {
    await expect(page.getByRole('list', { name: 'カレンダーの記号' }).getByText(words)).toBeVisible();
  }
  await page.getByRole('button', { name: /^次の月/ }).click();
  await expect(month.locator('caption')).not.toHaveText(shown ?? '');
  for (let step = 0; step < 9; step++) {
    const before = page.getByRole('button', { name: /^前の月/ });
    if (await before.isDisabled()) break;
    const now = (await month.locator('caption').textContent()) ?? '';
    await before.click();
    await expect(month.locator('caption')).not.toHaveText(now);
  }
  await expect(page.getByRole('button', { name: /^前の月/ })).toBeDisabled();
  await expect(page.getByText('この月に予約できる日はありません')).toBeVisible();
  await expect(page.getByRole('img', { name: /受付期間外$/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test('the list shows the same days in rows that open their times', async ({ page }) => {
  await page.route('**/api/CommonSelectCalender/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), clnd: '2', taxk: '1' } });
  });
  await page.setViewportSize(PHONE);
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await page
    .getByRole('radio', { name: /月\d+日/ })
    .first()
    .check();
  await page
    .getByRole('radio', { name: /^\d+:\d\d$/ })
    .last()
    .check();
  await expect(page.getByText('税込 48,400円')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /情報入力へ/ }).click();
  await expect(heading(page, 'お客様情報入力')).toBeVisible();
});

test('where two years are open, the person chooses; where amounts are without tax, both are told', async ({ page }) => {
  const asked: (string | null)[] = [];
  await page.route('**/api/CommonSelectCourse/**', async (route) => {
    const year = new URLSearchParams(route.request().postData() ?? '').get('nend');
    asked.push(year);
    const response = await route.fetch();
    const body = await response.json();
    const shown = Number(year) || body.nend;
    const json = { ...body, nend: shown, listNend: [{ nend: body.nend }, { nend: body.nend + 1 }], taxk: '1' };
    await route.fulfill({ response, json });
  });
  await page.setViewportSize(PHONE);
  await enter(page, '個人で予約する');
  await expect(course(page, '一日人間ドック')).toContainText('税込 48,400円');
  const [, next] = await page.getByRole('radio', { name: /年度/ }).all();
  await next?.check();
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(Number(asked.at(-1))).toBeGreaterThan(2025);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('what is wrong is told beside the field, after it was left, and in the dialog', async ({ page }) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 3);
  const kana = entryField(page, 'セイ');
  await kana.fill('kenshin');
  await kana.blur();
  await expect(page.getByText('カタカナで入力してください')).toHaveCount(0);
  const given = entryField(page, 'メイ');
  await given.fill('タロウ');
  await given.blur();
  await expect(page.getByText('フリガナ（セイ）はカタカナで入力してください。')).toBeVisible();
  await page.getByRole('textbox', { name: '電話番号' }).fill('12');
  await page.getByRole('textbox', { name: '電話番号' }).blur();
  await expect(page.getByText('電話番号が正しい書式ではありません。')).toBeVisible();
  await mailField(page).fill('a@example.jp');
  await page.getByRole('textbox', { name: '確認用' }).fill('b@example.jp');
  await page.getByRole('checkbox', { name: '同意する' }).check();
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await expect(dialog(page)).toContainText('以下の内容をもう一度ご確認ください');
  const sentences = await dialog(page).getByRole('listitem').allTextContents();
  expect(sentences).toEqual([
    'フリガナ（セイ）はカタカナで入力してください。',
    '氏名（姓）は必須入力です。',
    '氏名（名）は必須入力です。',
    '郵便番号（前3桁）は必須入力です。',
    '郵便番号（後4桁）は必須入力です。',
    '都道府県を選択してください。',
    '市区町村は必須入力です。',
    '番地・建物名は必須入力です。',
    '電話番号が正しい書式ではありません。',
    'メールアドレスとメールアドレス（確認用）に入力されている内容が相違しています。',
  ]);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: '氏名（姓）は必須入力です。' }).click();
  await expect(entryField(page, '姓')).toBeFocused();
  await expectAccessible(page);
});

test('back at every step, with nothing typed lost', async ({ page }) => {
  test.slow();
  const mail = newMail();
  await reachConfirmation(page, mail, 4);
  await page.getByRole('button', { name: '戻って修正する' }).click();
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await expect(mailField(page)).toHaveValue(mail);
  await expect(page.getByRole('textbox', { name: '確認用' })).toHaveValue('');
  await page.goto('/CommonConfirmReserveInfo');
  await expect(heading(page, 'お客様情報入力')).toBeVisible();
  await page.reload();
  await expect(entryField(page, '名')).toHaveValue('太郎');
  await page.getByLabel('生年月日（年）').selectOption('1975');
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(page.getByRole('button', { name: /空きあり、選択中/ })).toBeVisible();
  await page.goto('/CommonInputReserveInfo');
  await expect(heading(page, '日時選択')).toBeVisible();
  await page.getByRole('button', { name: /情報入力へ/ }).click();
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1975');
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '日時選択')).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByLabel('ピロリ菌抗体').check();
  await page.reload();
  await expect(page.getByLabel('ピロリ菌抗体')).toBeChecked();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, 'コース選択')).toBeVisible();
  await expect(page.getByText('1975年6月12日生まれ')).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(page).toHaveURL(/CommonTop\/demo/);
  // The top page writes the institution into the session when it is ready.
  await expect(page.getByRole('button', { name: '個人で予約する' })).toBeEnabled();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/CommonSelectCalender');
  await expect(page).toHaveURL(/UtilityError/);
});

test('a mail address that has an account: log in, and the same booking goes on', async ({ page }) => {
  await reachConfirmation(page, 'hanako@example.jp', 5);
  await confirmBooking(page);
  await expect(dialog(page)).toContainText('すでに登録されています');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'ログインして予約を続ける' }).click();
  await expect(heading(page, 'ログイン')).toBeVisible();
  await expect(mailField(page)).toHaveValue('hanako@example.jp');
  await look(page);
  await page.getByRole('textbox', { name: 'パスワード' }).fill('wrong-password');
  await page.getByRole('button', { name: 'ログインして予約を続ける' }).click();
  await expect(dialog(page)).toContainText('認証エラー');
  await expect(dialog(page)).toContainText('ユーザーIDまたはパスワードが正しくありません。');
  await closeDialog(page);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログインして予約を続ける' }).click();
  await expect(heading(page, '予約情報確認')).toBeVisible();
  await expect(page.getByText('健診　太郎')).toBeVisible();
  await confirmBooking(page);
  await expect(heading(page, '予約確定')).toBeVisible();
  await expect(firstPassword(page)).toHaveCount(0);
});

test('after too many tries the login says how long to wait, and what was typed as password is gone', async ({
  page,
}) => {
  const mail = newMail();
  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, 'Wrong#2026', 'マイページにログイン');
  const password = page.getByRole('textbox', { name: 'パスワード' });
  await expect(dialog(page)).toContainText('ユーザーIDまたはパスワードが正しくありません。');
  await closeDialog(page);
  await expect(password).toHaveValue('');

  await lockOut(page, mail);
  await logIn(page, mail, 'Wrong#2026', 'マイページにログイン');
  await expect(dialog(page)).toContainText('15分ほど待ってからもう一度お試しください。');
  await closeDialog(page);
  await expect(password).toHaveValue('');
});

test('logged in on the way, the form knows the person; a lost session is taken up again in place', async ({ page }) => {
  await page.goto('/CommonLogin/demo');
  await expect(page.getByRole('link', { name: 'パスワードをお忘れの方' })).toHaveAttribute(
    'href',
    /CommonForgetPassword/,
  );
  await page.getByRole('button', { name: 'ログインしてコース選択へ' }).click();
  await expect(dialog(page)).toContainText('メールアドレスは必須入力です。');
  await closeDialog(page);
  await mailField(page).fill('hanako@example.jp');
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログインしてコース選択へ' }).click();
  await expect(page.getByText('1974年6月12日生まれ')).toBeVisible();
  await course(page, '一日人間ドック').getByRole('button').click();
  await expect(heading(page, 'オプション選択')).toBeVisible();

  await endSession(page);
  await page.reload();
  await expect(dialog(page)).toContainText('システムエラーです。');
  await dialog(page).getByRole('button', { name: 'ログインして続ける' }).click();
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'ログインして続ける' }).click();
  await expect(page.getByLabel('胃部X線')).toBeChecked();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 6);
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await expect(page.getByRole('textbox', { name: '確認用' })).toHaveValue('');
});

test('a session that is given up leads back to the top page', async ({ page }) => {
  await page.goto('/CommonLogin/demo');
  await logIn(page, 'hanako@example.jp', PASSWORD, 'ログインしてコース選択へ');
  await expect(course(page, '一日人間ドック')).toBeVisible();
  await endSession(page);
  await course(page, '一日人間ドック').getByRole('button').click();
  await expect(dialog(page)).toContainText('システムエラーです。');
  await expect(dialog(page).getByRole('button', { name: 'ログインして続ける' })).toBeVisible();
  await closeDialog(page);
  await expect(page).toHaveURL(/CommonTop\/demo/);
});

test('a server that cannot be reached leads back to the top page', async ({ page }) => {
  await enter(page, '個人で予約する');
  await expect(course(page, '一日人間ドック')).toBeVisible();
  await page.route('**/api/CommonSelectOption/FirstDisplay', (route) => route.abort());
  await chooseDock(page);
  await expect(dialog(page)).toContainText('システムエラーです。');
  await expect(dialog(page).getByRole('button', { name: 'ログインして続ける' })).toHaveCount(0);
  await closeDialog(page);
  await expect(page).toHaveURL(/CommonTop\/demo/);
});

test('two clicks and a lost answer book once', async ({ page }) => {
  const reserve = '**/api/Account/CommonGuestNewReserve';
  const numbers: unknown[] = [];
  await reachConfirmation(page, newMail(), 7);
  await page.route(reserve, async (route) => {
    const response = await route.fetch();
    numbers.push((await response.json()).ukno);
    // The first answer never arrives.
    await (numbers.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  await page.getByRole('button', { name: '予約する', exact: true }).dblclick();
  await dialog(page).getByRole('button', { name: '送信' }).dblclick();
  await expect(dialog(page)).toContainText('二重に予約されることはありません');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'もう一度送信する' }).dblclick();
  const shown = await reservationNumber(page);
  expect(numbers.map(Number)).toEqual([Number(shown), Number(shown)]);
});

test('a place that is gone meanwhile leads back to the calendar, which has forgotten it', async ({ page }) => {
  test.slow();
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByLabel('脳MRI・MRA').check();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 8);
  await fillPerson(page, newMail());
  await goToConfirmation(page);
  await beOvertaken(page);
  await confirmBooking(page);
  await expect(dialog(page)).toContainText('満員になりました');
  await closeDialog(page);
  await expect(page.getByRole('alert')).toContainText('満員になりました');
  await expectAccessible(page);
  await page.getByRole('button', { name: '日時を選び直す' }).click();
  await expect(heading(page, '日時選択')).toBeVisible();
  await expect(days(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /選択中/ })).toHaveCount(0);
  await expect(page.getByText('受診日を選んでください').filter({ visible: true })).toBeVisible();
  // Chosen anew, the rest is as it was.
  await chooseVisit(page, 0);
  await expect(entryField(page, '姓')).toHaveValue('健診');
});

test('an amount that is not the one seen is shown again before it is booked', async ({ page }) => {
  await reachConfirmation(page, newMail(), 9);
  const reserve = '**/api/Account/CommonGuestNewReserve';
  // As if the price had been another one when the page was opened.
  await page.route(reserve, (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    form.set('sumGkgk', '1');
    return route.continue({ postData: form.toString() });
  });
  await confirmBooking(page);
  await closeDialog(page);
  await expect(page.getByRole('note').filter({ hasText: '料金' })).toBeVisible();
  await page.unrouteAll();
  await confirmBooking(page);
  await expect(heading(page, '予約確定')).toBeVisible();
});

test('a birth date for which the course is not leads back to the course, and from there on again', async ({ page }) => {
  test.slow();
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 10);
  await fillPerson(page, newMail());
  await page.getByLabel('生年月日（年）').selectOption('2015');
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'コースを選び直す' }).click();
  await expect(page.getByText('2015年6月12日生まれ')).toBeVisible();
  await page.getByRole('button', { name: '変更する' }).click();
  await page.getByLabel('生年月日（年）').selectOption('1974');
  await page.getByRole('button', { name: 'コースを表示する' }).click();
  await course(page, '一日人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(page.getByRole('button', { name: /選択中/ })).toHaveCount(0);
  await chooseVisit(page, 10);
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1974');
  await expect(entryField(page, '姓')).toHaveValue('健診');
});

test('a booking that succeeded is told as made though the log-in after it is refused', async ({ page }) => {
  test.slow();
  const mail = newMail();
  await lockOut(page, mail);
  await reachConfirmation(page, mail, 11);
  await confirmBooking(page);
  const number = await reservationNumber(page);
  expect(number).toMatch(/^\d{9}$/);
  await expect(heading(page, '予約確定')).toBeVisible();
  await expect(firstPassword(page)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'ログインしてマイページへ' }).click();
  await expect(dialog(page)).toContainText('ご予約は完了しています。');
  await expect(dialog(page)).toContainText('15分ほど待ってからもう一度お試しください。');
  await expectAccessible(page);
  await closeDialog(page);
  await page.reload();
  expect(await reservationNumber(page)).toBe(number);
  await expect(firstPassword(page)).toBeVisible();
});

test('the log-in that a lost connection has prevented is offered with the result', async ({ page }) => {
  await reachConfirmation(page, newMail(), 12);
  await page.route('**/Token', (route) => route.abort());
  await confirmBooking(page);
  await expect(heading(page, '予約確定')).toBeVisible();
  await page.unrouteAll();
  const known = page.waitForResponse('**/api/CommonTop/CommonTopGetUserInfo');
  await page.getByRole('button', { name: 'ログインしてマイページへ' }).click();
  expect(await (await known).json()).toMatchObject({ errorCode: 0, name: '健診　太郎' });
  await expect(page).not.toHaveURL(/CommonReserveResult/);
});

test('whoever declined the mails stays declined, and nothing of a visitor before is left', async ({ page }) => {
  test.slow();
  const mail = newMail();
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 13);
  await expect(page.getByRole('radio', { name: '受け取る' })).toBeChecked();
  await fillPerson(page, mail);
  await page.getByRole('radio', { name: '受け取らない' }).check();
  await goToConfirmation(page);
  await confirmBooking(page);
  await reservationNumber(page);
  const password = (await firstPassword(page).textContent()) ?? '';

  // Somebody else begins a booking in the same tab and leaves it.
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 13);
  await entryField(page, '姓').fill('先客');

  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'ログインしてコース選択へ');
  await expect(page.getByText('1974年6月12日生まれ')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('先客');
  await course(page, '一日人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 13);
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await expect(page.getByRole('radio', { name: '受け取らない' })).toBeChecked();
  await expect(page.getByRole('radiogroup', { name: /健診のご案内メール/ })).toContainText('必須');
});

test('a log-in on the way keeps what was typed and fills in the rest', async ({ page }) => {
  test.slow();
  await enter(page, '健康保険・お勤め先の健診で予約する');
  await fillInsurance(page, SOCIETY);
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await course(page, '日帰り人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 14);
  await entryField(page, '番地・建物名').fill('汐見2-2');
  for (const back of ['日時選択', 'オプション選択', 'コース選択', '健康保険・お勤め先の入力']) {
    await page.getByRole('button', { name: '戻る' }).click();
    await expect(heading(page, back)).toBeVisible();
  }
  await page.getByRole('textbox', { name: '保険者番号' }).fill('0699');
  await page.getByRole('button', { name: 'ログインして予約する' }).click();
  await logIn(page, 'hanako@example.jp', PASSWORD, 'ログインして予約を続ける');
  await expect(page.getByRole('combobox', { name: '健康保険・お勤め先' }).locator(':checked')).toHaveText(
    SOCIETY.client,
  );
  await expect(page.getByRole('textbox', { name: '保険者番号' })).toHaveValue('0699');
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1980');
  await page.getByRole('textbox', { name: '保険者番号' }).fill(SOCIETY.number);
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await course(page, '日帰り人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 14);
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await expect(entryField(page, '番地・建物名')).toHaveValue('汐見2-2');
});
