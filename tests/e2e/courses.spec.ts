// Courses as an administrator keeps them: from nothing to a guest's booking, and every one of their screens.
import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { expectAccessible } from './accessible.ts';
import {
  chooseBirthDate,
  chooseVisit,
  confirmBooking,
  course,
  enter,
  fillPerson,
  goToConfirmation,
  newMail,
  reservationNumber,
} from './booking-steps.ts';
import {
  ask,
  closeDialog,
  dialog,
  endSession,
  expectNoSidewaysScroll,
  heading,
  logInToGoOn,
  logInToOffice,
  openMaster,
  PHONE,
} from './kit.ts';

/** At both sizes, and back. */
async function expectFine(page: Page): Promise<void> {
  const desk = page.viewportSize();
  for (const size of [null, PHONE]) {
    if (size) await page.setViewportSize(size);
    // A link that is half under the bar is no smaller for that.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  if (desk) await page.setViewportSize(desk);
}

const saveButton = (page: Page) => page.getByRole('button', { name: /^更新/ });

async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(dialog(page)).toContainText('更新しますか？');
  await closeDialog(page, 'OK');
}

async function saveRows(page: Page): Promise<void> {
  await save(page);
  await expect(page.getByText('更新しました。')).toBeVisible();
}

const cell = (page: Page, row: number, label: string) => page.getByLabel(`${row}行目 ${label}`, { exact: true });

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'コースの設定' }).getByRole('link', { name, exact: true });

async function openTab(page: Page, name: string): Promise<void> {
  await tab(page, name).click();
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
}

async function chooseDate(page: Page, label: string, parts: readonly [number, number, number]): Promise<void> {
  for (const [at, word] of ['年', '月', '日'].entries()) {
    await page.getByLabel(`${label}（${word}）`).selectOption(String(parts[at]));
  }
}

/** Journeys that run beside these never meet a client of their own, nor its courses. */
async function makeClient(page: Page, categories: readonly string[] = []) {
  const jgnm = `課程健保 ${randomUUID().slice(0, 8)}`;
  const codes = { ksfg: '2', ksmm: '0', ksdd: '0', vsbl: '1', caln: '1', gest: '1', mnsn: '0', kshj: '1' };
  await ask(page, 'MasterWJGYO/Register', { jgnm, ...codes, remd: '0', jksd: '0' });
  const { listJGYO } = await ask(page, 'MasterWJGYO/List', {});
  const { JGCD: jgcd } = listJGYO.find(({ JGNM }: { JGNM: string }) => JGNM === jgnm);
  for (const kbnm of categories) await ask(page, 'MasterWHFKB/Register', { jgcd, kbnm });
  return { name: jgnm, jgcd };
}

async function makeCourse(page: Page, jgcd: string, ksnm: string, upok = '0', nend = '2026'): Promise<string> {
  const from = { stdyYear: '2026', stdyMonth: '4', stdyDate: '1' };
  const to = { eddyYear: '2027', eddyMonth: '3', eddyDate: '31' };
  return (await ask(page, 'MasterWIRKS/Register', { jgcd, nend, ...from, ...to, ksnm, upok })).key;
}

/** The list's choice: other screens show the client's name under the same label, which is nothing to choose. */
const clientChoice = (page: Page) => page.getByRole('combobox', { name: 'クライアント' });

async function openCourses(page: Page, client: string): Promise<void> {
  await openMaster(page, 'コースマスタ');
  await clientChoice(page).selectOption({ label: client });
  await page.getByRole('button', { name: '検索' }).click();
}

const shortcut = (page: Page, what: string, name: string) =>
  page.getByRole('link', { name: `${what}（${name} 2026年度）` });

// Every screen is looked at with axe at two sizes, which takes its time.
test.beforeEach(async ({ page }) => {
  await logInToOffice(page);
});

