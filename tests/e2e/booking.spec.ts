// The examinee's way from the top page to the reservation number.
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  chooseDock,
  chooseVisit,
  confirmBooking,
  course,
  days,
  enter,
  entryField,
  fillInsurance,
  fillPerson,
  firstPassword,
  goToConfirmation,
  look,
  mailField,
  month,
  newMail,
  reservationNumber,
  SOCIETY,
  showNextMonth,
} from './booking-steps.ts';
import { closeDialog, dialog, expectNoSidewaysScroll, heading, PHONE } from './kit.ts';
import { expectSheetToTakeAlong } from './paper.ts';

const WISHED = { client: '白鷺野食品株式会社', category: '社員' };

test('a guest books for herself, with options and a time', async ({ page }) => {
  await page.setViewportSize(PHONE);
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
  await chooseVisit(page);

  await expect(page.getByRole('button', { name: '入力内容を確認する' })).toBeDisabled();
  await expect(page.getByText('同意すると、次へ進めます')).toBeVisible();
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1974');
  await expect(page.getByText('時点の年齢')).toContainText('受診日');
  await look(page);
  await fillPerson(page, newMail());
  await expect(entryField(page, 'セイ')).toHaveValue('ケンシン');
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await expect(entryField(page, '郵便番号（後4桁）')).toHaveValue('0001');
  await expect(page.getByRole('combobox', { name: '都道府県' })).toHaveValue('東京都');
  await goToConfirmation(page);

  await expect(page.getByText('まだ予約は完了していません。')).toBeVisible();
  await expect(page.getByText('保険者番号')).toHaveCount(0);
  await expect(page.getByText('健診のご案内メール')).toBeVisible();
  await look(page);
  await confirmBooking(page);

  const number = await reservationNumber(page);
  expect(number).toMatch(/^\d{9}$/);
  await expect(heading(page, '予約確定')).toBeVisible();
  await expect(page.getByText('正常に処理が完了しました')).toBeVisible();
  await expect(firstPassword(page)).toBeVisible();
  await expectSheetToTakeAlong(page, number);
  await expect(page.getByText(/\d+月\d+日（.）\d+:\d\dまで使えます。/)).toBeVisible();
  await expect(page.getByText('ご自分のパスワードに変更してください')).toBeVisible();
  await look(page);
  await page.reload();
  await expect(heading(page, '予約確定')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/CommonReserveResult/);
  await expect(heading(page, '予約確定')).toBeVisible();
});

test('a guest books through an insurance society', async ({ page }) => {
  await enter(page, '健康保険・お勤め先の健診で予約する');
  await expect(page).toHaveURL(/\/CommonNewHealthInsurance$/);
  await look(page);
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await expect(dialog(page)).toContainText('入力エラーです。');
  await expect(dialog(page)).toContainText('健康保険・お勤め先を選択してください。');
  await dialog(page).getByRole('button', { name: '受診年度を選択してください。' }).click();
  await expectAccessible(page);
  await fillInsurance(page, { ...SOCIETY, number: '06990015' });
  await expect(page.getByRole('link', { name: /^東丘精機健康保険組合のホームページ.*新しいタブ/ })).toHaveAttribute(
    'href',
    'https://higashioka-kenpo.example.jp/',
  );
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await expect(dialog(page)).toContainText('入力の誤りがあるようです');
  await closeDialog(page);
  // As it comes out of a mail or a Japanese keyboard.
  await page.getByRole('textbox', { name: '保険者番号' }).fill('　０６９９００１４ ');
  const year = Number(await page.getByRole('combobox', { name: '受診年度' }).inputValue());
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();

  await expect(page.getByRole('link', { name: /^ご利用になる健康保険・お勤め先のホームページ/ })).toBeVisible();
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
  const boxes = await page
    .getByRole('textbox')
    .evaluateAll((all) =>
      all.map((one) => one.ariaLabel ?? (one as HTMLInputElement).labels?.[0]?.textContent?.replace('必須', '')),
    );
  expect(boxes.slice(0, -1)).toEqual([
    '記号',
    '番号',
    '会社名',
    'セイ',
    'メイ',
    '姓',
    '名',
    '郵便番号（前3桁）',
    '郵便番号（後4桁）',
    '市区町村',
    '番地・建物名',
    '電話番号',
    '社員番号',
    'メールアドレス',
    'メールアドレス（確認用）',
    '備考',
  ]);
  await fillPerson(page, newMail());
  await goToConfirmation(page);
  await expect(page.getByText('06990014')).toBeVisible();
  expect(await page.getByRole('term').allTextContents()).toEqual([
    '健康保険・お勤め先の名称',
    '保険者番号',
    '記号',
    '番号',
    '対象者区分',
    '会社名',
    '氏名',
    '氏名（カナ）',
    '生年月日',
    '年齢',
    '性別',
    '住所',
    '電話番号',
    '社員番号',
    'メールアドレス',
    '備考',
  ]);
  await confirmBooking(page);
  await expect(heading(page, '予約確定')).toBeVisible();
});

