// Two desks receive the people of a day: by numbers that a scanner types, by kana, by finger; and what they tell each other.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  DESK,
  dialog,
  endSession,
  goBackOpenDays,
  heading,
  logInToGoOn,
  logInToOffice,
  look,
  PHONE,
  receptionDay,
  TABLET,
} from './kit.ts';

/** What a busy machine may add to what is promised. */
const SLACK_MS = 4_000;
const WITHIN = { timeout: 3_000 + SLACK_MS };

const field = (page: Page) => page.getByLabel('予約番号（QR）・患者番号・カナ');
const line = (page: Page) => page.getByRole('status').first();
const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

/** As many open days ago. */
async function openDay(page: Page, back: number): Promise<string> {
  await logInToOffice(page);
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '当日受付' }).click();
  await expect(heading(page, '当日受付')).toBeVisible();
  await goBackOpenDays(page, back);
  await expect(field(page)).toBeFocused();
  const shown = await receptionDay(page).innerText();
  if (back > 0) await takeBackMarks(page, shown.slice(0, 10));
  return shown;
}

/** What a desk asks for, past its screen. */
async function askAtDesk(page: Page, call: string, form: Record<string, string>) {
  const { token, institutionCode: ircd } = await page.evaluate(() =>
    JSON.parse(sessionStorage.getItem('office') ?? '{}'),
  );
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post(`/api/Desk/${call}`, { headers, form: { ircd, ...form } });
  const body = await answer.json();
  expect(body).toMatchObject({ errorCode: 0 });
  return body;
}

/** As on the morning of that day: in the demo, everybody of the last weeks has come or has not. */
async function takeBackMarks(page: Page, receptDate: string): Promise<void> {
  const ask = (call: string, form: Record<string, string>) => askAtDesk(page, call, form);
  const { reserveList } = await ask('ReceptionList', { receptDate });
  const marked = reserveList.filter(({ rvst }: { rvst: string }) => rvst !== '0');
  for (const { ukno, rvst } of marked) await ask('ReceptionMark', { ukno: String(ukno), rvst: '0', beforeRvst: rvst });
  if (marked.length === 0) return;
  await page.reload();
  await expect(receptionDay(page)).toContainText(receptDate);
  await expect(page.locator('tr[data-reception="none"]').first()).toBeVisible();
  await expect(field(page)).toBeFocused();
}

/** Whoever is still to come, in the order of the list. */
async function coming(page: Page) {
  await page.getByRole('button', { name: /^これから/ }).click();
  const rows = page.locator('tr[data-reception="none"]');
  await expect(rows.first()).toBeVisible();
  const cells = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.innerText)),
  );
  await page.getByRole('button', { name: /^すべて/ }).click();
  return cells.map(([number = '', name = '', kana = '']) => ({ number, name, kana }));
}

/** What has just got under the pointer is not pressed: it takes a while until anybody has seen it. */
const SEEN_MS = 500;
async function act(page: Page, number: string, name: RegExp) {
  await page.waitForTimeout(SEEN_MS);
  return rowOf(page, number).getByRole('button', { name });
}