test('a course is made from nothing, made public, and booked by a guest', async ({ page }) => {
  const name = `半日コース ${randomUUID().slice(0, 6)}`;
  await openCourses(page, '個人');
  await page.getByRole('link', { name: '新規登録' }).click();
  await expect(heading(page, 'コースの登録')).toBeVisible();
  // The current fiscal year is what most new courses are for.
  await expect(page.getByLabel('年度', { exact: false }).first()).toHaveValue(String(fiscalYearOf(today(new Date()))));
  await expect(page.getByText('キャンセルの完了画面に表示されます。')).toBeVisible();
  await page.getByLabel('年度', { exact: false }).first().fill('二〇二六');
  await page.getByLabel('コース名').fill(name);
  await chooseDate(page, '登録期間の開始日', [2026, 4, 1]);
  await chooseDate(page, '登録期間の終了日', [2026, 3, 31]);
  await page.getByRole('button', { name: /^登録/ }).click();
  await expect(dialog(page)).toContainText('年度は整数で入力してください。');
  await expect(dialog(page)).toContainText('登録期間の終了日は開始日以降の日付を選択してください。');
  await closeDialog(page);
  const year = page.getByLabel('年度', { exact: false }).first();
  // Nothing is cut off: what does not fit stays to be seen, and is told.
  await year.fill('20261');
  await expect(year).toHaveValue('20261');
  await expect(page.getByText('年度は整数で入力してください。')).toBeVisible();
  await year.fill('　２０２６ ');
  await year.press('Tab');
  await expect(year).toHaveValue('2026');
  await chooseDate(page, '登録期間の終了日', [2027, 3, 31]);
  await page.getByLabel('コースの説明').fill('半日で調べるコースです。');
  await expectFine(page);
  await page.getByRole('button', { name: /^登録/ }).click();
  await closeDialog(page, 'OK');
  await expect(page).toHaveURL(/MasterWIRKSRegisterDone/);
  await expect(page.getByText('登録しました。')).toBeVisible();
  await expectFine(page);

  await page.getByRole('link', { name: '続けて検査項目を設定する' }).click();
  await expect(cell(page, 1, '実施区分')).toHaveValue('none');
  await page.getByRole('button', { name: '全部にする' }).click();
  await cell(page, 2, '実施区分').selectOption({ label: '一部' });
  await page.getByLabel('最初の行').selectOption('3');
  await page.getByLabel('最後の行').selectOption('4');
  await page.getByRole('button', { name: 'なしにする' }).click();
  await expect(page.getByText('変更 10 行・未保存')).toBeVisible();
  await expectFine(page);
  await saveRows(page);
  await expect(cell(page, 2, '実施区分')).toHaveValue('part');

  await openTab(page, '予約枠');
  await page.getByRole('button', { name: '行を追加' }).click();
  await saveButton(page).click();
  await expect(dialog(page)).toContainText('1行目の予約枠を選択してください。');
  await closeDialog(page);
  await expect(cell(page, 1, '予約枠')).toBeFocused();
  await cell(page, 1, '予約枠').selectOption({ label: 'ドック受付' });
  await expectFine(page);
  await saveRows(page);

  await openTab(page, '料金');
  await page.getByRole('button', { name: '行を追加' }).click();
  await cell(page, 1, '合計金額').fill('1000000');
  await cell(page, 1, '合計金額').press('Tab');
  await expect(cell(page, 1, '合計金額')).toHaveValue('1000000');
  await expect(page.getByText('1行目の合計金額は整数値で入力してください。')).toBeVisible();
  await cell(page, 1, '合計金額').fill('１２，３４５');
  await page.getByLabel('年齢', { exact: true }).fill('４０');
  await expect(cell(page, 1, '合計金額')).toHaveValue('12345');
  await page.getByRole('button', { name: '確認' }).click();
  await expect(page.getByText('12,345円')).toBeVisible();
  await expect(page.getByText('できます', { exact: true })).toBeVisible();
  await expectFine(page);
  await saveRows(page);

  await openTab(page, 'オプション');
  const option = page.getByRole('row', { name: /骨密度/ });
  await expect(option).toContainText('未設定');
  await option.getByRole('switch', { name: /を設定$/ }).check();
  await expect(option).not.toContainText('未設定');
  await option.getByLabel(/合計金額/).fill('1100');
  await expectFine(page);
  await saveRows(page);
  await page.getByRole('button', { name: '確認' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '骨密度' })).toContainText('1,100円');

  await openTab(page, '基本情報');
  await expect(page.getByLabel('年度', { exact: true })).toBeDisabled();
  await page.getByLabel('公開', { exact: true }).check();
  await expectFine(page);
  await save(page);
  await expect(page).toHaveURL(/MasterWIRKSDetailUpdate/);
  await expect(page.getByText('コースマスタを更新しました。')).toBeVisible();
  await expectFine(page);

  await enter(page, '個人で予約する');
  await expect(course(page, name)).toContainText('12,345円');
  await course(page, name).getByRole('button', { name: 'このコースを選ぶ' }).click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await page.getByLabel('骨密度').check();
  await expect(page.getByText('13,445円').filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 3);
  await fillPerson(page, newMail());
  await chooseBirthDate(page, 1974, 6, 12);
  await page.getByLabel('女性').check();
  await goToConfirmation(page);
  await confirmBooking(page);
  expect(await reservationNumber(page)).toMatch(/^\d{9}$/);

  // What is booked is not deleted, and says so.
  await page.goto('/MasterWIRKSList');
  await page.getByRole('button', { name: `削除（${name} 2026年度）` }).click();
  await expect(dialog(page)).toContainText('削除しますか？');
  await closeDialog(page, '削除');
  await expect(dialog(page)).toContainText(/予約.*1件/);
  await closeDialog(page);
  await page.getByRole('link', { name: `詳細（${name} 2026年度）` }).click();
  await page.getByLabel('非公開').check();
  await save(page);
  await expect(page).toHaveURL(/MasterWIRKSDetailUpdate/);
});

