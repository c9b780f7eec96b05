// A new institution's masters, from the operator's command to a guest's booking, counting what a clerk presses; and what empty
// screens say on the way.
import { type Browser, expect, type Page, test } from '@playwright/test';
import {
  chooseBirthDate,
  chooseVisit,
  confirmBooking,
  course,
  fillPerson,
  goToConfirmation,
  newMail,
  reservationNumber,
} from './booking-steps.ts';
import { closeDialog, dialog, heading, look, openMaster, typeLogIn } from './kit.ts';
import { openClinic, STAFF_PASSWORD } from './operate.ts';

/**
 * What a hand on the mouse does: every press, two for a choice from a list that is opened and chosen from, and one for each field
 * that is entered otherwise, as if nobody knew of the Tab key.
 */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('pressed', (count: number) => {
    presses += count;
  });
  await page.addInitScript(() => {
    const { pressed } = window as unknown as { pressed(count: number): void };
    let at: EventTarget | null = null;
    const isTyped = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type));
    addEventListener(
      'pointerdown',
      ({ target }) => {
        at = target;
        pressed(1);
      },
      true,
    );
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && pressed(2), true);
    addEventListener('focusin', ({ target }) => isTyped(target) && target !== at && pressed(1), true);
  });
  return () => presses;
}

async function press(page: Page, act: '登録' | '更新'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${act}`) }).click();
  await expect(dialog(page)).toContainText(`${act}しますか？`);
  await closeDialog(page, 'OK');
}

async function register(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  await press(page, '登録');
  await expect(heading(page, '登録完了')).toBeVisible();
}

/** TOP's calendar. */
const calendar = (page: Page) => page.getByRole('region', { name: /^\d+年\d+月$/ });

const goOn = (page: Page) => page.getByRole('link', { name: '続けて登録', exact: true }).click();
const name = (value: string) => ({ 名称: value });
/** A label goes on with whether the field is required. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`));

async function fillInstitution(page: Page): Promise<void> {
  await openMaster(page, '医療機関情報マスタ');
  await page.getByLabel('電話受付時間').fill('平日 9:00〜16:00');
  await page.getByLabel('契約窓口の電話番号').fill('03-0000-0000');
  await page.getByLabel(/^受診会場の住所1/).fill('東京都千代田区1-1');
  await page.getByLabel('受診会場の電話番号').fill('03-0000-0000');
  await page.getByLabel('利用規約・個人情報の取り扱い').fill('丘の上クリニックの利用規約です。');
  await press(page, '更新');
  await expect(page).toHaveURL(/MasterWIRKNUpdateDone/);
}

async function setCapacity(page: Page, count: number): Promise<void> {
  const all = page.getByLabel('すべての受付時間の枠数');
  if (await all.isVisible()) {
    await all.fill(String(count));
    await page.getByRole('button', { name: 'にする', exact: true }).click();
  } else {
    await page.getByLabel(/^枠数/).fill(String(count));
  }
  await press(page, '登録');
  await expect(dialog(page)).toContainText('一括登録が終了しました。');
}

async function chooseDays(page: Page): Promise<void> {
  await page.getByRole('button', { name: '今日から年度末まで' }).click();
  await page.getByRole('button', { name: '月〜金', exact: true }).click();
}