async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('given a printed slip, when its code is scanned, then the line stands at once and the second desk shows it; scanned again, it is told', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  const [shown, too] = [await openDay(page, 1), await openDay(other, 1)];
  expect(too).toBe(shown);
  const [first, second, third] = await coming(page);
  if (!first || !second || !third) throw new Error('the demo has nobody on this day');
  await field(page).focus();

  const start = Date.now();
  await scan(page, first.number);
  await expect(line(page)).toContainText(`${first.name} 様　来院`);
  expect(Date.now() - start).toBeLessThan(300 + SLACK_MS);
  await expect(rowOf(page, first.number)).toContainText('来院');
  await expect(field(page)).toHaveValue('');
  await expect(rowOf(other, first.number).getByRole('button', { name: /取り消す/ })).toBeVisible(WITHIN);

  // A kana must not be taken for the neighbour's: the row is shown, and a second Enter does it.
  await scan(page, second.kana.normalize('NFKC').replaceAll(' ', ''));
  await expect(rowOf(page, second.number)).toContainText('Enter で来院');
  await page.keyboard.press('Enter');
  await expect(line(page)).toContainText(`${second.name} 様　来院`);

  await field(other).focus();
  await scan(other, first.number);
  await expect(line(other)).toContainText('すでに来院しています（');
  await scan(other, '999999998');
  await expect(line(other)).toContainText('該当する予約がありません。');

  // Taken back by the keyboard, while the field is empty.
  await page.keyboard.press('Control+z');
  await expect(line(page)).toContainText(`${second.name} 様の受付を取り消しました。`);
  await expect(rowOf(other, second.number).getByRole('button', { name: /来院にする/ })).toBeVisible(WITHIN);

  // By the buttons, without a question.
  await (await act(page, third.number, /未受診にする/)).click();
  await expect(rowOf(page, third.number)).toContainText('未受診');
  await expect(field(page)).toBeFocused();
  await (await act(page, third.number, /取り消す/)).click();
  await expect(rowOf(page, third.number).getByRole('button', { name: /来院にする/ })).toBeVisible();

  // Twice in a row is once: neither is it taken back, nor is whoever moves up marked too.
  await page.getByRole('button', { name: /^これから/ }).click();
  await (await act(page, third.number, /来院にする/)).dblclick();
  await expect(rowOf(page, third.number)).toHaveCount(0);
  await expect(line(page)).toContainText(`${third.name} 様　来院`);
  await page.getByRole('button', { name: /^すべて/ }).click();
  await (await act(page, third.number, /取り消す/)).dblclick();
  await expect(line(page)).toContainText(`${third.name} 様の受付を取り消しました。`);
  await page.waitForTimeout(SEEN_MS);
  await expect(rowOf(page, third.number).getByRole('button', { name: /来院にする/ })).toBeVisible();
  await expect(page.locator('tr[data-reception="arrived"]')).toHaveCount(1);

  // Whoever has come can't be moved any more.
  await rowOf(page, first.number).getByRole('link').click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  await expect(page.getByRole('region', { name: '受付' })).toContainText(/来院（.+）/);
  await expect(page.getByText('来院済みの予約です。')).toBeVisible();
  await expect(page.getByRole('button', { name: 'カレンダー' })).toHaveCount(0);
  await page.getByRole('link', { name: 'この日の当日受付' }).click();
  await expect(receptionDay(page)).toHaveText(shown);
});

test('given scans as fast as a scanner reads, then none is lost; given the session ends in the middle, then the desk says so and goes on', async ({
  page,
}) => {
  await openDay(page, 2);
  const [first, second, third, fourth] = await coming(page);
  if (!first || !second || !third || !fourth) throw new Error('the demo has nobody on this day');
  const here = (number: string) => expect(rowOf(page, number)).toContainText(/来院 \d+:\d\d/);
  // In one go, without a pause for any answer.
  await field(page).focus();
  await page.keyboard.type(first.number);
  await page.keyboard.press('Enter');
  await page.keyboard.type(second.number);
  await page.keyboard.press('Enter');
  await here(first.number);
  await here(second.number);
  await expect(line(page)).toContainText(`${second.name} 様　来院`);
  await expect(field(page)).toHaveValue('');

  // Whoever has pressed something else need not go back to the field.
  await page.getByRole('button', { name: /^すべて/ }).click();
  await scan(page, third.number);
  await here(third.number);

  await endSession(page);
  await field(page).focus();
  await scan(page, fourth.number);
  await expect(dialog(page)).toContainText('ログインの有効期限が切れました。');
  await logInToGoOn(page);
  // What was scanned is not scanned again.
  await here(fourth.number);
  await expect(field(page)).toBeFocused();

  await scan(page, '100000001');
  await expect(line(page)).toContainText(
    /この予約の受診日は|取り消されています|変更されています|該当する予約がありません/,
  );
  for (const { number } of [first, second, third, fourth]) {
    await (await act(page, number, /取り消す/)).click();
    await expect(rowOf(page, number).getByRole('button', { name: /来院にする/ })).toBeVisible();
  }
});