test('the list keeps its client, points out what nobody can book, and leads everywhere', async ({ page }) => {
  const client = await makeClient(page);
  // What is chosen is whom everything is about, searched for or not.
  await openCourses(page, '個人');
  await expect(page.getByRole('status').filter({ hasText: /個人 \d+ 件/ })).toBeVisible();
  await clientChoice(page).selectOption({ label: client.name });
  await page.getByRole('link', { name: '新規登録' }).click();
  await expect(page.getByLabel('クライアント')).toHaveText(client.name);
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(clientChoice(page)).toHaveValue(client.jgcd);
  await expect(page.getByText('データが一件も登録されていません。')).toBeVisible();
  // A search that a log-in interrupts is made without another press.
  await clientChoice(page).selectOption({ label: '個人' });
  await endSession(page);
  await page.getByRole('button', { name: '検索' }).click();
  await logInToGoOn(page);
  await expect(page.getByRole('status').filter({ hasText: /個人 \d+ 件/ })).toBeVisible();
  await clientChoice(page).selectOption({ label: client.name });
  await page.getByRole('link', { name: '年度更新' }).click();
  await expect(page.getByRole('dialog', { name: '対象コースエラー' })).toContainText(
    '選択されたクライアントに紐づくコースがありません。',
  );
  await closeDialog(page);
  await expect(page).toHaveURL(/MasterWIRKSList/);

  await makeCourse(page, client.jgcd, '胃がん検診', '1');
  await makeCourse(page, client.jgcd, '肺がん検診');
  // Nobody has said yet how many people can come that year.
  const far = await makeCourse(page, client.jgcd, '遠い年の検診', '1', '2040');
  const everybody = { jkcds: '00', hfkbs: 'Z', sexes: 'Z', stags: '0', edags: '999', recordStatuses: '13' };
  await ask(page, 'MasterWRKKS/Update', { key: far, ...everybody, kngks: '100' });
  const { listWAKU } = await ask(page, 'MasterWWAKU/List', {});
  await ask(page, 'MasterWKSWK/Update', { key: far, ...everybody, wakus: listWAKU[0].WAKU });
  await page.reload();
  await expect(page.getByRole('row', { name: /遠い年の検診/ })).toContainText(
    '枠数のない予約枠があるため予約できない方がいます',
  );
  // The sentence takes its room from nobody: a year stays a year.
  const year = page.getByRole('row', { name: /遠い年の検診/ }).getByRole('cell', { name: '2040', exact: true });
  const lines = await year.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  });
  expect(lines).toBe(1);
  await expect(clientChoice(page)).toHaveValue(client.jgcd);
  await expect(page.getByRole('row', { name: /胃がん検診/ })).toContainText('料金と予約枠がないため予約できません');
  await expect(page.getByRole('row', { name: /肺がん検診/ })).not.toContainText('予約できません');
  await expectFine(page);
  await shortcut(page, 'オプション', '胃がん検診').click();
  await expect(heading(page, 'オプションの設定')).toBeVisible();
  await page.reload();
  await expect(page.getByText(client.name)).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '胃がん検診' })).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();

  await page.getByRole('link', { name: '年度更新' }).click();
  await expect(page.getByRole('row', { name: /胃がん検診/ })).toContainText('2027/04/01 〜 2028/03/31');
  await expectFine(page);
  await page.getByRole('button', { name: '年度更新を実行する' }).click();
  await expect(dialog(page)).toContainText('2コースを、2027年度に複写します。');
  await closeDialog(page, 'OK');
  await expect(page.getByText('2027年度に 2 コースを複写しました。')).toBeVisible();
  await expect(page.getByRole('row', { name: /胃がん検診/ })).toContainText('登録済み（複写しません）');
  await page.getByRole('button', { name: '戻る' }).click();
  await page.getByRole('button', { name: '削除（肺がん検診 2027年度）' }).click();
  await closeDialog(page, '削除');
  await expect(page.getByRole('row', { name: /肺がん検診/ })).toHaveCount(1);
});

