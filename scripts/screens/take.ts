// Takes the pictures of a walk: each screen at a desk and on a phone.
import type { Browser, Page } from '@playwright/test';
import { NEWCOMER } from './newcomer-shots.ts';
import { calmDown, closeDialogs, go, PATIENCE_MS, press, type Shot, type Walk } from './shots.ts';

export const SIZES = [
  { width: 1280, height: 800, most: 2000 },
  { width: 390, height: 844, most: 3200 },
] as const;
const [DESK, PHONE] = SIZES;
const REDRAWN_MS = 250;
const NOT_FOUND = 'ページが見つかりません';

/** How long one picture may take, its way there included. */
const SHOT_MS = 40_000;

export interface Taken {
  shot: Shot;
  /** By width; none where it could not be taken. */
  files: string[];
  fault?: string;
}

async function logInToOffice(page: Page, user: string, password: string): Promise<void> {
  await page.goto('/AdminLogin');
  await page.getByLabel('ユーザーID').fill(user);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password);
  await press(page, 'ログイン');
  await page.waitForURL(/AdminReserveStatusCheck/);
}

const ENTER: Record<Walk['who'], (page: Page) => Promise<unknown>> = {
  office: (page) => logInToOffice(page, 'demo0001', 'Biyori#2026'),
  reception: (page) => logInToOffice(page, 'demo0002', 'Biyori#2026'),
  viewer: (page) => logInToOffice(page, 'demo0003', 'Biyori#2026'),
  newcomer: (page) => logInToOffice(page, NEWCOMER.user, NEWCOMER.password),
  newcomerReception: (page) => logInToOffice(page, NEWCOMER.reception, NEWCOMER.password),
  async examinee(page) {
    await go('/CommonLogin/demo')(page);
    await page
      .getByRole('textbox', { name: /^メールアドレス(?!（)/ })
      .first()
      .fill('hanako@example.jp');
    await page.getByRole('textbox', { name: 'パスワード' }).fill('Biyori#2026');
    await press(page, 'マイページにログイン');
    await page.waitForURL(/CommonMyPage$/);
  },
  async nobody() {},
};

/** The page from its top, but no higher than somebody would scroll. A dialog stands in the window. */
async function capture(page: Page, width: number, most: number): Promise<Buffer> {
  if ((await page.getByRole('dialog').count()) === 0) {
    // In a window as high as the page, so that bars which stick to its end stand there.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await resize(page, width, Math.min(height, most));
  }
  return page.screenshot({ animations: 'disabled' });
}

/** Takes what is wanted of the screen that a shot has opened, and gives the names of the files. */
export type Take = (page: Page, shot: Shot, who: Walk['who']) => Promise<string[]>;

/** At a desk and on a phone. */
export const takeBoth =
  (keep: (file: string, picture: Buffer) => void): Take =>
  async (page, shot) => {
    const files: string[] = [];
    for (const { width, height, most } of SIZES) {
      await resize(page, width, height);
      const file = `${shot.name}-${width}.png`;
      keep(file, await capture(page, width, most));
      files.push(file);
    }
    return files;
  };

/** As the guide shows it: staff sit at a desk, examinees hold a phone. */
export const takeForGuide =
  (keep: (shot: Shot, picture: Buffer) => Promise<void>): Take =>
  async (page, shot, who) => {
    const height = shot.guide ?? DESK.height;
    const isDesk = who === 'office' || who === 'newcomer' || shot.route.startsWith('/AdminLogin');
    await resize(page, isDesk ? DESK.width : PHONE.width, height);
    await page.evaluate(() => window.scrollTo(0, 0));
    await keep(shot, await page.screenshot({ animations: 'disabled' }));
    return [];
  };

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // What is drawn by the room it has is drawn again.
  await page.waitForTimeout(REDRAWN_MS);
}

/** Whoever lands elsewhere has no picture of the screen. */
async function expectThere(page: Page, { route }: Shot): Promise<void> {
  if (route === '*') return;
  const wanted = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
  const isMissing = await page.getByRole('heading', { name: NOT_FOUND }).count();
  const { pathname } = new URL(page.url());
  if (isMissing || !wanted.test(pathname)) throw new Error(`the screen is not there, but ${pathname}`);
}

async function takeOne(page: Page, shot: Shot, who: Walk['who'], take: Take): Promise<string[]> {
  await page.setViewportSize(DESK);
  await shot.open(page);
  await calmDown(page);
  await expectThere(page, shot);
  const files = await take(page, shot, who);
  await page.setViewportSize(DESK);
  return files;
}

/** What can't be taken is told, and the next is tried. */
export async function takeWalk(browser: Browser, base: string, { who, shots }: Walk, take: Take): Promise<Taken[]> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: DESK,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  // Whatever is left unsaved may be left.
  page.on('dialog', (asked) => void asked.accept().catch(() => {}));
  await ENTER[who](page);
  const taken: Taken[] = [];
  for (const shot of shots) {
    const late = new Promise<never>((_, reject) => setTimeout(reject, SHOT_MS, new Error('took too long')).unref());
    try {
      taken.push({ shot, files: await Promise.race([takeOne(page, shot, who, take), late]) });
    } catch (error) {
      taken.push({ shot, files: [], fault: String((error as Error).message).split('\n')[0] ?? '' });
      await closeDialogs(page).catch(() => {});
    }
  }
  await context.close();
  return taken;
}