/** Somebody from outside, in a browser of their own. */
async function bookAsGuest(browser: Browser, route: string, courseName: string): Promise<void> {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await page.goto(`/CommonTop/${route}`);
  await page.getByRole('button', { name: '個人で予約する' }).click();
  await course(page, courseName).getByRole('button', { name: 'このコースを選ぶ' }).click();
  // A course whose options hang on who it is asks for that first.
  const birthDate = page.getByLabel('生年月日（年）');
  const schedule = page.getByRole('button', { name: '日程を選ぶ' });
  await expect(birthDate.or(schedule).or(heading(page, '日時選択')).first()).toBeVisible();
  if (await birthDate.isVisible()) {
    await chooseBirthDate(page, 1974, 6, 12);
    await page.getByLabel('女性').check();
    await page.getByRole('button', { name: 'オプションを選ぶ' }).click();
  }
  await expect(schedule.or(heading(page, '日時選択')).first()).toBeVisible();
  if (await schedule.isVisible()) await schedule.click();
  await chooseVisit(page);
  await fillPerson(page, newMail());
  if ((await birthDate.isVisible()) && (await birthDate.inputValue()) === '0') {
    await chooseBirthDate(page, 1974, 6, 12);
    await page.getByLabel('女性').check();
  }
  await goToConfirmation(page);
  await confirmBooking(page);
  expect(await reservationNumber(page)).toMatch(/^\d{9}$/);
  await context.close();
}

test('from the template to a guest’s booking in at most 40 presses of a clerk', async ({ page, browser }) => {
  const clinic = await openClinic('--from-template');
  const presses = await countPresses(page);
  await typeLogIn(page, clinic.manager, STAFF_PASSWORD);
  await fillInstitution(page);

  await openMaster(page, '予約枠数マスタ');
  await page.getByRole('link', { name: '期間一括登録' }).click();
  // The month before it has frames to choose from too.
  await expect(heading(page, '期間一括登録')).toBeVisible();
  await page.getByLabel(/^予約枠/).selectOption({ label: '人間ドック受付' });
  await chooseDays(page);
  await look(page);
  await setCapacity(page, 5);
  // The days stay for the frames that follow.
  await closeDialog(page, '続けて「胃内視鏡」を登録');
  await setCapacity(page, 2);
  await closeDialog(page, '続けて「婦人科検査」を登録');
  await setCapacity(page, 4);
  await closeDialog(page);

  await openMaster(page, 'コースマスタ');
  await page.getByRole('link', { name: /^詳細（一日人間ドック/ }).click();
  await page.getByLabel('公開', { exact: true }).check();
  await press(page, '更新');
  await expect(page).toHaveURL(/MasterWIRKSDetailUpdate/);
  await expect(page.getByText('コースマスタを更新しました。')).toBeVisible();
  console.log(`presses from the template: ${presses()}`);
  expect(presses()).toBeLessThanOrEqual(40);
  await bookAsGuest(browser, clinic.route, '一日人間ドック');
});

