// A clerk writes to many people at once: those of a broken machine, and those chosen from a list; and telephones the others.
import { expect, type Page, test } from '@playwright/test';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { encodeForm } from '#wire/form.ts';
import { expectAccessible } from './accessible.ts';
import { newMail } from './booking-steps.ts';
import {
  answerUnconfirmed,
  closeDialog,
  confirmSelf,
  DESK,
  dialog,
  endSession,
  heading,
  logInToOffice,
  look,
  openMaster,
  PASSWORD,
  PHONE,
  TABLET,
} from './kit.ts';

const SEND = '**/api/Desk/NoticeSend';

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const subject = (page: Page) => page.getByRole('textbox', { name: /^件名/ });
const body = (page: Page) => page.getByRole('textbox', { name: /^本文/ });
const preview = (page: Page) => page.getByRole('region', { name: 'プレビュー' });
const pattern = (page: Page) => page.getByRole('combobox', { name: 'ひな形' });
const sendButton = (page: Page) => page.getByRole('button', { name: /^送信する/ });

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
}

const countIn = async (page: Page, name: RegExp) => Number((await tab(page, name).innerText()).match(/\d+/)?.[0]);

test('given the camera breaks, when 胃内視鏡 of a day is lowered with the box and the button pressed, then the recipients are exactly those who use the frame that day', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await logInToOffice(page);
  await openMaster(page, '予約枠数マスタ');
  await page.getByRole('combobox', { name: '予約枠' }).selectOption('胃内視鏡');
  await page.getByRole('button', { name: '次の月' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '胃内視鏡' })).toBeVisible();
  // The last day on which anybody is booked: those before it are others'.
  const taken = page.getByLabel(/の枠数、予約[1-9]/);
  await expect(taken.first()).toBeVisible();
  const label = (await taken.last().getAttribute('aria-label')) ?? '';
  const day = label.split(' ')[0] ?? '';
  const cells = page.getByLabel(new RegExp(`^${day} .*の枠数、`));
  const labels = await cells.evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? ''));
  const booked = labels.reduce((sum, one) => sum + Number(one.match(/予約(\d+)/)?.[1]), 0);
  for (let at = 0; at < labels.length; at++) await cells.nth(at).fill('0');

  const update = page.getByRole('button', { name: /^更新/ });
  await update.click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText('より少なくできません。');
  await closeDialog(page);
  await page.getByRole('checkbox', { name: '予約済み数まで下げる（Web受付停止）' }).check();
  await update.click();
  await closeDialog(page, 'OK');
  await expect(page.getByText(/^更新しました。\d+ か所は予約済み数まで下げました。/)).toBeVisible();
  await page.getByRole('button', { name: '予約者へ連絡する' }).click();

  await expect(heading(page, '新しい連絡')).toBeVisible();
  await expect(page.getByRole('region', { name: '宛先' })).toContainText(`${day}（`);
  await expect(page.getByRole('region', { name: '宛先' })).toContainText('胃内視鏡');
  expect((await countIn(page, /メール/)) + (await countIn(page, /電話/))).toBe(booked);
  await expect(pattern(page)).toHaveValue('machine');
  await expect(body(page)).toHaveValue(/胃内視鏡の機器の不具合により、当日は胃内視鏡の検査を行うことができません。/);
  await expect(page.getByText('は必須入力です。')).toHaveCount(0);
  const [year, month, date] = day.split('/').map(Number);
  await expect(preview(page)).toContainText(`${year}年${month}月${date}日`);
  await expect(preview(page)).not.toContainText('{{');
  await look(page, { sizes: [PHONE, TABLET, DESK] });

  await answerUnconfirmed(page, 'Desk/NoticeSend');
  await sendButton(page).click();
  await expect(dialog(page)).toContainText(/メール \d+ 人に送信します。取り消しはできません。/);
  await closeDialog(page, '送信する');
  await confirmSelf(page);
  await expect(heading(page, '送った連絡')).toBeVisible();
  await expect(page).toHaveURL(/\/NoticeDetail\?noticeId=/);
  await expect(page.getByRole('status').filter({ hasText: '送信しました（メール' })).toBeVisible();
  // The mails go by themselves, and the page learns of it.
  await expect(page.getByRole('table', { name: 'メールの一覧' })).toContainText('送信済み', { timeout: 90_000 });
  await page.getByRole('link', { name: '一斉連絡' }).first().click();
  await expect(heading(page, '一斉連絡')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `${day}（` })).toContainText('胃内視鏡');
  await look(page, { sizes: [PHONE, TABLET, DESK] });
});