test('a wish says that it is one, shows no prices, and ends unconfirmed', async ({ page }) => {
  await enter(page, '健康保険・お勤め先の健診で予約する');
  // Asked for by a society, and not by a company, which has no such number.
  const insurerNumber = page.getByText('保険者番号');
  await fillInsurance(page, SOCIETY);
  await fillInsurance(page, WISHED);
  await expect(insurerNumber).toHaveCount(0);
  await expect(page.getByText('お勤め先の健診のご担当者にご確認ください')).toBeVisible();
  await expect(page.getByText('被保険者（本人）をお選びください')).toHaveCount(0);
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
  await expect(insurerNumber).toHaveCount(0);
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
  // Nobody can come with it yet.
  await page.getByRole('button', { name: 'マイページへ' }).click();
  await page.getByRole('button', { name: '詳細を見る' }).click();
  await expect(page.getByRole('heading', { name: 'お客様情報' })).toBeVisible();
  await expect(page.getByText('お見せください')).toHaveCount(0);
  await expect(page.getByRole('img', { name: /QRコード/ })).toHaveCount(0);
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
  await showNextMonth(page);
  await expect(page.getByRole('button', { name: /曜日 満員$/, disabled: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /日曜日 休診日$/, disabled: true }).first()).toBeVisible();
  for (const words of ['予約できます', '選択中', '満員', '受付なし', '休診日', '祝日（休診）', '受付期間外']) {
    await expect(page.getByRole('list', { name: 'カレンダーの記号' }).getByText(words)).toBeVisible();
  }
  // What is chosen is seen without our colours too; and what the browser draws stays light on a dark system.
  await page.emulateMedia({ forcedColors: 'active' });
  const background = (at: number) =>
    days(page)
      .nth(at)
      .evaluate((day) => getComputedStyle(day).backgroundColor);
  expect(await background(0)).toBe(await background(1));
  await days(page).first().click();
  await expect(days(page).first()).toHaveAccessibleName(/選択中$/);
  expect(await background(0)).not.toBe(await background(1));
  // Loaded again, the page shows the same month, day and time.
  const time = page.getByRole('radio', { name: /^\d+:\d\d$/ }).first();
  await time.check();
  const shown = (await month(page).textContent()) ?? '';
  await page.reload();
  await expect(month(page)).toHaveText(shown);
  await expect(days(page).first()).toHaveAccessibleName(/選択中$/);
  await expect(time).toBeChecked();
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', /only/);
  for (let step = 0; step < 9; step++) {
    const before = page.getByRole('button', { name: /^前の月/ });
    if (await before.isDisabled()) break;
    const now = (await month(page).textContent()) ?? '';
    await before.click();
    await expect(month(page)).not.toHaveText(now);
  }
  // Who has pressed it until there still has it.
  await expect(page.getByRole('button', { name: /^前の月/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^前の月/ })).toBeFocused();
  await expect(page.getByText('この月に予約できる日はありません')).toBeVisible();
  await expect(page.getByRole('button', { name: /受付期間外$/, disabled: true }).first()).toBeVisible();
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
  await expect(page.getByRole('status').filter({ hasText: /空いている時間が\d+つあります/ })).toHaveCount(1);
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

test('where two years are open, the person chooses; where amounts are without tax, both are shown', async ({
  page,
}) => {
  const answered: number[] = [];
  let first = 0;
  await page.route('**/api/CommonSelectCourse/**', async (route) => {
    const year = Number(new URLSearchParams(route.request().postData() ?? '').get('nend'));
    const response = await route.fetch();
    const body = await response.json();
    first ||= body.nend;
    const json = { ...body, nend: year || first, listNend: [{ nend: first }, { nend: first + 1 }], taxk: '1' };
    await route.fulfill({ response, json });
    answered.push(year);
  });
  await page.setViewportSize(PHONE);
  await enter(page, '個人で予約する');
  await expect(course(page, '一日人間ドック')).toContainText('税込 48,400円');
  const [, next] = await page.getByRole('radio', { name: /年度/ }).all();
  await next?.check();
  await expect.poll(() => answered.at(-1)).toBe(first + 1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('what is wrong is reported beside the field, after it was left, and in the dialog', async ({ page }) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 3);
  const kana = entryField(page, 'セイ');
  // At 400 % nothing lies over the field that one writes in.
  const size = page.viewportSize() ?? PHONE;
  await page.setViewportSize({ width: 320, height: 256 });
  await kana.focus();
  const isCovered = () =>
    kana.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) !== field;
    });
  await expect.poll(isCovered).toBe(false);
  await expect(page.getByRole('region', { name: 'ご予約の進み具合' })).toHaveCSS('position', 'static');
  await page.setViewportSize(size);
  await kana.fill('kenshin');
  await kana.blur();
  await expect(page.getByText('カタカナで入力してください')).toHaveCount(0);
  const given = entryField(page, 'メイ');
  await given.fill('タロウ');
  await given.blur();
  await expect(page.getByText('氏名（セイ）はカタカナで入力してください。')).toBeVisible();
  await page.getByRole('textbox', { name: '電話番号' }).fill('12');
  await page.getByRole('textbox', { name: '電話番号' }).blur();
  await expect(page.getByText('電話番号が正しい書式ではありません。')).toBeVisible();
  // Not while it is typed, and not of the other one, which nobody has come to; what is mended is told at once.
  const wrongMail = page.getByText('メールアドレスが正しい書式ではありません。', { exact: true });
  await mailField(page).fill('a@');
  await expect(wrongMail).toHaveCount(0);
  await mailField(page).blur();
  await expect(wrongMail).toBeVisible();
  await expect(mailField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(mailField(page)).toHaveAccessibleDescription(/正しい書式ではありません。/);
  await expect(page.getByText('相違しています')).toHaveCount(0);
  await mailField(page).fill('ａ@example.jp');
  await expect(wrongMail).toHaveCount(0);
  await mailField(page).fill('a');
  await expect(wrongMail).toHaveCount(0);
  await mailField(page).fill('ａ＠example.jp');
  await page.getByRole('textbox', { name: '確認用' }).fill('b@example.jp');
  await expect(mailField(page)).toHaveValue('a@example.jp');
  await page.getByRole('checkbox', { name: '同意する' }).check();
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await expect(page.getByRole('dialog', { name: '入力エラー' })).toContainText('入力エラーです。');
  await expect(dialog(page)).toContainText('以下の内容をもう一度ご確認ください');
  const sentences = await dialog(page).getByRole('listitem').allTextContents();
  expect(sentences).toEqual([
    '氏名（セイ）はカタカナで入力してください。',
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
