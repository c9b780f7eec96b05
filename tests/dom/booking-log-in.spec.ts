// Logging in around a booking: before it, on its way, and after it.
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import {
  chooseBirthDate,
  chooseVisit,
  confirmBooking,
  course,
  endSession,
  enter,
  entryField,
  fillInsurance,
  lockOut,
  logIn,
  mailField,
  newMail,
  reachConfirmation,
  SOCIETY,
} from '../e2e/booking-steps.ts';
import { closeDialog, dialog, heading, PASSWORD } from '../e2e/kit.ts';

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

test('back from the first step of who logged in on the way is my page; booked for somebody else, the name is asked for', async ({
  page,
}) => {
  await page.goto('/CommonLogin/demo');
  await logIn(page, 'hanako@example.jp', PASSWORD, 'ログインしてコース選択へ');
  await expect(course(page, '一日人間ドック')).toBeVisible();
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(heading(page, 'マイページ')).toBeVisible();
  await expect(page.getByText('健診　花子 様')).toBeVisible();

  await page.getByRole('button', { name: '個人で予約する' }).click();
  await page.getByRole('button', { name: '変更する' }).click();
  await page.getByLabel('男性').check();
  await page.getByRole('button', { name: 'コースを表示する' }).click();
  await course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 17);
  const whose = page.getByText('実際に受診される方の氏名を入力してください。');
  await expect(whose).toBeVisible();
  for (const part of ['セイ', 'メイ', '姓', '名']) await expect(entryField(page, part)).toHaveValue('');
  await expect(page.getByRole('textbox', { name: '電話番号' })).toHaveValue('090-0000-1234');
  await expectAccessible(page);
  await page.getByLabel('女性').check();
  await expect(whose).toHaveCount(0);

  // What was said of a postal code goes with it.
  const notFound = page.getByText('該当する住所が見つかりませんでした');
  await entryField(page, '郵便番号（後4桁）').fill('9999');
  await page.getByRole('button', { name: '住所検索' }).click();
  await expect(notFound).toBeVisible();
  await entryField(page, '郵便番号（後4桁）').fill('0023');
  await expect(notFound).toHaveCount(0);
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
  await expect(dialog(page)).toContainText('選んだ内容と入力した内容は失われます。');
  await expect(dialog(page).getByRole('button', { name: 'キャンセル' })).toBeFocused();
  await closeDialog(page, 'トップへ戻る');
  await expect(page).toHaveURL(/CommonTop\/demo/);
});

test('a session is over and the password forgotten: after another one is sent, the log-in leads back to the errand', async ({
  page,
}) => {
  await page.goto('/CommonLogin/demo');
  await logIn(page, 'hanako@example.jp', PASSWORD, 'ログインしてコース選択へ');
  await course(page, '一日人間ドック').getByRole('button').click();
  await page.getByLabel('胃部X線').waitFor();
  await endSession(page);
  await page.reload();
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('link', { name: 'パスワードをお忘れの方' }).click();
  await expect(heading(page, 'パスワードをお忘れの方')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(mailField(page)).toHaveValue('hanako@example.jp');
  await page.route('**/api/CommonForgetPassword/ReissuePassword', (route) =>
    route.fulfill({ json: { errorCode: 0, errorMessagesList: [] } }),
  );
  await chooseBirthDate(page, 1974, 6, 12);
  await page.getByRole('button', { name: '再発行する' }).click();
  await closeDialog(page, '再発行する');
  await page.getByRole('button', { name: 'ログインして続ける' }).click();
  await expect(page.getByRole('note')).toContainText('元の画面に戻り');
  await logIn(page, 'hanako@example.jp', PASSWORD, 'ログインして続ける');
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await expect(page.getByLabel('胃部X線')).toBeChecked();
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

test('a log-in over a half-typed insurance entry takes the account as a whole, and keeps what was typed elsewhere', async ({
  page,
}) => {
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
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1974');
  await expect(page.getByLabel('女性')).toBeChecked();
  await chooseBirthDate(page, 1980, 2, 29);
  await page.getByLabel('男性').check();
  await page.getByRole('textbox', { name: '保険者番号' }).fill(SOCIETY.number);
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await course(page, '日帰り人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 14);
  // The account's, but for its name: it is a man of another age who comes.
  await expect(page.getByRole('textbox', { name: '電話番号' })).toHaveValue('090-0000-1234');
  await expect(entryField(page, '姓')).toHaveValue('');
  await expect(entryField(page, '番地・建物名')).toHaveValue('汐見2-2');
});
