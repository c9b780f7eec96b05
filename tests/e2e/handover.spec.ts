// A society's own portal sends a member over: the first time they get an account with the booking, then they are known.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { SignJWT } from 'jose';
import { expectAccessible } from './accessible.ts';
import {
  chooseBirthDate,
  chooseVisit,
  confirmBooking,
  course,
  endSession,
  fillPerson,
  goToConfirmation,
  newMail,
  reservationNumber,
} from './booking-steps.ts';
import { closeDialog, dialog, heading } from './kit.ts';
import { operate } from './operate.ts';

const SOCIETY = { code: '00000001', name: '東丘精機健康保険組合', number: '06990014', category: '被保険者（本人）' };
const PORTAL = 'https://portal.example.jp';
/** The service's address for people, which is another name of the one that journeys go to. */
const AUDIENCE = `http://localhost:${process.env.JOURNEY_PORT ?? '4180'}/CommonLogin/demo`;
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keyId = randomUUID();

// One after the other: the key is registered once.
test.describe.configure({ mode: 'default' });

test.beforeAll(() => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'biyori-key-')), 'key.pem');
  writeFileSync(file, keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const which = ['--institution', '10000001', '--client', SOCIETY.code, '--issuer', PORTAL, '--key-id', keyId];
  operate('add-partner-key', ...which, '--file', file);
  rmSync(path.dirname(file), { recursive: true });
});

const sign = (subject: string, audience: string) =>
  new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(PORTAL)
    .setSubject(subject)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(keys.privateKey);

async function arrive(page: Page, assertion: string): Promise<void> {
  // As from another site: the page is loaded again.
  await page.goto('about:blank');
  await page.goto(`/CommonLogin/demo#assertion=${assertion}`);
}

const client = (page: Page) => page.getByRole('combobox', { name: '健康保険・お勤め先' });
const insurerNumber = (page: Page) => page.getByRole('textbox', { name: '保険者番号' });

test('a member comes from the portal, books, and is known the next time', async ({ page }) => {
  const member = randomUUID();
  const assertion = await sign(member, AUDIENCE);
  await arrive(page, assertion);
  await expect(heading(page, '健康保険・お勤め先の入力')).toBeVisible();
  expect(page.url()).not.toContain('assertion');
  await expect(client(page)).toHaveValue(SOCIETY.code);
  await expectAccessible(page);

  await insurerNumber(page).fill(SOCIETY.number);
  await page.getByLabel('男性').check();
  await chooseBirthDate(page, 1980, 2, 29);
  await page.getByRole('combobox', { name: '受診年度' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: '対象者区分' }).selectOption({ label: SOCIETY.category });
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await course(page, '日帰り人間ドック').getByRole('button').click();
  await page.getByRole('button', { name: '日程を選ぶ' }).click();
  await chooseVisit(page, 3);
  await fillPerson(page, newMail());
  await goToConfirmation(page);
  await confirmBooking(page);
  expect(await reservationNumber(page)).toMatch(/^\d{9}$/);

  // Another day: the portal's word is enough, and the form knows the person.
  await arrive(page, await sign(member, AUDIENCE));
  await expect(heading(page, '健康保険・お勤め先の入力')).toBeVisible();
  await expect(client(page)).toHaveValue(SOCIETY.code);
  await expect(insurerNumber(page)).toHaveValue(SOCIETY.number);
  await expect(page.getByLabel('生年月日（年）')).toHaveValue('1980');

  // Somebody else arrives in the same tab: nothing of the one before is left in it.
  await arrive(page, await sign(randomUUID(), AUDIENCE));
  await expect(insurerNumber(page)).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(kept).not.toContain('太郎');
  expect(kept).not.toContain('@example.jp');

  // What was used serves nobody again.
  await arrive(page, assertion);
  await expect(dialog(page)).toContainText('元のサイトからもう一度お進みください');
  await closeDialog(page);
  await expect(page.getByRole('button', { name: 'マイページにログイン' })).toBeVisible();
});

test('a member without an account whose session is over comes back from the portal, and goes on', async ({ page }) => {
  const member = randomUUID();
  await arrive(page, await sign(member, AUDIENCE));
  await insurerNumber(page).fill(SOCIETY.number);
  await page.getByLabel('男性').check();
  await chooseBirthDate(page, 1980, 2, 29);
  await page.getByRole('combobox', { name: '受診年度' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: '対象者区分' }).selectOption({ label: SOCIETY.category });
  await page.getByRole('button', { name: 'コースを選ぶ' }).click();
  await expect(course(page, '日帰り人間ドック')).toBeVisible();
  await endSession(page);
  await page.reload();
  await expect(dialog(page)).toContainText(`「${SOCIETY.name}」のページ`);
  await expect(dialog(page).getByRole('button')).toHaveText(['閉じる']);
  await expectAccessible(page);
  await closeDialog(page);
  await expect(page).toHaveURL(/CommonSelectCourse/);

  await arrive(page, await sign(member, AUDIENCE));
  await expect(page).toHaveURL(/CommonSelectCourse/);
  await course(page, '日帰り人間ドック').getByRole('button').click();
  await expect(heading(page, 'オプション選択')).toBeVisible();
  await arrive(page, await sign(randomUUID(), AUDIENCE));
  await expect(insurerNumber(page)).toHaveValue('');
});
