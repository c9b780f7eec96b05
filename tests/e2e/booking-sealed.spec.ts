// What a booking's tab keeps of a person lies there sealed: it survives a reload, and is asked again when it is old.
import { expect, type Page, test } from '@playwright/test';
import {
  confirmBooking,
  entryField,
  firstPassword,
  newMail,
  reachConfirmation,
  reservationNumber,
} from './booking-steps.ts';
import { heading } from './kit.ts';

/** As the browser writes it to disk. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test('names, mail address and first password lie nowhere in clear, and are there after a reload for an hour', async ({
  page,
}) => {
  await page.clock.install();
  const mail = newMail();
  await reachConfirmation(page, mail, 17);
  await expect.poll(() => kept(page)).toContain('sealed:');
  for (const personal of ['太郎', mail]) expect(await kept(page)).not.toContain(personal);
  await page.reload();
  await expect(page.getByText(mail)).toBeVisible();
  await page.getByRole('button', { name: '戻って修正する' }).click();
  await expect(entryField(page, '姓')).toHaveValue('健診');
  await page.clock.fastForward('01:01:00');
  await page.reload();
  await expect(heading(page, 'コース選択')).toBeVisible();

  await reachConfirmation(page, mail, 17);
  await confirmBooking(page);
  const number = await reservationNumber(page);
  const password = (await firstPassword(page).textContent()) ?? '';
  expect(password).not.toBe('');
  expect(await kept(page)).not.toContain(password);
  await page.reload();
  expect(await reservationNumber(page)).toBe(number);
  await expect(firstPassword(page)).toHaveText(password);
});

test('where nothing can be sealed the booking goes on in memory, and is asked again after a reload', async ({
  page,
}) => {
  // As on a page that came by http.
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  const mail = newMail();
  await reachConfirmation(page, mail, 18);
  expect(await kept(page)).not.toContain(mail);
  expect(await kept(page)).not.toContain('太郎');
  await page.reload();
  await expect(heading(page, 'コース選択')).toBeVisible();
});
