// Without a pointer: a guest's whole booking, and what my page lets be changed and called off. The reader is never lost on the way.
import { expect, type Page, test } from '@playwright/test';
import { bookAsGuest } from './booked-guest.ts';
import {
  course,
  days,
  entryField,
  firstPassword,
  look,
  mailField,
  month,
  newMail,
  reservationNumber,
} from './booking-steps.ts';
import { choose, press, tabTo, write } from './by-keyboard.ts';
import { dialog, heading } from './kit.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const time = (page: Page) => page.getByRole('radio', { name: /^\d+:\d\d$/ });
const focused = (page: Page) => page.locator(':focus');

/** By arrows to the next day of the month that can be chosen; where it is the last, to the one before. */
async function moveToOtherDay(page: Page): Promise<void> {
  const at = (await focused(page).getAttribute('data-date')) ?? '';
  const open = await days(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.date ?? ''));
  const wanted = open.find((date) => date > at) ?? open.findLast((date) => date < at) ?? at;
  const key = wanted > at ? 'ArrowRight' : 'ArrowLeft';
  while ((await focused(page).getAttribute('data-date')) !== wanted) await page.keyboard.press(key);
}

/** Chosen, said, and with the times one stop further. */
async function chooseDayAndTime(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAccessibleName(/選択中$/);
  await expect(
    page.getByRole('status').filter({ hasText: /空いている時間が\d+つあります。続けて受付時間を/ }),
  ).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(time(page).and(focused(page))).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(focused(page)).toBeChecked();
  await press(button(page, /^情報入力へ/));
  await expect(heading(page, 'お客様情報入力')).toBeVisible();
}

