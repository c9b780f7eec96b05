// What one clerk has learned of a person stands at the next booking, wherever somebody meets them; a colleague was faster.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import { bookAsGuest } from '../e2e/booked-guest.ts';
import { closeDialog, dialog, heading, logInToOffice, openReservation } from '../e2e/kit.ts';

const KANA = [...'アイウエオカキクケコ'];
/** Nobody else is called so, in the demo or in another run. */
const newName = () => `モウシオク${[...String(Date.now())].map((digit) => KANA[Number(digit)]).join('')}`;

const field = (page: Page) => page.getByRole('textbox', { name: '申し送り', exact: true });
const region = (page: Page, name = '申し送り') => page.getByRole('region', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: '申し送りを保存' });

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(heading(page, '受診者検索')).toBeVisible();
}

test('given a note on a reservation, then whoever meets the person next reads it; two clerks at once: the second is told, and what she typed still stands', async ({
  page,
  context,
}) => {
  const name = newName();
  const { number } = await bookAsGuest(page, 66, { ryk2: name });
  await logInToOffice(page);
  await openReservation(page, number);
  const other = await context.newPage();
  await logInToOffice(other);
  await openReservation(other, number);

  await expect(save(page)).toBeDisabled();
  await expect(region(page)).toContainText(
    'この方のすべての予約に表示します。受診者画面やメールには出ません。本人の請求があれば開示します。',
  );
  await field(page).fill('車いすで来院。');
  await expect(region(page)).toContainText('7 ／ 500');
  await save(page).click();
  await expect(region(page)).toContainText('保存しました。');
  await expect(save(page)).toBeDisabled();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);

  await field(other).fill('右耳が遠い。');
  await save(other).click();
  await expect(dialog(other)).toContainText('最新の内容を読み込みました。');
  await closeDialog(other);
  await expect(field(other)).toHaveValue('右耳が遠い。');
  await expect(region(other)).toContainText('ほかの利用者の内容: 車いすで来院。');
  await other.getByRole('checkbox', { name: '受診票に印刷する（本人が目にします）' }).check();
  await save(other).click();
  await expect(region(other)).toContainText('保存しました。');
  await other.getByRole('link', { name: '受診票' }).click();
  await expect(other.getByRole('heading', { name: '申し送り' })).toBeVisible();
  await expect(other.getByText('右耳が遠い。')).toBeVisible();
  await other.close();

  await find(page, name);
  const person = page.getByRole('article');
  await expect(person).toContainText('右耳が遠い。');
  await person.getByRole('button', { name: /^この方の予約をとる/ }).click();
  await expect(region(page)).toContainText('右耳が遠い。');
  await expectAccessible(page);
  await page.getByRole('link', { name: '申し送りを編集' }).click();
  await expect(field(page)).toHaveValue('右耳が遠い。');
  await field(page).fill('');
  await save(page).click();
  await expect(region(page)).toContainText('0 ／ 500');
  await expect(save(page)).toBeDisabled();
});
