// The longest texts that are allowed: on no screen of the office is anything cut off by them, at a desk or on a phone.
import { expect, type Page, test } from '@playwright/test';
import { menu } from '#app/office-menu.ts';
import { receptionOn } from '#backoffice/shared/open-screens.ts';
import { OFFICE } from '#web/addresses.ts';
import { bookAsGuest } from './booked-guest.ts';
import { findClipped } from './clipped.ts';
import { DESK, heading, logInToOffice, openReservation, PHONE } from './kit.ts';

/** As long as the fields take them; names that no line can be broken in. */
const long = (text: string, length: number) => text.repeat(length).slice(0, length);
const PERSON = {
  nam1: long('長谷川', 30),
  nam2: long('慶一郎', 30),
  ryk1: long('ハセガワ', 30),
  ryk2: long('ケイイチロウ', 30),
  adr1: '神奈川県',
  adr2: long('横浜市港北区', 120),
  adr3: long('汐見の丘一丁目', 120),
  cmnm: long('株式会社東丘精機製作所', 120),
  mem1: long('備考', 1000),
};

/** Goes there as a link would, without reloading the program. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(page).toHaveURL(path);
}

const MENU = menu.sections.flatMap(({ groups }) => groups.flatMap(({ entries }) => entries));

test('with the longest texts nothing is cut off on any screen of the office', async ({ page }) => {
  const wrong: string[] = [];
  async function look(what: string): Promise<void> {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      for (const each of await findClipped(page)) wrong.push(`${what} ${size.width}: ${each}`);
    }
  }
  const { number, mail } = await bookAsGuest(page, 75, PERSON);
  await logInToOffice(page);
  for (const { label, path } of MENU) {
    await open(page, path);
    await expect(heading(page, label)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await look(label);
  }

  const box = page.getByRole('searchbox', { name: '受診者検索' });
  await box.fill(mail);
  await box.press('Enter');
  await expect(page.locator('[data-row]').first()).toBeFocused();
  await look('受診者検索');
  await page.getByRole('button', { name: /^この方の予約をとる/ }).click();
  await expect(page.getByText('同じ方の予約')).toBeVisible();
  await page.getByRole('radio', { name: /^一日人間ドック/ }).check();
  await page.locator('button[data-state="open"]').first().click();
  await look('電話予約');
  await page.getByText('住所・保険・会社').click();
  await look('電話予約 住所');

  await openReservation(page, number);
  const day = await page
    .getByText(/^\d{4}\/\d\d\/\d\d（.）/)
    .first()
    .innerText();
  await look('予約内容');
  await page.getByRole('button', { name: '訂正する' }).click();
  await look('訂正');

  await page.goto(OFFICE.extraction);
  await page.getByLabel('予約番号', { exact: true }).fill(String(number));
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: String(number) })).toBeVisible();
  await look('受診者抽出');
  await page.goto(receptionOn(OFFICE.reception, day.slice(0, 10).replaceAll('/', '-')));
  await expect(page.getByText(String(number))).toBeVisible();
  await look('当日受付');
  await page.goto(`${OFFICE.slips}?ukno=${number}`);
  await expect(page.getByText(String(number)).first()).toBeVisible();
  await look('受診票');
  expect(wrong).toEqual([]);
});
