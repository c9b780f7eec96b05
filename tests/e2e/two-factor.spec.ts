// Second factors in a real browser: an authenticator app, recovery codes and a passkey are set up, and used to log in.
import { expect, type Page, test } from '@playwright/test';
import { makeApp } from '#tests/kit/authenticator.ts';
import { expectAccessible } from './accessible.ts';
import {
  acknowledge,
  answerUnconfirmed,
  closeDialog,
  dialog,
  endSession,
  expectNoSidewaysScroll,
  logInAs,
  PHONE,
  typeLogIn,
} from './kit.ts';
import { openAccount, openClinic, STAFF_PASSWORD } from './operate.ts';

/** Passkeys belong to a name: a browser makes none for a number. */
const HERE = `http://localhost:${process.env.JOURNEY_PORT ?? '4180'}`;
test.use({ baseURL: HERE });

const COLLEAGUE = '健診課　小林';
const sayPassword = (page: Page, userId: string) => typeLogIn(page, userId, STAFF_PASSWORD);
const isIn = (page: Page) => expect(page).toHaveURL(/AdminReserveStatusCheck/);
const factors = (page: Page) => page.getByRole('region', { name: '2段階認証', exact: true });

async function openOwn(page: Page): Promise<void> {
  await page.getByRole('link', { name: /健診課.小林/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('自分のアカウント');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ログアウト', exact: true }).first().click();
  await expect(page).toHaveURL(/AdminLogin/);
}

/**
 * Each code is good once, and the next one is half a minute away: the app looks ahead, as a clock that is a little fast. None is of the
 * half-minute before, which may be over when it arrives.
 */
const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000);

async function readCodes(page: Page): Promise<string[]> {
  await expect(dialog(page)).toContainText('リカバリーコードを保管してください。');
  const codes = await dialog(page).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  // It does not close before they are kept.
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('button', { name: '閉じる' })).toBeDisabled();
  await expectAccessible(page);
  await dialog(page).getByLabel('保管しました').check();
  await closeDialog(page);
  await expect(dialog(page)).toHaveCount(0);
  return codes;
}

async function setUpApp(page: Page) {
  await factors(page).getByRole('button', { name: '設定する' }).click();
  await expect(dialog(page).getByRole('img', { name: 'QRコード' })).toBeVisible();
  await expect(dialog(page)).toContainText('認証アプリでQRコードを読み取ってください。');
  await expect(dialog(page)).toContainText('表示された6桁の認証コードを入力してください。');
  await expectAccessible(page);
  const typed = await dialog(page)
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .textContent();
  const app = makeApp((typed ?? '').replaceAll(' ', ''));
  const code = dialog(page).getByLabel('認証コード');
  await code.fill('000000');
  await dialog(page).getByRole('button', { name: '設定する' }).click();
  await expect(dialog(page)).toContainText('認証コードが正しくありません。');
  await code.fill(app.codeAt(ahead(0)));
  await dialog(page).getByRole('button', { name: '設定する' }).click();
  return app;
}

test('a clerk sets up an app, and logs in with its code, and with a recovery code when the telephone is gone', async ({
  page,
}) => {
  const userId = await openAccount(COLLEAGUE);
  await sayPassword(page, userId);
  await isIn(page);
  await openOwn(page);
  await expect(factors(page)).toContainText('未設定');
  const app = await setUpApp(page);
  const codes = await readCodes(page);
  await expect(factors(page)).toContainText('設定済み');
  await expect(factors(page)).toContainText('残り 10個');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await logOut(page);

  await sayPassword(page, userId);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2段階認証');
  await expectAccessible(page);
  await page.getByLabel('認証コード').fill('000000');
  await expect(dialog(page)).toContainText('認証エラーです。');
  await expect(dialog(page)).toContainText('認証コードをもう一度ご確認ください。');
  await closeDialog(page);
  // It sends itself with the sixth digit.
  await page.getByLabel('認証コード').fill(app.codeAt(ahead(30)));
  await isIn(page);
  await expect(dialog(page)).toContainText('認証アプリの設定');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // It stays until it is acknowledged, and comes back with the page.
  await page.keyboard.press('Escape');
  await page.reload();
  await acknowledge(page, '2段階認証が変更されました');
  await page.reload();
  await isIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  // Over a page whose session has ended, the second step is asked for too.
  await endSession(page);
  await openOwnFromMenu(page);
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(STAFF_PASSWORD);
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toContainText('2段階認証');
  await closeDialog(page, 'リカバリーコードを使う');
  await dialog(page)
    .getByRole('textbox', { name: 'リカバリーコード' })
    .fill(codes[0] ?? '');
  await closeDialog(page, '確認');
  await expect(dialog(page)).toHaveCount(0);
  await expect(factors(page)).toContainText('残り 9個');
});

