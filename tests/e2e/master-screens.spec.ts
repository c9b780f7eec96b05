// Every screen of the masters is walked to once: on a phone and at a desk nothing stands outside, and axe finds nothing. What they do is shown in
// tests/dom/.
import { expect, type Page, test } from '@playwright/test';
import { logInToOffice, lookClosely } from './kit.ts';

/** With a list, what is registered, and what its first row leads to. */
const LISTS = ['WHFKB', 'WJGYO', 'WOPBR', 'WOPKM', 'WTMZN', 'WWAKU'];
const ALONE = ['/MasterWCALMBulk', '/MasterWWKKRBulk', '/MasterWIRKSList', '/MasterWIRKSBulk', '/MasterWIRKSRegister'];

async function lookAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await lookClosely(page);
}

test('the screens of the masters stand on a phone and at a desk', async ({ page }) => {
  await logInToOffice(page, '/MasterWJGYOList');
  await page.getByRole('link', { name: '詳細（東丘精機健康保険組合）' }).click();
  for (const master of LISTS) {
    await lookAt(page, `/Master${master}Register`);
    await lookAt(page, `/Master${master}List`);
    await page
      .getByRole('link', { name: /^詳細（/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /の編集$/ })).toBeVisible();
    await lookClosely(page);
  }
  for (const address of ALONE) await lookAt(page, address);
  await page.goto('/MasterWIRKSList');
  await page
    .getByRole('link', { name: /^コピー（/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'コースのコピー' })).toBeVisible();
  await lookClosely(page);
});
