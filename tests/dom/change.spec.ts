// Changing a reservation on a phone, user types 2 and 3: by somebody whose network and session break on the way, and through
// a society, where who it is for stays.
import { expect, type Page, type Route, test } from '@playwright/test';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { encodeForm } from '#wire/form.ts';
import { expectAccessible } from '../e2e/accessible.ts';
import {
  chooseVisit,
  course,
  goToConfirmation,
  logIn,
  mailField,
  newMail,
  reservationNumber,
  SOCIETY,
  showNextMonth,
} from '../e2e/booking-steps.ts';
import { dialog, heading, PHONE } from '../e2e/kit.ts';

test.use({ viewport: PHONE });

const card = (page: Page, number: number | string) =>
  page.getByRole('article').filter({ hasText: `予約番号 ${number}` });
async function startChange(page: Page, mail: string, password: string, number: number): Promise<void> {
  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'マイページにログイン');
  await card(page, number).getByRole('button', { name: '予約を変更' }).click();
  await expect(heading(page, 'コース選択')).toBeVisible();
  await expect(page.getByText(`予約番号 ${number} のご予約を変更しています。`)).toBeVisible();
}

async function fillRest(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '確認用' }).fill(await mailField(page).inputValue());
  await page.getByRole('checkbox', { name: '同意する' }).check();
}

/** A man of the society, born on 1980-02-29, by the calls themselves. */
async function bookAsMember(page: Page) {
  const ask = async (path: string, form: Form) => {
    const data = encodeForm(form).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = await (await page.request.post(`/api/${path}`, { headers, data })).json();
    expect(body).toMatchObject({ errorCode: 0 });
    return body;
  };
  const ircd = '10000001';
  const lists = await ask('CommonNewHealthInsurance/FirstDisplay', { ircd });
  const { jgcd } = lists.listJgyo.find(({ jgnm }: Form) => jgnm === SOCIETY.client);
  const { hfkb } = lists.listHfkb.find((one: Form) => one.jgcd === jgcd && one.kbnm === SOCIETY.category);
  const { nend } = lists.listIrks.find((one: Form) => one.jgcd === jgcd);
  const person = { inputSex: '1', inputBtdyYear: 1980, inputBtdyMonth: 2, inputBtdyDate: 29, inputHfkb: hfkb };
  const mail = newMail();
  const form = guestForm(ircd, { jgcd, hksh: SOCIETY.number, nend, ...person, email1: mail, hkkg: '12', hkno: '345' });
  const { listCourse } = await ask('CommonSelectCourse/FirstDisplay', { ...stepForm(form), reserveDate: '' });
  const { kscd, jkcd } = listCourse.find(({ ksnm }: Form) => ksnm === '日帰り人間ドック');
  const chosen = { ...form, kscd, courseJkcd: jkcd };
  const { reserveData } = await ask('CommonSelectCalender/FirstDisplay', stepForm(chosen, { reserveDate: '' }));
  const { date, tmzn } = reserveData.at(-1);
  const preview = stepForm(chosen, { reserveDate: date, tmzn });
  const { sumGkgk, course: shown } = await ask('CommonConfirmReserveInfo/FirstDisplay', preview);
  const visit = { reserveDate: date, reserveTmzn: tmzn, sumGkgk, courseJkcd: shown.jkcd };
  const { ukno, firstPassword } = await ask('Account/CommonGuestNewReserve', { ...chosen, ...visit });
  return { mail, password: firstPassword as string, number: ukno as number };
}

test('through a society who it is for stays, and the first step leads back to my page', async ({ page }) => {
  const { mail, password, number } = await bookAsMember(page);
  await startChange(page, mail, password, number);
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await expect(heading(page, 'マイページ')).toBeVisible();
  // Its own answer must not be the one that is changed below.
  await expect(card(page, number)).toBeVisible();
  // As if it had been asked for, and confirmed since.
  const request = 'ご希望としてのお申し込みになります';
  const asRequest = async (route: Route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const entry of json.enableReserveDataList) Object.assign(entry, { caln: '2', ykst: '23' });
    await route.fulfill({ response, json });
  };
  await page.route('**/api/CommonMyPage/FirstDisplay', asRequest, { times: 1 });
  await page.reload();
  await card(page, number).getByRole('button', { name: '予約を変更' }).click();
  await expect(page.getByRole('note')).toContainText(request);
  await expectAccessible(page);
  await page.getByRole('button', { name: '戻る', exact: true }).click();
  await card(page, number).getByRole('button', { name: '予約を変更' }).click();
  await expect(page.getByRole('note')).toContainText('いまのご予約はそのままです');
  await expect(page.getByText(request)).toHaveCount(0);
  await page.goto('/CommonNewHealthInsurance');
  await expect(heading(page, 'コース選択')).toBeVisible();
  await course(page, '日帰り人間ドック').getByRole('button', { name: 'このコースを選ぶ' }).click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await expect(page.getByRole('button', { name: /情報入力へ/ })).toBeEnabled();
  await showNextMonth(page);
  await chooseVisit(page, 2);
  await expect(page.getByText(SOCIETY.client)).toBeVisible();
  await expect(page.getByText(SOCIETY.category)).toBeVisible();
  await expect(page.getByText('1980年2月29日')).toBeVisible();
  await expect(page.getByLabel('生年月日（年）')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: '記号', exact: true })).toHaveValue('12');
  await fillRest(page);
  await goToConfirmation(page);
  await page.getByRole('button', { name: '変更する', exact: true }).click();
  await dialog(page).getByRole('button', { name: '送信' }).click();
  const changed = await reservationNumber(page);
  await page.getByRole('button', { name: 'マイページへ' }).click();
  await expect(card(page, changed)).toContainText('日帰り人間ドック');
});
