// Labels for tubes and files: where they stand on the sheet, what is on them, and what comes out of the printer.
import { expect, type Page, test } from '@playwright/test';
import jsqr from 'jsqr';
import { goBackOpenDays, heading, logInToOffice, lookClosely } from './kit.ts';
import { A4, printed, USUAL } from './paper.ts';

/** Its types speak of another kind of module than the one it is. */
const decode = jsqr as unknown as typeof jsqr.default;

const LONG_NAME = '勘解由小路 三九二郎左衛門之助麿右衛門尉';
const PX_PER_MM = 96 / 25.4;

const label = (page: Page, name: string | RegExp) => page.getByRole('group', { name });
const places = (page: Page) =>
  label(page, /^\d+番目 /).evaluateAll((found) => found.map((one) => one.getAttribute('aria-label')));

/** Three people, in the order in which they come. */
async function answerWithThree(page: Page): Promise<void> {
  await page.route('**/api/Desk/Slips', async (route) => {
    const response = await route.fetch();
    const { slipList, ...rest } = await response.json();
    const of = (ukno: number, sthm: string, name: string, ryak: string, trno: string) => ({
      ...slipList[0],
      ukno,
      sthm,
      name,
      ryak,
      trno,
      btdy: '1974/03/08',
      sex: '2',
    });
    const json = {
      ...rest,
      skipCount: 2,
      slipList: [
        of(100_048_251, '9:00', '佐藤　亜希子', 'サトウ　アキコ', 'K-204118'),
        of(100_048_260, '9:30', '中野　正樹', 'ナカノ　マサキ', ''),
        of(100_048_266, '10:30', LONG_NAME.replace(' ', '　'), 'カデノコウジ　サンクジロウザエモン', 'K-180022'),
      ],
    };
    await route.fulfill({ response, json });
  });
}

async function openLabels(page: Page): Promise<void> {
  await page.goto('/WIGA1');
  const boxes = page
    .getByRole('row')
    .filter({ hasText: /新規未確認|変更未確認|予約確認済/ })
    .getByRole('checkbox', { name: /^選択（/ });
  await boxes.first().check();
  await page.getByRole('button', { name: 'ラベル' }).click();
  await expect(heading(page, 'ラベル')).toBeVisible();
}

/** What a scanner reads of the code, as it stands on the screen. */
async function scan(page: Page, number: number): Promise<string | undefined> {
  const picture = await page
    .getByRole('img', { name: `予約番号${number}のQRコード` })
    .first()
    .screenshot();
  const seen = await page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    const { data, width, height } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    return { pixels: [...data], width, height };
  }, picture.toString('base64'));
  return decode(Uint8ClampedArray.from(seen.pixels), seen.width, seen.height)?.data;
}

/** Where the texts of a label stand on the sheet as it is printed, in millimetres. */
async function printedTexts(page: Page, name: string | RegExp) {
  const screen = page.viewportSize();
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  const box = await label(page, name)
    .locator('foreignObject')
    .evaluate((texts) => {
      const { x, y, width, height } = texts.getBoundingClientRect();
      return { x, y: y + scrollY, width, height, isWhole: texts.firstElementChild!.scrollHeight <= height + 1 };
    });
  await page.emulateMedia({ media: null });
  if (screen) await page.setViewportSize(screen);
  const inMm = (px: number) => Math.round((px / PX_PER_MM) * 10) / 10;
  return { ...box, x: inMm(box.x), y: inMm(box.y), width: inMm(box.width), height: inMm(box.height) };
}

const choose = (page: Page, name: string, value: string) => page.getByRole('combobox', { name }).selectOption(value);