async function ask(page: Page, path: string, form: Form, token = '') {
  const answer = await page.request.post(`/${path}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
    data: encodeForm(form).toString(),
  });
  return answer.json();
}

/** Katakana that nobody else has, to find them by. */
const newKana = () => Array.from({ length: 8 }, () => 'アカサタナハマヤラワ'[Math.floor(Math.random() * 10)]).join('');

interface Booked {
  kana: string;
  numbers: [number, number];
  /** Of the first. */
  day: string;
}

/** Booked at the desk, one of them without mail; in the first month with room, or in that of the last days of the year. */
async function bookTwo(page: Page, month: 'first' | 'last' = 'first'): Promise<Booked> {
  const kana = newKana();
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}').token as string);
  const { ircd } = await ask(page, 'api/CommonTop/CommonTopFirstDisplay', { param: 'demo' });
  const form = guestForm(ircd);
  const { nend, listCourse } = await ask(page, 'api/CommonSelectCourse/FirstDisplay', { ...stepForm(form), nend: 0 });
  const { kscd, jkcd, gkgk } = listCourse.find(({ ksnm }: { ksnm: string }) => ksnm === '一日人間ドック');
  const chosen = { nend, kscd, courseJkcd: jkcd, sumGkgk: gkgk };
  const step = stepForm({ ...form, ...chosen }, { reserveDate: '' });
  const reserveData =
    month === 'first'
      ? (await ask(page, 'api/CommonSelectCalender/FirstDisplay', step)).reserveData
      : (
          await ask(page, 'api/CommonSelectCalender/ChangeCalender', {
            ...step,
            calenderYear: nend + 1,
            calenderMonth: 3,
          })
        ).reserveData;
  const numbers: number[] = [];
  for (const [at, email1] of [newMail(), ''].entries()) {
    const { date, tmzn } = reserveData.at(-1 - at);
    const visit = { reserveDate: date, reserveTmzn: tmzn, ircd };
    const person = { ryk1: kana, email1, isSendMail: '', acct: '0' };
    const booked = await ask(page, 'api/Desk/Reserve', deskForm({ ...chosen, ...visit, ...person }), token);
    expect(booked).toMatchObject({ errorCode: 0 });
    numbers.push(booked.ukno);
  }
  const [withMail = 0, without = 0] = numbers;
  return { kana, numbers: [withMail, without], day: reserveData.at(-1).date };
}

const rowsOf = (page: Page) => page.getByRole('table', { name: '検索結果' }).locator('tbody tr[data-row]');

/** Selected in the list, from which one goes on to the notice. */
async function selectThose(page: Page, kana: string): Promise<void> {
  await page.goto('/WIGA1');
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText(/^表示 [1-9],\d{3} 件/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'カナ氏名' }).fill(kana);
  await expect(rowsOf(page)).toHaveCount(2);
  for (const at of [0, 1]) await rowsOf(page).nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: '一斉連絡' }).click();
  await expect(heading(page, '新しい連絡')).toBeVisible();
  await expect(body(page)).toBeVisible();
}

test('given a person without mail, when she is called and ticked, then list and history tell who, when and the memo; what is written outlives a reload, and pressed twice it is sent once', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(DESK);
  await logInToOffice(page);
  const { kana, numbers } = await bookTwo(page);
  const [mailed, telephoned] = numbers;
  await selectThose(page, kana);
  await expect(tab(page, /メール 1/)).toBeVisible();
  await expect(tab(page, /電話 1/)).toBeVisible();
  await expect(pattern(page)).toHaveValue('free');

  // What is written stays, in another text's place and after a reload; a variable goes where the cursor is.
  const title = `機器点検のお知らせ${kana}`;
  await subject(page).fill(title);
  await body(page).fill('こんにちは、');
  await page.getByRole('button', { name: 'コース名', exact: true }).click();
  await expect(body(page)).toHaveValue('こんにちは、{{コース名}}');
  await expect(preview(page)).toContainText('こんにちは、一日人間ドック');
  await pattern(page).selectOption('臨時休診');
  await expect(body(page)).toHaveValue(/臨時休診とさせていただく/);
  await pattern(page).selectOption('自由に書く');
  await expect(body(page)).toHaveValue('こんにちは、{{コース名}}');
  await page.getByRole('checkbox', { name: new RegExp(String(mailed)) }).uncheck();
  await page.reload();
  await expect(body(page)).toHaveValue('こんにちは、{{コース名}}');
  await expect(subject(page)).toHaveValue(title);
  await expect(page.getByRole('checkbox', { name: new RegExp(String(mailed)) })).not.toBeChecked();

  // Nobody, and a text that is none.
  await tab(page, /電話/).click();
  await page.getByRole('checkbox', { name: 'すべて' }).uncheck();
  await body(page).fill('{{パスワード}}');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('宛先を1人以上選択してください。');
  await expect(dialog(page)).toContainText('本文に使用できない差し込み項目があります（{{パスワード}}）。');
  await closeDialog(page);
  await page.getByRole('checkbox', { name: 'すべて' }).check();
  await tab(page, /メール/).click();
  await page.getByRole('checkbox', { name: 'すべて' }).check();
  await body(page).fill('こんにちは、{{コース名}}');
  await expect(page.getByText('メール 1 人に送り、電話 1 人を電話連絡の一覧に入れます。')).toBeVisible();

  // The session is over, and then the answer is lost on its way: the same goes again, and is done once.
  await endSession(page);
  let isLost = false;
  await page.route(SEND, async (route) => {
    const answer = await route.fetch();
    const { errorCode } = await answer.json();
    if (isLost || errorCode !== 0) return route.fulfill({ response: answer });
    isLost = true;
    return route.abort();
  });
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toContainText('メール 1 人に送信します。取り消しはできません。');
  await dialog(page).getByRole('button', { name: '送信する' }).dblclick();
  await closeDialog(page, 'ログインして続ける');
  await dialog(page).getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await closeDialog(page, 'ログインして続ける');
  await expect(dialog(page)).toContainText('送信できたかどうかを確認できませんでした。');
  await closeDialog(page, 'もう一度送信する');
  await expect(heading(page, '送った連絡')).toBeVisible();
  await page.unroute(SEND);

  // A colleague looks on.
  const other = await (await browser.newContext({ viewport: DESK })).newPage();
  await logInToOffice(other);
  await openMenu(other, '一斉連絡');
  const listed = other.getByRole('row').filter({ hasText: title });
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('0／1');
  await listed.getByRole('link', { name: /^詳細/ }).click();
  const call = (on: Page) => on.getByRole('row', { name: new RegExp(`^${telephoned} `) });
  await expect(call(other)).toContainText('045-000-0123');

  const memo = call(page).getByRole('textbox', { name: /^メモ/ });
  await memo.fill('X線に変更');
  await memo.press('Tab');
  const state = (on: Page) => call(on).getByRole('combobox', { name: /^連絡状況/ });
  await state(page).selectOption('不在');
  await state(page).selectOption('不在（2回目）');
  await expect(call(page)).toContainText(/不在 2回（\d+:\d\d）.*佐藤/);
  await state(page).selectOption('連絡済');
  await expect(call(page)).not.toContainText('不在 2回');
  await expect(call(page)).toContainText('佐藤');
  await expect(state(other)).toHaveValue('called', { timeout: 15_000 });
  await expect(call(other).getByRole('textbox')).toHaveValue('X線に変更');
  await expect(other.getByRole('definition').filter({ hasText: '連絡済' })).toContainText('1 ／ 1');
  await look(page, { sizes: [PHONE, TABLET, DESK] });

  await page.getByRole('button', { name: '電話連絡の一覧を印刷' }).click();
  await expect(heading(page, '電話連絡の一覧の印刷')).toBeVisible();
  await expectAccessible(page);
  // A4, upright.
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1')).toMatch(/MediaBox \[0 0 59[45]\.\d+ 841\.\d+\]/);
  await page.getByRole('button', { name: '戻る' }).click();

  await call(page)
    .getByRole('link', { name: String(telephoned) })
    .click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
  await expect(page.getByRole('region', { name: '履歴' })).toContainText(`電話で連絡（${title}）：X線に変更`);

  // Who may only look sees it, and has nothing to press.
  await other.evaluate(() => {
    const office = JSON.parse(sessionStorage.getItem('office') ?? '{}');
    sessionStorage.setItem('office', JSON.stringify({ ...office, role: 'viewer' }));
  });
  await other.reload();
  await expect(call(other)).toContainText('X線に変更');
  await expect(call(other)).toContainText('連絡済');
  await expect(other.getByRole('combobox', { name: /^連絡状況/ })).toHaveCount(0);
  await expect(other.getByRole('textbox', { name: /^メモ/ })).toHaveCount(0);
  await expect(other.getByRole('button', { name: '電話連絡の一覧を印刷' })).toBeVisible();
  await openMenu(other, '一斉連絡');
  await expect(other.getByText('新しく送るときは')).toHaveCount(0);
});
