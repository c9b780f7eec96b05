// A clerk writes to many people at once: those of a broken machine, and those chosen from a list; and telephones the others.
import { expect, type Page, test } from '@playwright/test';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { deskForm } from '#tests/kit/desk-forms.ts';
import { encodeForm } from '#wire/form.ts';
import { expectAccessible } from '../e2e/accessible.ts';
import { newMail } from '../e2e/booking-steps.ts';
import { closeDialog, dialog, goBackOpenDays, heading, logInToOffice, openMaster } from '../e2e/kit.ts';

const SEND = '**/api/Desk/NoticeSend';

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const subject = (page: Page) => page.getByRole('textbox', { name: /^件名/ });
const body = (page: Page) => page.getByRole('textbox', { name: /^本文/ });
const pattern = (page: Page) => page.getByRole('combobox', { name: 'ひな形' });
const sendButton = (page: Page) => page.getByRole('button', { name: /^送信する/ });

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '予約管理' }).click();
  await page.getByRole('navigation', { name: '予約管理' }).getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
}

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
async function selectThose(page: Page, kana: string, isAgain = false): Promise<void> {
  await page.goto('/WIGA1');
  if (isAgain) await page.getByRole('button', { name: '条件を変更' }).click();
  await page.getByRole('button', { name: '条件をクリア' }).click();
  await page.getByRole('button', { name: '検索', exact: true }).click();
  // What narrowed the list before still does.
  if (!isAgain) await expect(page.getByText(/^表示 [1-9],\d{3} 件/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'カナ氏名' }).fill(kana);
  await expect(rowsOf(page)).toHaveCount(2);
  for (const at of [0, 1]) await rowsOf(page).nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: '一斉連絡' }).click();
  await expect(heading(page, '新しい連絡')).toBeVisible();
  await expect(body(page)).toBeVisible();
}

test('given a lost answer, when one of the people cancels and the page is loaded again, then sent again it is still one notice', async ({
  page,
}) => {
  await logInToOffice(page);
  const { kana, numbers } = await bookTwo(page);
  await selectThose(page, kana);
  const title = `停電のお知らせ${kana}`;
  await subject(page).fill(title);
  await body(page).fill('ご確認ください。');
  await page.route(SEND, async (route) => {
    await route.fetch();
    return route.abort();
  });
  await sendButton(page).click();
  await closeDialog(page, '送信する');
  await expect(dialog(page)).toContainText('二重に届くことはありません。');
  await closeDialog(page);
  await page.unroute(SEND);

  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('office') ?? '{}').token as string);
  const shown = await ask(page, 'api/MasterWIGA1Detail/FirstDisplay', { ukno: numbers[1] }, token);
  const { reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn, trno, version } = shown;
  const visit = { reserveDateYear, reserveDateMonth, reserveDateDate, reserveTmzn, trno, version };
  const cancel = { ukno: numbers[1], statusCode: '92', ...visit };
  expect(await ask(page, 'api/MasterWIGA1Detail/Update', cancel, token)).toMatchObject({ errorCode: 0 });
  await page.reload();
  await expect(tab(page, /電話 0/)).toBeVisible();
  await sendButton(page).click();
  await closeDialog(page, '送信する');
  await expect(heading(page, '送った連絡')).toBeVisible();
  await openMenu(page, '一斉連絡');
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1);
});

test('given people who were written to a moment ago, when they are written to again, then that is said before and asked', async ({
  page,
}) => {
  await logInToOffice(page);
  const { kana } = await bookTwo(page);
  const write = async (title: string, isAgain = false) => {
    await selectThose(page, kana, isAgain);
    await subject(page).fill(title);
    await body(page).fill('ご確認ください。');
  };
  const first = `停電のお知らせ${kana}`;
  await write(first);
  await page.getByRole('checkbox', { name: '全員に電話もする' }).check();
  await expect(page.getByText('メール 1 人に送り、電話 2 人を電話連絡の一覧に入れます。')).toBeVisible();
  await sendButton(page).click();
  await closeDialog(page, '送信する');
  await expect(heading(page, '送った連絡')).toBeVisible();
  await expect(page.getByText('メールと電話')).toBeVisible();

  await write(`復旧のお知らせ${kana}`, true);
  await expect(page.getByText(/佐藤さんが2人に「/)).toBeVisible();
  await expect(page.getByRole('link', { name: first })).toBeVisible();
  await sendButton(page).click();
  await closeDialog(page, '送信する');
  await expect(dialog(page)).toContainText('もう一度送りますか？');
  await expect(dialog(page)).toContainText('24時間以内に同じ方へ一斉連絡を送っています（');
  await closeDialog(page, 'OK');
  await expect(heading(page, '送った連絡')).toBeVisible();
});

