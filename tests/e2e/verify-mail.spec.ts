// A mail address is shown to be one's own: from the guest's booking over the link in the mail to my page, on a phone.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { readMail } from '#tests/kit/read-mail.ts';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import { logIn } from './booking-steps.ts';
import { closeDialog, expectLargeLettersToFit, expectNoSidewaysScroll, heading, PHONE } from './kit.ts';

test.use({ viewport: PHONE });

const OWN = 'Kawasemi#2026';
const NOTICE = 'メールアドレスの確認がお済みでありません。';

/** The links that have come to an address, as the mails hold them. */
function linksFor(mail: string): string[] {
  const folder = `${process.env.JOURNEY_DATA}/mails`;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readMail(readFileSync(`${folder}/${name}`, 'utf8')))
    .filter(({ headers }) => headers.get('to') === mail)
    .flatMap(({ text }) => /\/CommonVerifyMail\/\S+/.exec(text)?.[0] ?? []);
}

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectLargeLettersToFit(page);
}

const chooseOwn = async (page: Page, next: string) => {
  await page.getByRole('textbox', { name: /^新しいパスワード(?!（)/ }).fill(next);
  await page.getByRole('textbox', { name: /^新しいパスワード（確認用）/ }).fill(next);
  await page.getByRole('button', { name: '確認して設定する' }).click();
};

test('a guest verifies by the link of her booking on another device, and chooses the password of her my page', async ({
  page,
}) => {
  const { mail, password } = await bookAsGuest(page, 11);
  await expect.poll(() => linksFor(mail)).toHaveLength(2);
  const [link = ''] = linksFor(mail);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('メールアドレスの確認');
  await look(page);
  await chooseOwn(page, '19800505');
  await closeDialog(page);
  await chooseOwn(page, OWN);
  await expect(page.getByText('メールアドレスを確認しました。')).toBeFocused();
  await look(page);
  await page.getByRole('link', { name: 'ログインする' }).click();
  // The address stands there already.
  await expect(page.getByRole('textbox', { name: /^メールアドレス/ })).toHaveValue(mail);
  await logIn(page, mail, OWN, 'マイページにログイン');
  await expect(heading(page, 'マイページ')).toBeVisible();
  await expect(page.getByText(NOTICE)).toBeHidden();

  await page.goto(link);
  await expect(page.getByRole('note')).toContainText('メールアドレスの確認は済んでいます。');
  await look(page);
  const refused = await page.request.post('/Token', {
    form: { grant_type: 'password', username: `10000001_${mail}`, password },
  });
  expect(refused.status()).toBe(400);
});

test('my page says what is missing and sends the link; in the browser that is logged in one press is enough, also in another tab', async ({
  page,
  context,
}) => {
  const { mail, password } = await bookAsGuest(page, 12);
  await page.goto('/CommonLogin/demo');
  await logIn(page, mail, password, 'マイページにログイン');
  await expect(page.getByText(NOTICE)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: '確認メールを送信する' }).click();
  await closeDialog(page);
  await expect.poll(() => linksFor(mail)).toHaveLength(3);
  await page.getByRole('button', { name: '確認メールを送信する' }).click();
  await expect(page.getByRole('dialog')).toContainText('1分ほど待ってからもう一度お試しください。');
  await closeDialog(page);

  const tab = await context.newPage();
  await tab.setViewportSize(PHONE);
  await tab.goto(linksFor(mail).at(-1) ?? '');
  await expect(tab.getByText('がご本人のメールアドレスであることを確認します。')).toBeVisible();
  await look(tab);
  await tab.getByRole('button', { name: '確認する' }).click();
  await expect(tab.getByText('メールアドレスを確認しました。')).toBeFocused();
  await tab.getByRole('button', { name: 'マイページへ' }).click();
  await expect(heading(tab, 'マイページ')).toBeVisible();
  await expect(tab.getByText(NOTICE)).toBeHidden();
  await page.reload();
  await expect(heading(page, 'マイページ')).toBeVisible();
  await expect(page.getByText(NOTICE)).toBeHidden();
});

test('a link that is cut off says so', async ({ page }) => {
  await page.goto('/CommonVerifyMail/demo#broken');
  await expect(page.getByRole('note')).toHaveText(
    'このページを表示できません。メールのリンクをもう一度開いてください。',
  );
  await look(page);
});
