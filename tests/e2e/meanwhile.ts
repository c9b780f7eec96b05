// What a dialog says while a call is under way: the call is held until that was read.
import { expect, type Page } from '@playwright/test';
import { dialog } from './kit.ts';

export async function expectMeanwhile(
  page: Page,
  call: string,
  text: string,
  press: () => Promise<void>,
): Promise<void> {
  let goOn = () => {};
  const isRead = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(`**/api/${call}`, (route) => isRead.then(() => route.continue()), { times: 1 });
  await press();
  await expect(dialog(page)).toContainText(text);
  goOn();
}
