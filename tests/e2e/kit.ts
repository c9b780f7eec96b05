// What the journeys share: logging in, menus and dialogs.
import { expect, type Page } from '@playwright/test';
import { whoAmI } from '#account/contract.ts';
import { expectAccessible } from './accessible.ts';
import { STAFF_PASSWORD } from './operate.ts';

export const PASSWORD = 'Biyori#2026';
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const DESK = { width: 1280, height: 800 };

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

/** On a phone whose browser shows letters twice as large as usual: nothing is reached by scrolling sideways, in the page or within it. */
export async function expectLargeLettersToFit(page: Page): Promise<void> {
  const size = page.viewportSize() ?? DESK;
  await page.setViewportSize(PHONE);
  const over = await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const isScrolled = (part: Element) =>
      part.scrollWidth > part.clientWidth && (part === root || /auto|scroll/.test(getComputedStyle(part).overflowX));
    const found = [root, ...document.querySelectorAll('body *:not(textarea)')].filter(isScrolled);
    root.style.fontSize = '';
    return found.map((part) => `${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`);
  });
  expect(over, page.url()).toEqual([]);
  await page.setViewportSize(size);
}

/** A screen of the office, on a phone and at a desk, where axe finds nothing. It is left at a desk. */
export async function look(page: Page, { sizes = [PHONE, DESK], axeAt = [DESK] } = {}): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    if (!axeAt.includes(size)) continue;
    // As tall as the page: what a bar covers in part only has to be scrolled to.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
    await expectAccessible(page);
  }
  await page.setViewportSize(DESK);
}

/** With axe on a phone too. */
export const lookClosely = (page: Page) => look(page, { axeAt: [PHONE, DESK] });

export async function typeLogIn(page: Page, userId: string, password: string): Promise<void> {
  await page.goto('/AdminLogin');
  await page.getByLabel('ユーザーID').fill(userId);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
}

/** Where a log-in leads. */
export const TOP = '/AdminReserveStatusCheck';
/** The office with little on it: most journeys go on from there by its menu. */
const QUIET = '/MasterWTMZNList';

/** Without the screen of the log-in, which has journeys of its own. */
export async function logInAs(page: Page, userId: string, { password = STAFF_PASSWORD, to = TOP } = {}): Promise<void> {
  const form = { grant_type: 'password', username: userId, password };
  const { access_token: token } = await (await page.request.post('/Token', { form })).json();
  const headers = { authorization: `Bearer ${token}` };
  const who = whoAmI.reply.decode(await (await page.request.post(whoAmI.path, { headers })).json());
  if (!who.ok) throw new Error(`${userId} cannot log in: ${JSON.stringify(who.problems)}`);
  // A page of the service that runs nothing, so that the tab has its own store.
  await page.goto('/healthz');
  await page.evaluate(
    (session) => {
      sessionStorage.clear();
      sessionStorage.setItem('office', JSON.stringify(session));
    },
    { token, ...who.value },
  );
  await page.goto(to);
  await expect(heading(page, /./)).toBeVisible();
}

/** As the demo's manager. */
export const logInToOffice = (page: Page, to = QUIET) => logInAs(page, 'demo0001', { password: PASSWORD, to });

/** As when nobody has pressed anything for an hour: the page does not know of it. */
export async function endSession(page: Page): Promise<void> {
  const { token } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}'));
  await page.request.post('/api/Account/Logout', { headers: { authorization: `Bearer ${token}` } });
}

/** The next of these calls is answered as when the log-in was hours ago: who it is must be shown once more. */
export const answerUnconfirmed = (page: Page, path: string) =>
  page.route(
    `**/api/${path}`,
    (route) => route.fulfill({ status: 403, json: { errorCode: 13, errorMessagesList: [], isConfirmNeeded: '1' } }),
    { times: 1 },
  );

/** What was asked for goes on by itself then. */
export async function confirmSelf(page: Page, password = PASSWORD): Promise<void> {
  await expect(dialog(page)).toContainText('ご本人の確認');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(password);
  await closeDialog(page, '確認');
}

/** What the log-in tells of the own account first. */
export async function acknowledge(page: Page, sentence: string): Promise<void> {
  await expect(dialog(page)).toContainText('アカウントのお知らせ');
  await expect(dialog(page)).toContainText(sentence);
  await closeDialog(page, '確認しました');
  await expect(dialog(page)).toHaveCount(0);
}

/** In the dialog that tells of it, without leaving the screen. */
export async function logInToGoOn(page: Page): Promise<void> {
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toHaveCount(0);
}

export async function openMaster(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'マスタ管理' }).click();
  await page.getByRole('navigation', { name: 'マスタ管理' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** By its address. */
export async function openReservation(page: Page, number: number): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goto(`/WIGA1Detail?ukno=${number}`);
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
}

/** The day that the reception shows. */
export const receptionDay = (page: Page) => page.locator('strong').first();

/** From the day that is shown, once each of them is there with its rows: which of them have people, the demo sees to. */
export async function goBackOpenDays(page: Page, count: number): Promise<void> {
  const previous = page.getByRole('button', { name: '前の診療日' });
  for (let gone = 0; gone < count; gone++) {
    const shown = await receptionDay(page).innerText();
    await previous.click();
    await expect(receptionDay(page)).not.toHaveText(shown);
  }
}

export const dialog = (page: Page) => page.getByRole('dialog');

export async function closeDialog(page: Page, button = '閉じる'): Promise<void> {
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
}

/** A call as the office's own screens make it. */
export async function ask(page: Page, path: string, form: Record<string, string>) {
  const { token } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await (await page.request.post(`/api/${path}`, { headers, form })).json();
  expect(answer).toMatchObject({ errorCode: 0 });
  return answer;
}
