// The look with axe itself: what it has seen it leaves out, and what is new and wrong it still finds.
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';

test('what is new and wrong on a page that was looked at is found: names, landmarks, labels, colours and sizes', async ({
  page,
}) => {
  await page.goto('/AdminLogin');
  await expectAccessible(page);
  await expectAccessible(page);
  const wrongs = {
    'button-name': () => document.querySelector('main')?.append(document.createElement('button')),
    'landmark-no-duplicate-main': () => document.body.append(document.createElement('main')),
    'label-content-name-mismatch': () => {
      const other = Object.assign(document.createElement('button'), { type: 'button', textContent: '同じ曜日へ' });
      other.ariaLabel = '別の名前';
      document.querySelector('main')?.append(other);
    },
    label: () => document.querySelector('label')?.remove(),
    'color-contrast': () => {
      const faint = Object.assign(document.createElement('small'), { textContent: '読めますか' });
      faint.style.color = '#cccccc';
      document.querySelector('main')?.append(faint);
    },
    'target-size': () => {
      const pair = document.createElement('p');
      for (const textContent of ['前', '次']) {
        const tiny = Object.assign(document.createElement('button'), { type: 'button', textContent });
        Object.assign(tiny.style, { width: '14px', minWidth: '0', padding: '0' });
        pair.append(tiny);
      }
      document.querySelector('main')?.append(pair);
    },
  };
  for (const [rule, makeWrong] of Object.entries(wrongs)) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(makeWrong);
    await expect(expectAccessible(page)).rejects.toThrow(rule);
  }
});