test('given two clerks at the same call, when the second saves, then she is told, and what she typed stays', async ({
  page,
  browser,
}) => {
  await logInToOffice(page);
  const { kana, numbers } = await bookTwo(page);
  await selectThose(page, kana);
  await subject(page).fill(`ご連絡${kana}`);
  await page.getByRole('checkbox', { name: new RegExp(String(numbers[0])) }).uncheck();
  await sendButton(page).click();
  await expect(dialog(page)).toContainText('電話 1 人を電話連絡の一覧に入れます。');
  await closeDialog(page, '一覧に入れる');
  await expect(heading(page, '送った連絡')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await logInToOffice(other);
  await openMenu(other, '一斉連絡');
  await other.getByRole('row').filter({ hasText: kana }).getByRole('link').click();
  const memo = (on: Page) => on.getByRole('textbox', { name: /^メモ/ });
  await expect(memo(other)).toBeVisible();
  // As if nothing came through but what is sent: the second does not know of the first.
  await other.route('**/api/Desk/NoticeDetail', (route) => route.abort());
  await memo(page).fill('留守電に伝言');
  await memo(page).press('Enter');
  await expect(page.locator('[data-typed]')).toHaveCount(0);
  await memo(other).fill('夕方かけ直す');
  await memo(other).press('Enter');
  await expect(other.getByText('ほかの職員が更新しています。')).toBeVisible();
  await expect(memo(other)).toHaveValue('夕方かけ直す');
  await expect(other.getByText('ほかの利用者の内容: 留守電に伝言')).toBeVisible();
  await expectAccessible(other);
  await other.unroute('**/api/Desk/NoticeDetail');
  await memo(other).press('Enter');
  await expect(memo(page)).toHaveValue('夕方かけ直す', { timeout: 15_000 });
});

test('given a day that is closed, and people who did not come, then one press leads to those who have to be told', async ({
  page,
}) => {
  await logInToOffice(page);
  const { day } = await bookTwo(page, 'last');
  await openMaster(page, '休日マスタ');
  await page.getByRole('link', { name: '期間一括登録' }).click();
  const [year, month, date] = day.split('/').map(Number);
  for (const label of ['開始日', '終了日']) {
    await page.getByLabel(`${label}（年）`).selectOption(`${year}年`);
    await page.getByLabel(`${label}（月）`).selectOption(`${month}月`);
    await page.getByLabel(`${label}（日）`).selectOption(`${date}日`);
  }
  for (const name of '日月火水木金土') await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('button', { name: /^登録/ }).click();
  await closeDialog(page, 'OK');
  await expect(dialog(page)).toContainText(/休診日にした日に、予約が \d+ 件あります。/);
  await closeDialog(page, '予約者へ連絡する');
  await expect(heading(page, '新しい連絡')).toBeVisible();
  await expect(page.getByRole('region', { name: '宛先' })).toContainText(`${day}（`);
  await expect(pattern(page)).toHaveValue('closed');
  await body(page).fill('書きかけの文面');

  // From another screen others would be written to: what is begun is not lost by that.
  await page.goto('/Reception');
  await goBackOpenDays(page, 4);
  const there = page.url();
  // In the demo everybody of past days has come or has not.
  await page
    .locator('tr[data-reception="arrived"]')
    .last()
    .getByRole('button', { name: /取り消す/ })
    .click();
  const awaited = page.locator('tr[data-reception="none"]').first();
  await expect(awaited).toBeVisible();
  // A press is heard again once the row has stood still.
  await page.waitForTimeout(600);
  await awaited.getByRole('button', { name: /未受診にする$/ }).click();
  const absent = page.getByRole('button', { name: '未受診の方へ連絡' });
  await absent.click();
  await expect(dialog(page)).toContainText('書きかけの連絡があります。');
  await closeDialog(page, 'キャンセル');
  await openMenu(page, '一斉連絡');
  await page.getByRole('link', { name: '続きを書く' }).click();
  await expect(body(page)).toHaveValue('書きかけの文面');
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');

  await page.goto(there);
  await absent.click();
  await closeDialog(page, '新しく作る');
  await expect(pattern(page)).toHaveValue('noShow');
  await expect(body(page)).toHaveValue(/当日のご来院がありませんでしたので、ご連絡いたしました。/);
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(page).toHaveURL(there);
  await expect(heading(page, '当日受付')).toBeVisible();
});