/** As a spreadsheet puts it on the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await expect(page.locator('td :focus')).toHaveCount(1);
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('prices are typed as in a spreadsheet, checked by row, and never silently lost', async ({ page }) => {
  const client = await makeClient(page, ['本人', '配偶者']);
  await makeCourse(page, client.jgcd, '人間ドック');
  await openCourses(page, client.name);
  // In another tab it is this course's as well.
  const beside = page.context().waitForEvent('page');
  await shortcut(page, '料金', '人間ドック').click({ modifiers: ['Control'] });
  const besideTab = await beside;
  await expect(besideTab.getByRole('definition').filter({ hasText: '人間ドック' })).toBeVisible();
  await expect(besideTab.getByText('データが一件も登録されていません。')).toBeVisible();
  await besideTab.close();
  await shortcut(page, '料金', '人間ドック').click();
  // Without a row, the strip still shows all ages.
  for (const age of ['0', '40', '80']) await expect(page.getByText(age, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '行を追加' }).click();
  await expect(cell(page, 1, '対象者区分')).toBeFocused();
  await paste(page, '本人\t男\t35\t39\t18,000\n本人\t誰か\t３５歳\t39\t¥19,000\n配偶者\t共通\t40\t74\t22000\n');
  await expect(page.getByText('変更 3 行・未保存')).toBeVisible();
  await expect(cell(page, 2, '年齢範囲開始')).toHaveValue('35');
  await expect(cell(page, 3, '対象者区分')).toHaveValue(/.+/);

  // What is not understood is told at once, and stays empty until it is chosen.
  await expect(dialog(page)).toContainText('貼り付けた内容のうち 1 か所は、選べない値でした。');
  await closeDialog(page);
  await expect(cell(page, 1, '性別')).toHaveValue('male');
  await expect(page.getByText('2行目の性別を選択してください。')).toBeVisible();
  await expect(page.getByText('入力エラー 1 行')).toBeVisible();
  await cell(page, 2, '性別').focus();
  await paste(page, '女');
  await expect(cell(page, 2, '性別')).toHaveValue('female');

  // Arrows and Enter move, typing replaces, Esc gives the old value back.
  await cell(page, 1, '年齢範囲開始').focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 1, '年齢範囲終了')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('20000');
  await expect(cell(page, 2, '合計金額')).toHaveValue('20000');
  await page.keyboard.press('Escape');
  await expect(cell(page, 2, '合計金額')).not.toHaveValue('20000');
  await page.keyboard.type('19500');
  await page.keyboard.press('Enter');
  await expect(cell(page, 3, '合計金額')).toBeFocused();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(cell(page, 2, '年齢範囲終了')).toBeFocused();

  // Left with something wrong in it, a cell says so under its row.
  await page.keyboard.type('3o');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('2行目の年齢範囲終了は整数値で入力してください。')).toBeVisible();
  await expect(page.getByText('入力エラー 1 行')).toBeVisible();
  await expectFine(page);
  await page.keyboard.press('Control+Enter');
  await dialog(page).getByRole('button', { name: '2行目の年齢範囲終了は整数値で入力してください。' }).click();
  await expect(cell(page, 2, '年齢範囲終了')).toBeFocused();
  await page.keyboard.type('39');

  // Two rows for the same person: the strip shows it, the server refuses it, and its sentence leads to the row.
  await page.getByRole('button', { name: '3行目を複製' }).click();
  await expect(page.getByRole('img', { name: /40〜74歳 3行目と4行目が重複/ }).first()).toBeVisible();
  await save(page);
  await dialog(page)
    .getByRole('button', { name: '4行目の料金で対象者区分、性別、年齢範囲が適切ではありません。' })
    .click();
  await expect(cell(page, 4, '合計金額')).toBeFocused();
  await page.getByRole('button', { name: '4行目を削除' }).click();
  await expect(cell(page, 4, '合計金額')).toHaveCount(0);
  await saveRows(page);

  // A row for each milestone age, in one step; a saved row is deleted while others are being edited.
  await page.getByLabel('元にする行').selectOption({ label: '3行目' });
  await page.getByLabel('年齢の種類').selectOption({ label: '節目年齢（5歳ごと）' });
  await page.getByLabel('作る年齢の終了').fill('50');
  await page.getByRole('button', { name: '行を作る' }).click();
  await expect(cell(page, 5, '年齢範囲開始')).toHaveValue('50');
  await page.getByRole('button', { name: '1行目を削除' }).click();
  await expect(dialog(page)).toContainText('削除しますか？');
  await closeDialog(page, '削除');
  await expect(cell(page, 5, '年齢範囲開始')).toHaveCount(0);
  await expect(page.getByText('変更 3 行・未保存')).toBeVisible();
  await expect(cell(page, 4, '年齢範囲開始')).toHaveValue('50');
  await saveRows(page);

  // Somebody else was faster: it is said, what was typed stays over what they saved, and can be saved on purpose.
  const other = await page.context().newPage();
  await logInToOffice(other);
  await openCourses(other, client.name);
  await shortcut(other, '料金', '人間ドック').click();
  await cell(other, 1, '合計金額').fill('111');
  await cell(page, 1, '合計金額').fill('222');
  await cell(page, 2, '合計金額').fill('333');
  await saveRows(other);
  await other.getByRole('button', { name: '2行目を削除' }).click();
  await closeDialog(other, '削除');
  await expect(cell(other, 4, '合計金額')).toHaveCount(0);
  await other.close();
  await save(page);
  await expect(dialog(page)).toContainText('ほかの利用者が先に更新しました。');
  await expect(dialog(page)).toContainText('入力された内容は、この画面に残っています。');
  await closeDialog(page);
  await expect(cell(page, 1, '合計金額')).toHaveValue('222');
  await expect(page.getByText('ほかの利用者の内容: 合計金額 111円')).toBeVisible();
  await expect(cell(page, 2, '合計金額')).toHaveValue('333');
  await expect(page.getByText('ほかの利用者が削除した行です。')).toBeVisible();
  await expectFine(page);
  await saveRows(page);
  await expect(page.getByText('ほかの利用者')).toHaveCount(0);
  await expect(cell(page, 1, '合計金額')).toHaveValue('222');
  await cell(page, 1, '合計金額').fill('444');

  // Leaving and logging out ask first.
  await tab(page, '予約枠').click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'キャンセル');
  await expect(cell(page, 1, '合計金額')).toHaveValue('444');
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(dialog(page)).toContainText('保存していない変更があります。');
  await closeDialog(page, 'ログアウトする');
  await expect(page).toHaveURL(/AdminLogin/);
});

test('of 200 rows, a keystroke draws one', async ({ page }) => {
  // React tells developer tools of every tree that it has drawn; here it tells us how much of it was new.
  await page.addInitScript(() => {
    type Fiber = { tag: number; flags: number; child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null };
    const [FUNCTION, MEMO, PERFORMED_WORK] = [0, 15, 1];
    const count = (fiber: Fiber | null): number => {
      let drawn = 0;
      for (let each = fiber; each; each = each.sibling) {
        const isComponent = each.tag === FUNCTION || each.tag === MEMO;
        if (isComponent && each.flags & PERFORMED_WORK) drawn += 1;
        // A part that was not looked at is the very one of the tree before.
        if (each.child !== each.alternate?.child) drawn += count(each.child);
      }
      return drawn;
    };
    const counted = Object.assign(window, { drawn: 0 });
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
          counted.drawn += count(root.current);
        },
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
      },
    });
  });
  const client = await makeClient(page);
  await makeCourse(page, client.jgcd, '人間ドック');
  await page.reload();
  await openCourses(page, client.name);
  await shortcut(page, '予約枠', '人間ドック').click();
  await page.getByRole('button', { name: '行を追加' }).click();
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: number }).drawn);
  const before = await drawn();
  await paste(page, Array.from({ length: 200 }, (_, at) => `共通\t共通\t${at}\t${at}\tドック受付`).join('\n'));
  await expect(cell(page, 200, '予約枠')).toBeVisible();
  // The counting counts: 200 rows of five cells were drawn.
  expect((await drawn()) - before).toBeGreaterThan(200);

  await cell(page, 100, '年齢範囲終了').focus();
  await expect(page.getByText('変更 200 行・未保存')).toBeVisible();
  const focused = await drawn();
  await page.keyboard.press('9');
  await expect(cell(page, 100, '年齢範囲終了')).toHaveValue('9');
  const afterKey = (await drawn()) - focused;
  expect(afterKey).toBeGreaterThan(0);
  expect(afterKey).toBeLessThan(30);
  await page.keyboard.press('Escape');
  await saveRows(page);
  await expect(cell(page, 200, '予約枠')).toBeVisible();
});
