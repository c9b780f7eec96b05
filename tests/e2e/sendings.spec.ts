// A morning with kits: what is due is found from the home page, marked by keyboard, put on labels and into a file, and taken back where it was wrong.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ask, expectLargeLettersToFit, heading, logInToOffice, lookClosely } from './kit.ts';

interface Wire {
  sendList: { ukno: number; addressMessage: string; hsst: string }[];
}

const RETURNED = '3';

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: '発送の一覧' }).getByRole('button', { name: new RegExp(`^${name} `) });
const rows = (page: Page) => page.locator('tbody tr');
const rowOf = (page: Page, number = 0) => rows(page).filter({ hasText: String(number) });
async function listed(page: Page, hsch: string) {
  const { sendList }: Wire = await ask(page, 'Desk/SendingList', { hsch });
  return sendList;
}

test('given what is due today, when two are marked as sent, then they stand among the sent ones and no longer among those to be sent, and one is due again once its record is taken back', async ({
  page,
}) => {
  await logInToOffice(page);
  // Other journeys book meanwhile, some of them for people without an address.
  const due = await listed(page, '1');
  const isOnPaper = (one?: Wire['sendList'][number]) => one && one.addressMessage !== '住所がありません';
  const at = due.findIndex((one, n) => isOnPaper(one) && isOnPaper(due[n + 1]) && due[n + 1]?.hsst !== RETURNED);
  const two = due.slice(at, at + 2).map(({ ukno }) => ukno);
  await page.goto('/AdminReserveStatusCheck');
  const tile = page.getByRole('main').getByRole('link', { name: /^発送/ });
  await expect(tile).toContainText(/[1-9]\d* 件/);
  await tile.click();
  await expect(heading(page, '発送')).toBeVisible();
  await expect(page).toHaveURL('/Sending');
  await expect(page.getByText('検査キット 受診日の14日前に発送')).toBeVisible();
  for (const number of two) await expect(rowOf(page, number)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('至急');
  await expect(page.getByText('郵便番号と住所が合いません')).toBeVisible();
  await lookClosely(page);
  await expectLargeLettersToFit(page);

  // An address label each, and the way back.
  await rowOf(page, two[0]).getByRole('checkbox').check();
  await page.getByRole('button', { name: '宛名ラベル' }).click();
  await expect(page.getByText('1 人・1 枚・1 シート')).toBeVisible();
  await expect(page.getByRole('radio', { name: '宛名' })).toBeChecked();
  await expect(page.getByRole('group', { name: /^1番目 / })).toContainText(/〒.+県.+ 様/);
  await lookClosely(page);
  await page.getByRole('radio', { name: '検体・書類' }).check();
  await expect(page.getByText('1 人・3 枚・1 シート')).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();

  // By keyboard: one, and by Shift the one below it.
  await rowOf(page, two[0]).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('region', { name: '選択した予約' });
  await expect(bar).toContainText('2 件を選択中');

  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: '送り状CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/_発送_\d{8}_\d{6}\.csv$/);
  const lines = new TextDecoder('shift_jis')
    .decode(readFileSync(await file.path()))
    .trim()
    .split('\r\n');
  expect(lines.slice(1).map((line) => Number(line.slice(0, 9)))).toEqual(two);

  await bar.getByRole('button', { name: '発送済みにする' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 件を発送済みにしました。' })).toBeVisible();
  for (const number of two) await expect(rowOf(page, number)).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  const left = (await listed(page, '1')).map(({ ukno }) => ukno);
  expect(left.filter((number) => two.includes(number))).toEqual([]);

  await chip(page, '発送済み').click();
  const sent = rowOf(page, two[0]);
  await expect(sent).toContainText('佐藤');
  await sent.getByRole('link', { name: String(two[0]) }).click();
  const panel = page.getByRole('region', { name: '発送' });
  await expect(panel).toContainText('発送（');
  await panel.getByRole('button', { name: '記録を取り消す' }).click();
  await expect(panel.getByRole('button', { name: '発送済みにする' })).toBeVisible();

  // Back where it was, on the phone too.
  await page.getByRole('link', { name: '発送', exact: true }).click();
  await expect(chip(page, '発送済み')).toHaveAttribute('aria-pressed', 'true');
  await page.setViewportSize({ width: 390, height: 844 });
  await chip(page, '住所の確認').click();
  await expect(
    rows(page)
      .filter({ hasText: /番地がありません|郵便番号と住所が合いません/ })
      .first(),
  ).toBeVisible();
  await lookClosely(page);
  await chip(page, '戻り').click();
  await expect(rows(page)).toHaveCount(1);
  await chip(page, '発送後の変更').click();
  await expect(page.getByText('該当する予約はありません。')).toBeVisible();
});
