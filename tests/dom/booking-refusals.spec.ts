// A booking that does not go through at once: refused, sent twice, or cut off.
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';
import {
  beOvertaken,
  chooseDock,
  chooseVisit,
  confirmBooking,
  course,
  days,
  enter,
  entryField,
  fillInsurance,
  fillPerson,
  goToConfirmation,
  newMail,
  reachConfirmation,
  reservationNumber,
  SOCIETY,
} from '../e2e/booking-steps.ts';
import { closeDialog, dialog, heading } from '../e2e/kit.ts';

test('a step goes on once the server can be reached again; a fault of it leads back to the top page', async ({
  page,
}) => {
  await enter(page, '個人で予約する');
  await expect(course(page, '一日人間ドック')).toBeVisible();
  const options = '**/api/CommonSelectOption/FirstDisplay';
  await page.route(options, (route) => route.abort());
  await chooseDock(page);
  await expect(dialog(page)).toContainText('通信できませんでした。');
  await page.unroute(options);
  await closeDialog(page, 'もう一度試す');
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await page.route(options, (route) => route.fulfill({ status: 500, json: { errorCode: 11, errorMessagesList: [] } }));
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'システムエラー' })).toContainText('システムエラーです。');
  await expect(dialog(page)).toContainText('内容をもう一度ご確認ください。');
  await expect(dialog(page).getByRole('button', { name: /続ける|もう一度/ })).toHaveCount(0);
  await closeDialog(page);
  await expect(page).toHaveURL(/CommonTop\/demo/);
});

test('two clicks and a lost answer book once', async ({ page }) => {
  const reserve = '**/api/Account/CommonGuestNewReserve';
  const numbers: unknown[] = [];
  await reachConfirmation(page, newMail(), 7);
  await page.route(reserve, async (route) => {
    const response = await route.fetch();
    numbers.push((await response.json()).ukno);
    // The first answer never arrives.
    await (numbers.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  await page.getByRole('button', { name: '予約する', exact: true }).dblclick();
  await dialog(page).getByRole('button', { name: '送信' }).dblclick();
  await expect(dialog(page)).toContainText('二重に予約されることはありません');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'もう一度送信する' }).dblclick();
  const shown = await reservationNumber(page);
  expect(numbers.map(Number)).toEqual([Number(shown), Number(shown)]);
});

test('a place that is gone meanwhile leads back to the calendar, which has forgotten it', async ({ page }) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByLabel('脳MRI・MRA').check();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 8);
  await fillPerson(page, newMail());
  await goToConfirmation(page);
  await beOvertaken(page);
  await confirmBooking(page);
  await expect(dialog(page)).toContainText('満員になりました');
  await closeDialog(page);
  await expect(page.getByRole('alert')).toContainText('満員になりました');
  await expectAccessible(page);
  await page.getByRole('button', { name: '日時を選び直す' }).click();
  await expect(heading(page, '日時選択')).toBeVisible();
  await expect(days(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /選択中/ })).toHaveCount(0);
  await expect(page.getByText('受診日を選んでください').filter({ visible: true })).toBeVisible();
  // Chosen again, the rest is as it was.
  await chooseVisit(page, 0);
  await expect(entryField(page, '姓')).toHaveValue('健診');
});

test('a year that is withdrawn meanwhile is chosen no more, so that the same refusal does not come again', async ({
  page,
}) => {
  const lists = '**/api/CommonNewHealthInsurance/FirstDisplay';
  await page.route(lists, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const { jgcd } = json.listJgyo.find(({ jgnm }: { jgnm: string }) => jgnm === SOCIETY.client);
    json.listIrks.unshift({ jgcd, nend: 2099 });
    await route.fulfill({ response, json });
  });
  await enter(page, '健康保険・お勤め先の健診で予約する');
  await fillInsurance(page, SOCIETY);
  await page.unroute(lists);
  const year = page.getByRole('combobox', { name: '受診年度' });
  await expect(year).toHaveValue('2099');
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await expect(dialog(page)).toContainText('ただいまご予約いただけません');
  await closeDialog(page);
  await expect(year.locator('option[value="2099"]')).toHaveCount(0);
  await expect(year).not.toHaveValue('2099');
  await expect(page.getByRole('textbox', { name: '保険者番号' })).toHaveValue(SOCIETY.number);
  await expect(page.getByRole('combobox', { name: '対象者区分' })).toHaveValue(/./);
  if ((await year.inputValue()) === '') await year.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await expect(course(page, '日帰り人間ドック')).toBeVisible();
});

test('an amount that is not the one seen is shown again before it is booked', async ({ page }) => {
  await reachConfirmation(page, newMail(), 33);
  const reserve = '**/api/Account/CommonGuestNewReserve';
  // As if the price had been another one when the page was opened.
  await page.route(reserve, (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    form.set('sumGkgk', '1');
    return route.continue({ postData: form.toString() });
  });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/CommonConfirmReserveInfo/FirstDisplay', async (route) => {
    await isReleased;
    await route.continue();
  });
  await confirmBooking(page);
  await closeDialog(page);
  await expect(page.getByRole('note').filter({ hasText: '料金' })).toBeVisible();
  // No press is lost while what holds now is on its way: it can't be pressed.
  await expect(page.getByRole('button', { name: '予約する', exact: true })).toBeDisabled();
  await expect(page.getByText('最新の内容を確認しています').filter({ visible: true })).toBeVisible();
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await confirmBooking(page);
  await expect(heading(page, '予約確定')).toBeVisible();
});

test('a birth date for which the course is not leads back to the course, and from there on again', async ({ page }) => {
  await enter(page, '個人で予約する');
  await chooseDock(page);
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 10);
  await fillPerson(page, newMail());
  await page.getByLabel('生年月日（年）').selectOption('2015');
  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'コースを選び直す' }).click();
  await expect(page.getByText('2015年6月12日生まれ')).toBeVisible();
  await page.getByRole('button', { name: '変更する' }).click();
  await page.getByLabel('生年月日（年）').selectOption('1974');
  await page.getByRole('button', { name: 'コースを表示する' }).click();
  await course(page, '一日人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(page.getByRole('button', { name: /選択中/ })).toHaveCount(0);
  await chooseVisit(page, 10);
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1974');
  await expect(entryField(page, '姓')).toHaveValue('健診');
});