test('what must be confirmed asks for the password and a code, and the other tabs go on with it', async ({ page }) => {
  const userId = await openAccount(COLLEAGUE);
  await logInAs(page, userId, { to: '/StaffMe' });
  const app = await setUpApp(page);
  await readCodes(page);
  const other = await page.context().newPage();
  await other.goto('/StaffMe');
  await expect(factors(other)).toContainText('残り 10個');

  // As when the log-in was a quarter of an hour ago.
  await answerUnconfirmed(page, 'StaffMe/RecoveryRenew');
  await factors(page).getByRole('button', { name: '作り直す' }).click();
  await closeDialog(page, '作り直す');
  await expect(dialog(page)).toContainText('ご本人の確認');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(STAFF_PASSWORD);
  await dialog(page).getByLabel('認証コード').fill('000000');
  await closeDialog(page, '確認');
  await expect(dialog(page)).toContainText('認証コードが正しくありません。');
  await dialog(page)
    .getByLabel('認証コード')
    .fill(app.codeAt(ahead(30)));
  await closeDialog(page, '確認');
  // It goes on by itself.
  await readCodes(page);

  await other.getByRole('link', { name: 'TOP', exact: true }).first().click();
  await isIn(other);
  await expect(dialog(other)).toHaveCount(0);
});

/** The screen asks for what it shows, and is informed that the session is over. */
async function openOwnFromMenu(page: Page): Promise<void> {
  await page.getByRole('link', { name: /健診課.小林/ }).click();
  await expect(dialog(page)).toBeVisible();
}

test('with a passkey, no user id and no password are asked', async ({ page }) => {
  const userId = await openAccount(COLLEAGUE);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await sayPassword(page, userId);
  await isIn(page);
  await openOwn(page);
  await factors(page).getByRole('button', { name: 'パスキーを追加' }).click();
  await expectAccessible(page);
  await dialog(page).getByLabel('名称').fill('受付の端末');
  await dialog(page).getByRole('button', { name: '追加' }).click();
  await readCodes(page);
  await expect(factors(page).getByRole('row', { name: /受付の端末/ })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await factors(page).getByRole('button', { name: '名称変更（受付の端末）' }).click();
  await dialog(page).getByLabel('名称').fill('2階の端末');
  await dialog(page).getByRole('button', { name: '更新' }).click();
  await expect(factors(page).getByRole('row', { name: /2階の端末/ })).toBeVisible();
  await logOut(page);

  await page.getByRole('button', { name: 'パスキーでログイン' }).click();
  await isIn(page);
  await acknowledge(page, 'パスキーの追加');
  await logOut(page);

  // And as the second step.
  await sayPassword(page, userId);
  await page.getByRole('button', { name: 'パスキーを使う' }).click();
  await isIn(page);

  await openOwn(page);
  await factors(page).getByRole('button', { name: '削除（2階の端末）' }).click();
  await closeDialog(page, '削除');
  await expect(factors(page)).toContainText('未設定');
  await logOut(page);
  await sayPassword(page, userId);
  await isIn(page);
});

test('where the institution asks for it, a new clerk is led to the own account until a factor is finished', async ({
  page,
}) => {
  const clinic = await openClinic();
  await demandFromAll(page, clinic.manager);

  const userId = await openAccount(COLLEAGUE, { institution: clinic.code });
  await sayPassword(page, userId);
  await expect(page).toHaveURL(/StaffMe$/);
  await expect(page.getByText('この医療機関では2段階認証が必要です。')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/AdminReserveStatusCheck');
  await expect(page).toHaveURL(/StaffMe$/);
  await setUpApp(page);
  await readCodes(page);
  await expect(page.getByText('この医療機関では2段階認証が必要です。')).toHaveCount(0);
  await page.getByRole('link', { name: 'TOP', exact: true }).first().click();
  await isIn(page);
  await expect(page.getByRole('button', { name: '予約管理' })).toBeVisible();
});

/** Without the screens: the manager sets up an app, and then asks everybody for one. */
async function demandFromAll(page: Page, manager: string): Promise<void> {
  const post = async (path: string, form: Record<string, string>, token = '') => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    return (await page.request.post(path, { form, headers })).json();
  };
  const { access_token } = await post('/Token', {
    grant_type: 'password',
    username: manager,
    password: STAFF_PASSWORD,
  });
  const { secret, mfa_token } = await post('/api/StaffMe/TotpBegin', {}, access_token);
  await post('/api/StaffMe/TotpFinish', { mfa_token, otp: makeApp(secret).codeAt(new Date()) }, access_token);
  const answer = await post('/api/Staff/UpdatePolicy', { isTwoFactorRequired: '1' }, access_token);
  expect(answer.errorCode).toBe(0);
}
