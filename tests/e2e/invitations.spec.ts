// Invitations: the link in one refuses further ones without a log-in, my page and staff say the same, and templates can't leave out what the law wants to read.

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ringOf } from '#server/access/key-ring.ts';
import { sealAddressee } from '#server/mail/mail-consent.ts';
import { expectAccessible } from './accessible.ts';
import { bookAsGuest } from './booked-guest.ts';
import { logIn } from './booking-steps.ts';
import {
  closeDialog,
  dialog,
  expectLargeLettersToFit,
  expectNoSidewaysScroll,
  heading,
  logInToOffice,
  openMaster,
  openReservation,
  PHONE,
} from './kit.ts';

const DEMO = '10000001';
const TITLE = '健診のご案内メールの配信停止';

/** As it stands in a mail that went to this address. */
function linkTo(mail: string): string {
  const secret = ringOf(readFileSync(`${process.env.JOURNEY_DATA}/secret.key`));
  return `/CommonUnsubscribe/demo/${sealAddressee(secret, { institutionCode: DEMO, mail })}`;
}

/** At the size that it has. */
async function lookHere(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectLargeLettersToFit(page);
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('the link in an invitation refuses at one press, and takes it back at another; opening it changes nothing', async ({
    page,
  }) => {
    await page.goto(linkTo(`stop-${crypto.randomUUID()}@example.jp`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(page).toHaveTitle(/^健診のご案内メールの配信停止 \| /);
    await expect(page.getByText(/^s•••••.@example\.jp 宛ての健診のご案内メールを停止します。$/)).toBeVisible();
    await expect(page.getByText('ご予約の確認など、手続きに関するメールは今後もお送りします。')).toBeVisible();
    await expect(page.getByRole('button')).toHaveText(['配信を停止する']);
    await lookHere(page);

    await page.reload();
    await page.getByRole('button', { name: '配信を停止する' }).click();
    await expect(page.getByText('配信を停止しました。')).toBeFocused();
    await lookHere(page);
    // Whoever opens it again reads how it stands.
    await page.reload();
    await expect(page.getByText('配信を停止しました。')).toBeVisible();
    await page.getByRole('button', { name: 'やはり受け取る' }).click();
    await expect(page.getByText('健診のご案内メールをお送りします。')).toBeFocused();
    await lookHere(page);
  });

  test('a broken link says whom to call', async ({ page }) => {
    await page.goto('/CommonUnsubscribe/demo/broken');
    await expect(page.getByRole('note')).toHaveText(
      'このページを表示できません。お手数ですが、お電話でお知らせください。',
    );
    await expect(page.getByRole('region', { name: 'お電話でのお問い合わせ' }).getByRole('link')).toHaveAttribute(
      'href',
      /^tel:\d+$/,
    );
    await expect(page.getByRole('button')).toHaveCount(0);
    await lookHere(page);
  });

  test('who wants no invitations says so on my page; staff read it there, and write down another word', async ({
    page,
    browser,
  }) => {
    const { mail, password, number } = await bookAsGuest(page, 27);
    await page.goto('/CommonLogin/demo');
    await logIn(page, mail, password, 'マイページにログイン');
    await expect(heading(page, 'マイページ')).toBeVisible();
    const card = page.getByRole('region', { name: '健診のご案内メール' });
    const choice = (name: string) => card.getByRole('button', { name, exact: true });
    await expect(choice('受け取る')).toHaveAttribute('aria-pressed', 'true');
    await choice('受け取らない').click();
    await expect(card.getByRole('status')).toHaveText('健診のご案内メールの配信を停止しました。');
    await expect(choice('受け取らない')).toHaveAttribute('aria-pressed', 'true');
    await lookHere(page);

    const office = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await logInToOffice(office);
    await openReservation(office, number);
    const person = office.getByRole('region', { name: '受診者' });
    await expect(person).toContainText('受け取らない');
    await expect(person).toContainText('から　本人（マイページ）');
    await office.getByRole('button', { name: '健診のご案内メールを変更' }).click();
    await expect(dialog(office)).toContainText('健診のご案内メールを「受け取る」に変更しますか？');
    await closeDialog(office, '変更');
    await expect(person).not.toContainText('受け取らない');
    await expect(person).not.toContainText('本人（マイページ）');
    await expectAccessible(office);
    await office.close();

    await page.reload();
    await expect(choice('受け取る')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('the editor shows what is added to an invitation that lacks it, and offers its link for that kind alone', async ({
  page,
}) => {
  await logInToOffice(page);
  await openMaster(page, 'メールテンプレートマスタ');
  await page.getByRole('button', { name: 'これを元に作る（予約促進メール）' }).click();
  const added = page.getByRole('region', { name: '自動で付く表示' });
  const variable = page.getByRole('button', { name: /^配信停止URL/ });
  await expect(variable).toBeVisible();
  await expect(added).toHaveCount(0);
  await page.getByLabel(/^本文(必須)?$/).fill('{{氏名}}様');
  await expect(added).toContainText('健診のご案内メールの配信停止（ログイン不要）');
  await expect(added).toContainText(/送信者：.+\n?住所：.+\n?お問い合わせ：/);
  await expectAccessible(page);
  await page.getByLabel(/^分類(必須)?$/).selectOption({ label: '受診前確認メール' });
  await expect(added).toHaveCount(0);
  await expect(variable).toHaveCount(0);
});
