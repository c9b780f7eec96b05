// The office hides itself: nothing of a person stays readable behind a log-in, and nothing that was typed is lost.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import {
  closeDialog,
  DESK,
  dialog,
  endSession,
  expectNoSidewaysScroll,
  logInToGoOn,
  logInToOffice,
  openReservation,
  PASSWORD,
  PHONE,
} from './kit.ts';

const box = (page: Page) => page.getByRole('dialog', { name: '画面を隠しています' });
const patient = (page: Page) => page.getByLabel('患者番号', { exact: true });
const tokenOf = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}').token as string);

/** What can be read of the page: by eye, on paper, by a screen reader, in the tab's title. */
async function readable(page: Page): Promise<string> {
  const seen = () => page.evaluate(() => document.body.innerText);
  const parts = [await seen(), await page.locator('body').ariaSnapshot(), await page.title()];
  await page.emulateMedia({ media: 'print' });
  parts.push(await seen());
  await page.emulateMedia({ media: 'screen' });
  return parts.join('\n');
}

/** At a reservation, with something typed. */
async function openAPerson(page: Page, position: number): Promise<string> {
  const { number, mail } = await bookAsGuest(page, position);
  await logInToOffice(page);
  await openReservation(page, number);
  await patient(page).fill('12-345');
  expect(await readable(page)).toContain(mail);
  return mail;
}

async function goOn(page: Page): Promise<void> {
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toHaveCount(0);
}

test('after 15 minutes that nobody has touched it the office hides itself and ends its session; the log-in brings it back as it was', async ({
  page,
}) => {
  await page.clock.install();
  const mail = await openAPerson(page, 60);
  const token = await tokenOf(page);
  const title = await page.title();
  await page.clock.fastForward('14:30');
  await expect(box(page)).toHaveCount(0);
  await patient(page).press('End');
  await page.clock.fastForward('14:30');
  await expect(box(page)).toHaveCount(0);
  await page.clock.fastForward('00:40');
  await expect(box(page)).toBeVisible();
  expect(await readable(page)).not.toContain(mail);
  expect(await readable(page)).not.toContain('12-345');
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  // Neither Esc nor Back nor the keyboard gets behind it, and the token is good for nothing.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await page.goBack();
  await expect(box(page)).toBeVisible();
  const headers = { authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await page.request.post('/api/AdminLogin/GetUserInfo', { headers })).status())
    .toBe(401);

  await closeDialog(page, 'ログインして続ける');
  expect(await readable(page)).not.toContain(mail);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await expect(box(page)).toBeVisible();
  await goOn(page);
  await expect(patient(page)).toHaveValue('12-345');
  await expect(patient(page)).toBeFocused();
  expect(await page.title()).toBe(title);
  expect(await readable(page)).toContain(mail);
});

test('a dialog that was open is hidden with the rest, and asks on when its person is back', async ({ page }) => {
  await page.clock.install();
  await openAPerson(page, 61);
  await page.getByRole('link', { name: 'TOP' }).first().click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await page.clock.fastForward('15:10');
  await expect(box(page)).toBeVisible();
  expect(await readable(page)).not.toContain('保存していない変更');
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await expect(patient(page)).toHaveValue('12-345');
});

test('behind a session that is over nothing is readable either, whoever closes the dialog', async ({ page }) => {
  const mail = await openAPerson(page, 62);
  await endSession(page);
  await page.getByRole('button', { name: /^更新/ }).click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('ログインの有効期限が切れました。');
  expect(await readable(page)).not.toContain(mail);
  await page.goBack();
  await expect(box(page)).toBeVisible();
  expect(await readable(page)).not.toContain(mail);
  await goOn(page);
  await expect(patient(page)).toHaveValue('12-345');

  await endSession(page);
  await page.getByRole('button', { name: /^更新/ }).click();
  await closeDialog(page, 'OK');
  await logInToGoOn(page);
  expect(await readable(page)).toContain(mail);
});

test('who works in another tab, or logs in there, is let in here too', async ({ page, context }) => {
  await page.clock.install();
  const mail = await openAPerson(page, 63);
  const beside = await context.newPage();
  await beside.goto('/MasterWWAKUList');
  const frames = beside.getByRole('heading', { level: 1, name: '予約枠マスタ' });
  await expect(frames).toBeVisible();
  await page.clock.fastForward('14:30');
  await page.evaluate(() => {
    const channel = new BroadcastChannel('office-activity');
    Object.assign(window, { heard: new Promise((resolve) => channel.addEventListener('message', resolve)) });
  });
  await beside.keyboard.press('Shift');
  await page.evaluate(() => (window as unknown as { heard: Promise<unknown> }).heard.then(() => null));
  await page.clock.fastForward('14:30');
  await expect(box(page)).toHaveCount(0);
  await page.clock.fastForward('01:00');
  await expect(box(page)).toBeVisible();

  await expect(box(beside)).toBeVisible();
  await beside.bringToFront();
  await goOn(beside);
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(box(page)).toHaveCount(0);
  await expect(patient(page)).toHaveValue('12-345');
  expect(await readable(page)).toContain(mail);
});
