// Two desks receive the people of a day: by numbers that a scanner types, by kana, by finger; and what they tell each other.
import { expect, type Page, test } from '@playwright/test';
import { closeDialog, goBackOpenDays, heading, logInToOffice, receptionDay } from '../e2e/kit.ts';

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

async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('given an answer is lost on its way, then what was scanned has come by this desk; given taking it back fails, then it can be tried again', async ({
  page,
}) => {
  await openDay(page, 4);
  const [first] = await coming(page);
  if (!first) throw new Error('the demo has nobody on this day');
  const undo = page.getByRole('button', { name: `いまの来院を取り消す（${first.name} 様）` });
  await page.route(
    '**/api/Desk/ReceptionScan',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field(page).focus();
  await scan(page, first.number);
  await closeDialog(page, 'もう一度試す');
  await expect(line(page)).toContainText(`${first.name} 様　来院`);

  await page.route('**/api/Desk/ReceptionMark', (route) => route.abort(), { times: 1 });
  await undo.click();
  await closeDialog(page);
  await expect(rowOf(page, first.number)).toContainText(/来院 \d+:\d\d/);
  await undo.click();
  await expect(line(page)).toContainText(`${first.name} 様の受付を取り消しました。`);
  await expect(undo).toHaveCount(0);

  // What another desk has turned meanwhile is no longer this one's to take back.
  await field(page).focus();
  await scan(page, first.number);
  await expect(undo).toBeVisible();
  await askAtDesk(page, 'ReceptionMark', { ukno: first.number, rvst: '2', beforeRvst: '1' });
  await undo.click();
  await expect(line(page)).toContainText('ほかの受付で変更されています。');
  await expect(undo).toHaveCount(0);
  await askAtDesk(page, 'ReceptionMark', { ukno: first.number, rvst: '0', beforeRvst: '2' });
});

test('given はなこ is typed who comes on another day, then the line names it and nobody is marked; given a patient number, then who has it has come', async ({
  page,
}) => {
  const shown = await openDay(page, 6);
  const marks = () => page.locator('tr[data-reception="arrived"]').count();
  await field(page).focus();
  await scan(page, 'はなこ');
  await expect(line(page)).toContainText(/健診 花子 様　1974\/06\/12　予約は\d{4}\/\d\d\/\d\d（.）\d+:\d\dです。/);
  expect(await marks()).toBe(0);
  await expect(field(page)).toHaveValue('はなこ');
  const hanako = line(page).getByRole('listitem').filter({ hasText: '健診 花子 様' });
  await expect(hanako.getByRole('link', { name: '詳細' })).toBeVisible();
  await expect(hanako.getByRole('link', { name: 'この方の予約をとる' })).toBeVisible();
  const day = await hanako
    .getByText(/予約は/)
    .first()
    .innerText();
  await hanako.getByRole('link', { name: 'この日の受付を開く' }).click();
  await expect(receptionDay(page)).toHaveText(/予約は(.+）)/.exec(day)?.[1] ?? '');

  await page.goBack();
  await expect(receptionDay(page)).toHaveText(shown);
  await field(page).fill('');
  await scan(page, 'ソンナヒトハイナイ');
  await expect(line(page)).toContainText('該当する予約がありません。');
  await page.route('**/api/Desk/Find', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(line(page)).toContainText('読み込めませんでした。');
  await line(page).getByRole('button', { name: 'もう一度' }).click();
  await expect(line(page)).toContainText('該当する予約がありません。');

  const { reserveList } = await askAtDesk(page, 'ReceptionList', { receptDate: shown.slice(0, 10) });
  const known = reserveList.find(({ trno }: { trno: string }) => trno !== '');
  await field(page).fill('');
  await scan(page, known.trno);
  await expect(line(page)).toContainText(`${known.name.replaceAll('　', ' ')} 様　来院`);
  await expect(rowOf(page, String(known.ukno))).toContainText(known.trno);
  expect(await marks()).toBe(1);
});