test('from an empty institution to a guest’s booking in at most 150 presses of a clerk', async ({ page, browser }) => {
  const clinic = await openClinic();
  const presses = await countPresses(page);
  await typeLogIn(page, clinic.manager, STAFF_PASSWORD);
  await expect(calendar(page).getByText('予約枠が登録されていません。')).toBeVisible();
  await expect(calendar(page).getByRole('link', { name: 'はじめての設定' })).toBeVisible();
  await fillInstitution(page);

  // Each screen that can do nothing yet leads to the one that comes first.
  await openMaster(page, '予約枠数マスタ');
  await expect(page.getByText('予約枠が一件も登録されていません。先に予約枠マスタで登録してください。')).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: '予約枠マスタ', exact: true }).click();
  await expect(page.getByText('受付時間別の予約枠には、先に時間帯の登録が必要です。')).toBeVisible();
  await page.getByRole('link', { name: '時間帯マスタ', exact: true }).click();
  await expect(heading(page, '時間帯マスタ')).toBeVisible();
  await page.getByRole('link', { name: '新規登録' }).first().click();
  for (const [at, hour] of ['9', '10'].entries()) {
    if (at > 0) await goOn(page);
    await register(page, { ...name(`${hour}:00`), '受付時間　時間': hour, '受付時間　分': '0' });
  }
  await look(page);

  await openMaster(page, '予約枠マスタ');
  await page.getByRole('link', { name: '新規登録' }).first().click();
  await page.getByLabel('受付時間別').check();
  await register(page, name('健診受付'));
  await goOn(page);
  await expect(field(page, '名称')).toHaveValue('');
  await register(page, name('胃内視鏡'));

  await openMaster(page, '検査項目マスタ');
  await page.getByRole('link', { name: '新規登録' }).first().click();
  for (const [at, item] of ['診察・問診', '血圧測定', '尿検査'].entries()) {
    if (at > 0) await goOn(page);
    await expect(field(page, '並び')).toHaveValue(String(at + 1));
    await register(page, name(item));
  }

  await openMaster(page, 'オプション項目マスタ');
  await expect(page.getByText('先にオプション分類マスタで登録してください。')).toBeVisible();
  await page.getByRole('link', { name: 'オプション分類マスタ', exact: true }).click();
  await expect(heading(page, 'オプション分類マスタ')).toBeVisible();
  await page.getByRole('link', { name: '新規登録' }).first().click();
  await register(page, name('胃の検査'));
  await openMaster(page, 'オプション項目マスタ');
  await page.getByRole('link', { name: '新規登録' }).first().click();
  await page.getByLabel('オプション分類').selectOption({ label: '胃の検査' });
  await expect(field(page, '並び')).toHaveValue('1');
  await register(page, name('胃部X線'));
  await goOn(page);
  await expect(field(page, '並び')).toHaveValue('2');
  await page.getByLabel('予約枠').selectOption({ label: '胃内視鏡' });
  await register(page, name('胃内視鏡（経鼻）'));

  await openMaster(page, 'コースマスタ');
  await expect(page.getByText('このクライアントのコースはまだありません。')).toBeVisible();
  await expect(page.getByText('ほかのクライアントのコースをコピーできます。')).toHaveCount(0);
  await look(page);
  await page.getByRole('link', { name: '新規登録' }).first().click();
  await page.getByLabel('コース名').fill('健康診断');
  const year = await page.getByLabel('年度', { exact: false }).first().inputValue();
  await chooseDate(page, '登録期間の開始日', [Number(year), 4, 1]);
  await chooseDate(page, '登録期間の終了日', [Number(year) + 1, 3, 31]);
  await press(page, '登録');
  await page.getByRole('link', { name: '続けて検査項目を設定する' }).click();
  await page.getByRole('button', { name: '全部にする' }).click();
  await saveRows(page);
  await openTab(page, '予約枠');
  await page.getByRole('button', { name: '行を追加' }).click();
  await page.getByLabel('1行目 予約枠', { exact: true }).selectOption({ label: '健診受付' });
  await saveRows(page);
  await expect(page.getByText('このコースは非公開です。')).toHaveCount(0);
  await openTab(page, '料金');
  await page.getByRole('button', { name: '行を追加' }).click();
  await page.getByLabel('1行目 合計金額', { exact: true }).fill('9900');
  await saveRows(page);
  await expect(page.getByText('このコースは非公開です。公開すると予約を受け付けます。')).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: 'コースの編集' }).click();
  await page.getByLabel('公開', { exact: true }).check();
  await press(page, '更新');
  await expect(page).toHaveURL(/MasterWIRKSDetailUpdate/);

  await openMaster(page, '予約枠数マスタ');
  await page.getByRole('link', { name: '期間一括登録' }).click();
  await chooseDays(page);
  await setCapacity(page, 5);
  await closeDialog(page);
  console.log(`presses from an empty institution: ${presses()}`);
  expect(presses()).toBeLessThanOrEqual(150);
  await bookAsGuest(browser, clinic.route, '健康診断');
});

async function chooseDate(page: Page, label: string, parts: readonly [number, number, number]): Promise<void> {
  for (const [at, word] of ['年', '月', '日'].entries()) {
    await page.getByLabel(`${label}（${word}）`).selectOption(String(parts[at]));
  }
}

async function saveRows(page: Page): Promise<void> {
  await press(page, '更新');
  await expect(page.getByText('更新しました。')).toBeVisible();
}

async function openTab(page: Page, label: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'コースの設定' }).getByRole('link', { name: label, exact: true });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
}
