// A manager settles how long things are kept, writes out what is kept of a person, and erases it.
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { bookAsGuest } from './booked-guest.ts';
import { closeDialog, dialog, logInToOffice, look, openReservation } from './kit.ts';

async function openRunning(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '運用管理' }).click();
  await page.getByRole('navigation', { name: '運用管理' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** The demo's people are booked for ahead: only what is called off can be erased. */
async function callOff(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: '予約を取り消す' }).click();
  await dialog(page).getByLabel('取消の理由').selectOption('本人の都合');
  await look(page);
  await closeDialog(page, '取り消す');
  await expect(page).toHaveURL(/WIGA1Detail2/);
  await openReservation(page, number);
}

const fillDialog = async (page: Page) => {
  await dialog(page).getByLabel('カナ氏名').fill('ｹﾝｼﾝ ﾊﾅｺ');
  await dialog(page)
    .getByRole('checkbox', { name: /保存義務のある記録/ })
    .check();
};

test('a person asks for their data, and to be forgotten', async ({ page }) => {
  const { number, mail } = await bookAsGuest(page, 52);
  await logInToOffice(page);

  // Nobody is found by nothing, or by half of it.
  await openRunning(page, '個人データの開示・消去');
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(dialog(page)).toContainText('メールアドレス、予約番号、またはカナ氏名と生年月日を入力してください。');
  await closeDialog(page);
  await page.getByLabel('メールアドレス').fill(mail);
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByText('1名が見つかりました。')).toBeVisible();
  await look(page);

  // From the reservation, its person is opened at once.
  await openReservation(page, number);
  await page.getByRole('link', { name: 'この方のデータ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'この方のデータ' })).toBeVisible();
  await expect(page.getByRole('table', { name: '予約' })).toContainText(String(number));
  await look(page);

  // What was read is written down behind the answer.
  await expect(async () => {
    await page.reload();
    await page.getByRole('button', { name: '記録を表示する' }).click();
    const accesses = page.getByRole('table', { name: /^閲覧・操作の記録/ });
    await expect(accesses).toContainText('予約の閲覧', { timeout: 1_000 });
  }).toPass();
  await look(page);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'この方のデータを書き出す' }).click();
  const download = await file;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^kojin-data_${number}_\\d{8}\\.json$`));
  const content = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(content).toMatchObject({ account: { mail }, reservations: [{ reservation_number: number }] });
  await page.getByRole('button', { name: '印刷用ページを開く' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '個人データの開示' })).toBeVisible();
  await expect(page.getByText(mail).first()).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: '戻る' }).click();

  // With a visit ahead nothing is erased, which is told before anybody fills in anything.
  await expect(page.getByText(`受診日前の予約（予約番号 ${number}）があるため消去できません。`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'この方のデータを消去する' })).toBeDisabled();

  await openReservation(page, number);
  await callOff(page, number);
  await page.getByRole('link', { name: 'この方のデータ' }).click();
  await page.getByRole('button', { name: 'この方のデータを消去する' }).click();
  await expect(dialog(page)).toContainText('予約 1件を匿名化し、アカウントを削除します。元に戻せません。');
  await expect(dialog(page)).toContainText(
    /年齢（生まれた年）・性別・都道府県は残ります。.*「匿名加工情報」ではありません。/,
  );
  const erase = dialog(page).getByRole('button', { name: '消去する', exact: true });
  await expect(erase).toBeDisabled();
  await fillDialog(page);
  await expect(erase).toBeEnabled();
  await look(page);
  await erase.click();
  await expect(dialog(page).last()).toContainText('この方のデータを消去しました。');
  await dialog(page).last().getByRole('button', { name: '閉じる' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '個人データの開示・消去' })).toBeVisible();

  // What is left tells nobody who it was, and can't be changed.
  await openReservation(page, number);
  await expect(page.getByText('匿名化済み', { exact: true })).toBeVisible();
  await expect(page.getByText('この予約は保存期間を過ぎ、匿名化されています。')).toBeVisible();
  await expect(page.getByRole('button', { name: /^更新/ })).toHaveCount(0);
  await expect(page.getByText(mail)).toHaveCount(0);
  await look(page);
});
