// What comes out of the printer, for journeys whose subject is paper.
import { inflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

/** What is left of an A4 sheet within the margins that the office prints with. */
const ROOM = { portrait: { width: 703, height: 1016 }, landscape: { width: 1031, height: 695 } };
/** As browsers print what asks for nothing else. */
export const USUAL = { format: 'A4', margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } };

/** How many pages the printer would be given, and of which size in points. */
export async function printed(page: Page) {
  const paper = (await page.pdf({ ...USUAL, preferCSSPageSize: true })).toString('latin1');
  const boxes = [...paper.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  const sizes = boxes.map(([, width, height]) => `${Math.round(Number(width))}x${Math.round(Number(height))}`);
  return { count: [...paper.matchAll(/\/Type \/Page\b/g)].length, sizes: new Set(sizes) };
}

/** What is drawn on each page, as the printer is told. */
export async function drawings(page: Page): Promise<string[]> {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const streamOf = (id: string) =>
    new RegExp(`\\n${id} 0 obj\\n[\\s\\S]*?stream\\n([\\s\\S]*?)\\nendstream`).exec(paper)?.[1] ?? '';
  const contents = [...paper.matchAll(/\/Type \/Page\b[\s\S]*?\/Contents (\d+) 0 R/g)];
  return contents.map(([, id = '']) => inflateSync(Buffer.from(streamOf(id), 'latin1')).toString('latin1'));
}

export const A4 = { portrait: new Set(['595x842']), landscape: new Set(['842x595']) };

/** Shows on the screen what a sheet would, only what is to be read and all of it whole, and lets the journey look at it. */
export async function lookAtPaper(page: Page, sheet: keyof typeof ROOM, look: () => Promise<void>): Promise<void> {
  const screen = page.viewportSize();
  await page.setViewportSize(ROOM[sheet]);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('button:visible, a[data-kind]:visible')).toHaveCount(0);
  expect(await partsCutOff(page)).toEqual([]);
  await look();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  if (screen) await page.setViewportSize(screen);
}

const partsCutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((part) => part.checkVisibility() && !part.closest('.visually-hidden'))
      .filter((part) => [...part.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''))
      .filter((part) => {
        const isWider = getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1;
        return isWider || part.getBoundingClientRect().right > innerWidth + 1;
      })
      .map((part) => part.textContent),
  );

/** What an examinee takes along: one sheet that says which reservation it is, where, and whom to call. */
export async function expectSheetToTakeAlong(page: Page, number: number | string): Promise<void> {
  expect((await printed(page)).count).toBe(1);
  await lookAtPaper(page, 'portrait', async () => {
    for (const text of [String(number), '汐見の丘健診センター', '045-000-0123'])
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  });
}