test('given a past day, when the rest is marked, then nobody is awaited; the list goes to paper and into a file', async ({
  page,
}) => {
  await openDay(page, 3);
  const people = await coming(page);
  const rest = page.getByRole('button', { name: `残り ${people.length} 名を未受診にする` });
  await rest.click();
  await expect(dialog(page)).toContainText(`来院していない ${people.length} 名を未受診にします。`);
  await expect(dialog(page)).toContainText(`${people[0]?.name} 様`);
  await dialog(page).getByRole('button', { name: 'キャンセル' }).click();
  await rest.click();
  await dialog(page).getByRole('button', { name: '未受診にする' }).click();
  await expect(line(page)).toContainText(`${people.length} 名を未受診にしました。`);
  await expect(page.getByRole('button', { name: /^これから 0$/ })).toBeVisible();
  await expect(rest).toHaveCount(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/_当日受付_\d{8}_\d{6}\.csv$/);
  const text = new TextDecoder('shift_jis').decode(readFileSync(await file.path()));
  expect(text).toContain('受診日,受付時間,予約番号,患者番号');
  expect(text).toContain(people[0]?.number ?? 'nobody');

  await page.getByRole('button', { name: '一覧を印刷' }).click();
  await expect(heading(page, '一覧の印刷')).toBeVisible();
  await expectAccessible(page);
  const paper = await page.pdf({ preferCSSPageSize: true });
  // A4, landscape.
  expect(paper.toString('latin1')).toMatch(/MediaBox \[0 0 841\.\d+ 59[45]\.\d+\]/);
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '当日受付')).toBeVisible();

  // What was done last is taken back, with everybody whom it was done to, on its own day only.
  const all = `いまの未受診を取り消す（${people[0]?.name} 様 ほか${people.length - 1}名）`;
  const undo = page.getByRole('button', { name: 'を取り消す（' });
  const shown = await receptionDay(page).innerText();
  await expect(undo).toHaveAccessibleName(all);
  await page.getByRole('button', { name: '次の診療日' }).click();
  await expect(receptionDay(page)).not.toHaveText(shown);
  await expect(undo).toHaveCount(0);
  await expect(line(page)).toBeEmpty();
  await page.goBack();
  await expect(receptionDay(page)).toHaveText(shown);
  await expect(page).toHaveURL(`/Reception?date=${shown.slice(0, 10).replaceAll('/', '-')}`);
  await expect(page.getByText('今日ではありません')).toBeVisible();
  await undo.click();
  await expect(line(page)).toContainText(`${people.length} 名の未受診を取り消しました。`);
  await expect(page.getByRole('button', { name: `これから ${people.length}` })).toBeVisible();
  await expect(undo).toHaveCount(0);

  // The menu opens today, whatever day was looked at; nobody has come on a day to come.
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name: '当日受付' }).click();
  await expect(page.getByText('今日', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/Reception$/);
  await page.getByRole('button', { name: '次の診療日' }).click();
  await expect(page.getByText('受診日の前です。')).toBeVisible();
  await expect(page.locator('tr[data-reception]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /来院にする|未受診にする/ })).toHaveCount(0);
});

test('on a phone, on a tablet by finger and at a desk everything is there; who may only look has nothing to press', async ({
  page,
  browser,
}) => {
  await openDay(page, 5);
  await look(page, { sizes: [PHONE, TABLET, DESK] });

  const tablet = await (await browser.newContext({ viewport: TABLET, hasTouch: true, isMobile: true })).newPage();
  await logInToOffice(tablet);
  await tablet.goto('/Reception');
  await goBackOpenDays(tablet, 5);
  await expect(tablet.getByRole('button', { name: /来院にする/ }).first()).toBeVisible();
  const sizes = await tablet
    .locator('main button:visible, main tbody a:visible')
    .evaluateAll((found) =>
      found.map((one) => ({ name: one.textContent, height: Math.round(one.getBoundingClientRect().height) })),
    );
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.filter(({ height }) => height < 44)).toEqual([]);
  const person = tablet.locator('tr[data-reception="none"]').last();
  const number = await person.locator('td').first().innerText();
  await person.getByRole('button', { name: /来院にする/ }).tap();
  await expect(rowOf(tablet, number)).toContainText(/来院 \d+:\d\d/);
  // No keyboard comes up for who works by finger.
  await expect(field(tablet)).not.toBeFocused();
  await (await act(tablet, number, /取り消す/)).tap();
  await expect(rowOf(tablet, number).getByRole('button', { name: /来院にする/ })).toBeVisible();

  await page.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...office, role: 'viewer' }));
  });
  await page.reload();
  await expect(page.locator('tr[data-reception]').first()).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  for (const name of ['CSV', /来院にする/, /取り消す/, /残り/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '一覧を印刷' })).toBeVisible();
});

test('it stops by itself when nobody is there, tells when it can’t be reached, and when the day is over', async ({
  page,
}) => {
  await page.clock.install();
  await openDay(page, 0);
  await expect(page.getByText('自動更新中')).toBeVisible();
  await page.route('**/api/Desk/Reception{Watch,List}', (route) => route.abort());
  await field(page).pressSequentially('さと');
  await page.clock.runFor(6_000);
  await expect(page.getByText('最新の状態を確認できません。再接続しています。')).toBeVisible();
  // What is being typed is not disturbed.
  await expect(field(page)).toHaveValue('さと');
  await page.unroute('**/api/Desk/Reception{Watch,List}');
  await page.clock.runFor(31_000);
  await expect(page.getByText('自動更新中')).toBeVisible();
  // By then the office has hidden itself, too.
  await page.clock.fastForward('31:00');
  await logInToGoOn(page);
  await expect(page.getByText('自動更新を停止しました。')).toBeVisible();
  await page.getByRole('button', { name: '再開' }).click();
  await page.clock.runFor(6_000);
  await expect(page.getByText('自動更新中')).toBeVisible();
  await page.clock.fastForward('24:00:00');
  await logInToGoOn(page);
  await expect(page.getByText('日付が変わりました。')).toBeVisible();
});