async function send(page: Page, act: string): Promise<void> {
  await press(button(page, act));
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "予約確認":
      - heading "予約確認" [level=2]
      - paragraph: この内容で予約しますか？
      - button "閉じる"
      - button "送信"
  `);
  // Esc leads back to what was pressed.
  await expect(button(page, '送信')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, act)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, '送信')).toBeFocused();
  await page.keyboard.press('Enter');
}

test('a guest books by keyboard alone', async ({ page }) => {
  await page.goto('/CommonTop/demo');
  await expect(button(page, /^個人で予約する/)).toBeEnabled();
  await press(button(page, /^個人で予約する/));
  await expect(course(page, '一日人間ドック')).toContainText('44,000円');
  await look(page);
  const chooses = course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' });
  await press(chooses);
  // What appears has the focus; closed, what opened it has it again.
  const person = page.getByRole('form', { name: '受診される方の生年月日と性別' });
  await expect(person).toBeFocused();
  await press(button(page, '閉じる'));
  await expect(chooses).toBeFocused();
  await page.keyboard.press('Enter');
  await choose(page.getByLabel('生年月日（年）'), '1974');
  await choose(page.getByLabel('生年月日（月）'), '6');
  await choose(page.getByLabel('生年月日（日）'), '12');
  await tabTo(page.getByLabel('男性'));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('女性')).toBeChecked();
  await press(button(page, 'オプションを選ぶ'));

  await expect(heading(page, 'オプション選択')).toBeVisible();
  await expect(page.getByText('腫瘍マーカー男性3種')).toHaveCount(0);
  await look(page);
  await tabTo(page.getByLabel('胃部X線'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('胃内視鏡(経鼻)')).toBeChecked();
  await press(page.getByLabel('骨密度'), 'Space');
  await expect(page.getByText('51,700円').filter({ visible: true })).toBeVisible();
  await press(button(page, /^日程を選ぶ/));

  await expect(days(page).first()).toBeVisible();
  await look(page);
  // The month is one stop: behind it come the times.
  await tabTo(days(page).first());
  await page.keyboard.press('End');
  await expect(focused(page)).toHaveAccessibleName(/土曜日/);
  await page.keyboard.press('Home');
  await expect(focused(page)).toHaveAccessibleName(/月1日|日曜日/);
  const shown = (await month(page).textContent()) ?? '';
  await page.keyboard.press('PageDown');
  await expect(month(page)).not.toHaveText(shown);
  await expect(focused(page)).toHaveAccessibleName(/曜日/);
  await page.keyboard.press('PageUp');
  await expect(month(page)).toHaveText(shown);
  await expect(focused(page)).toHaveAccessibleName(/曜日/);
  await moveToOtherDay(page);
  await chooseDayAndTime(page);

  await look(page);
  await write(entryField(page, 'セイ'), 'ケンシン');
  await write(entryField(page, 'メイ'), 'タロウ');
  await write(entryField(page, '姓'), '健診');
  await write(entryField(page, '名'), '太郎');
  await write(entryField(page, '郵便番号（前3桁）'), '100');
  await write(entryField(page, '郵便番号（後4桁）'), '0001');
  await press(button(page, '住所検索'));
  await expect(entryField(page, '番地・建物名')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('1-1');
  await write(page.getByRole('textbox', { name: '電話番号' }), '090-0000-1234');
  const mail = newMail();
  await write(mailField(page), mail);
  await write(page.getByRole('textbox', { name: '確認用' }), mail);
  await press(page.getByRole('checkbox', { name: '同意する' }), 'Space');
  await press(button(page, '入力内容を確認する'));

  await expect(heading(page, '予約情報確認')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'お客様情報' })).toBeVisible();
  await look(page);
  await send(page, '予約する');
  await expect(heading(page, '予約確定')).toBeVisible();
  await expect(firstPassword(page)).toBeVisible();
  await look(page);
});

test('a reservation is changed and called off by keyboard alone', async ({ page }) => {
  const { mail, password } = await bookAsGuest(page, 47);
  await page.goto('/CommonLogin/demo');
  await write(mailField(page), mail);
  await write(page.getByRole('textbox', { name: 'パスワード' }), password);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'マイページ')).toBeVisible();

  // Esc closes the menu, and leads back to it.
  const menu = button(page, 'MENU');
  await press(menu);
  await tabTo(button(page, 'パスワード変更'));
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');

  await press(button(page, '予約を変更'));
  await expect(heading(page, 'コース選択')).toBeVisible();
  await press(course(page, '一日人間ドック').getByRole('button', { name: 'このコースを選ぶ' }));
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await press(button(page, /^日程を選ぶ/));
  await expect(heading(page, '日時選択')).toBeVisible();
  const own = days(page, /選択中$/);
  await tabTo(own);
  await expect(page.getByRole('grid')).toMatchAriaSnapshot(`
    - grid /^\\d+年\\d+月$/:
      - rowgroup:
        - row "日 月 火 水 木 金 土"
      - rowgroup:
        - row:
          - gridcell:
            - button /^\\d+月\\d+日 .曜日 空きあり、選択中$/ [pressed]
  `);
  await moveToOtherDay(page);
  await chooseDayAndTime(page);
  await write(page.getByRole('textbox', { name: '確認用' }), mail);
  await press(page.getByRole('checkbox', { name: '同意する' }), 'Space');
  await press(button(page, '入力内容を確認する'));
  await expect(heading(page, '予約情報確認')).toBeVisible();
  await send(page, '変更する');
  await expect(heading(page, 'ご予約の変更を受け付けました')).toBeVisible();
  const number = await reservationNumber(page);

  await press(button(page, 'マイページへ'));
  await expect(heading(page, 'マイページ')).toBeVisible();
  await press(button(page, '予約をキャンセル'));
  await expect(heading(page, '予約のキャンセル')).toBeVisible();
  await press(button(page, 'キャンセルする'));
  // Nothing is called off by pressing Enter twice.
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "キャンセル確認":
      - heading "キャンセル確認" [level=2]
      - paragraph: キャンセルしますか。
      - paragraph: キャンセルすると、元に戻すことはできません。
      - button "戻る"
      - button "キャンセルする"
  `);
  await expect(dialog(page).getByRole('button', { name: '戻る' })).toBeFocused();
  await press(dialog(page).getByRole('button', { name: 'キャンセルする' }));
  await expect(heading(page, 'キャンセル完了')).toBeFocused();
  await expect(page.getByText(`予約番号 ${number} のキャンセルを受け付けました。`)).toBeVisible();
});
