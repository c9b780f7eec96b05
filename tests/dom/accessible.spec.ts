// The look with axe where there is no browser: what it has seen it leaves out, and what is new and wrong it still finds.
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';

test('what is new and wrong on a page that was looked at is found: names, landmarks, labels', async ({ page }) => {
  await page.goto('/AdminLogin');
  await expectAccessible(page);
  await expectAccessible(page);
  const wrongs = {
    'button-name': () => document.querySelector('main')?.append(document.createElement('button')),
    'landmark-no-duplicate-main': () => document.body.append(document.createElement('main')),
    'image-alt': () => document.querySelector('main')?.append(document.createElement('img')),
    label: () => document.querySelector('label')?.remove(),
  };
  for (const [rule, makeWrong] of Object.entries(wrongs)) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(makeWrong);
    await expect(expectAccessible(page)).rejects.toThrow(rule);
  }
});