test('given 3 people, 3 copies and position 5 of 24面, then they stand at 5 to 13 in the order of time, true to the millimetre, with a code that is read and a name of 20 letters that is whole', async ({
  page,
}) => {
  await logInToOffice(page);
  await answerWithThree(page);
  await openLabels(page);
  await choose(page, '1人あたりの枚数', '3');
  await page.getByRole('radio', { name: '1', exact: true }).focus();
  for (let place = 1; place < 5; place++) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('3 人・9 枚・1 シート')).toBeVisible();
  await expect(page.getByText('取消などの 2 件を除きました。')).toBeVisible();
  const names = ['佐藤 亜希子', '中野 正樹', LONG_NAME].flatMap((name) => [name, name, name]);
  expect(await places(page)).toEqual(names.map((name, at) => `${at + 5}番目 ${name}`));
  const first = label(page, '5番目 佐藤 亜希子');
  for (const line of ['サトウ アキコ', '1974/03/08　女', '患 K-204118', '100 048 251'])
    await expect(first).toContainText(line);
  expect(await scan(page, 100_048_251)).toBe('100048251');
  await lookClosely(page);
  expect(await printed(page)).toEqual({ count: 1, sizes: A4.portrait });
  // Four millimetres inside of the label, whose corner is at 70.0 and 46.8.
  expect(await printedTexts(page, /^5番目/)).toMatchObject({ x: 74, y: 49.3, isWhole: true });
  expect((await printedTexts(page, /^11番目/)).isWhole).toBe(true);
  await keep(page, 'labels-24');

  // Another paper, and a printer that is half a millimetre off; both stay on this browser, the position does not.
  await page.getByRole('radio', { name: /^12面/ }).check();
  await choose(page, '上（mm）', '-0.5');
  await choose(page, '左（mm）', '0.5');
  await expect(page.getByText('3 人・9 枚・2 シート')).toBeVisible();
  expect(await scan(page, 100_048_266)).toBe('100048266');
  expect(await printed(page)).toEqual({ count: 2, sizes: A4.portrait });
  expect(await printedTexts(page, /^5番目/)).toMatchObject({ x: 23.1, y: 108.2, isWhole: true });
  await keep(page, 'labels-12');
  await page.reload();
  await expect(page.getByText('始める位置（1番目）')).toBeVisible();
  await expect(page.getByText('3 人・9 枚・1 シート')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^12面/ })).toBeChecked();

  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '受診者抽出')).toBeVisible();
});

/** Set PICTURES to a folder to see for yourself. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await page.pdf({ ...USUAL, preferCSSPageSize: true, path: `${folder}/${name}.pdf` });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('given a reservation, a day and a list by examination, then each leads to the labels of those it shows; without people the labels are TOP', async ({
  page,
}) => {
  await logInToOffice(page);
  await page.goto('/Label');
  await expect(heading(page, '予約状況照会')).toBeVisible();

  await page.goto('/Reception');
  await goBackOpenDays(page, 1);
  const expected = await page.locator('tr[data-reception]:not([data-reception="no_show"])').count();
  await page.getByRole('link', { name: 'ラベル', exact: true }).click();
  await expect(page.getByText(new RegExp(`^${expected} 人・`))).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '当日受付')).toBeVisible();

  await page.goto('/RoomList');
  await goBackOpenDays(page, 1);
  await page.getByRole('region', { name: '検査' }).getByRole('checkbox').first().check();
  const listed = page.getByRole('article').locator('tbody tr');
  await expect(listed.first()).toBeVisible();
  await page.getByRole('link', { name: `ラベル（${await listed.count()} 名）` }).click();
  await expect(heading(page, 'ラベル')).toBeVisible();
  await page.getByRole('button', { name: '戻る' }).click();

  await listed.first().getByRole('link').click();
  await page.getByRole('link', { name: 'ラベル', exact: true }).click();
  await expect(page.getByText(/^1 人・/)).toBeVisible();
  await expect(page).toHaveURL(/\/Label$/);
  await page.getByRole('button', { name: '戻る' }).click();
  await expect(heading(page, '予約内容の確認・変更')).toBeVisible();
});
