// Pages as a phone meets them: how much is asked for, how soon it is there, and how far things move; cold, on a slow line, with a
// slow processor. Each page is opened anew some times, and the one in the middle counts.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.ts';
import { startService } from './kit.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
/** Of slow 4G: milliseconds for each question, bytes a second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
const PASSWORD = 'Biyori#2026';

interface Goal {
  requests?: number;
  kilobytes?: number;
  lcp?: number;
  cls: number;
}

interface Measured {
  requests: number;
  /** Pictures apart. */
  kilobytes: number;
  fcp: number;
  lcp: number;
  cls: number;
}

interface Visit {
  name: string;
  size: { width: number; height: number };
  goal: Goal;
  /** Up to the page that is measured, without it. */
  prepare?(page: Page): Promise<void>;
  path: string;
}

async function logInAsExaminee(page: Page): Promise<void> {
  await page.goto('/CommonLogin/demo');
  await page.getByLabel('メールアドレス').fill('hanako@example.jp');
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'マイページにログイン' }).click();
  await page.waitForURL(/CommonMyPage/);
}

async function logInToOffice(page: Page): Promise<void> {
  await page.goto('/AdminLogin');
  await page.getByLabel('ユーザーID').fill('demo0001');
  await page.getByRole('textbox', { name: 'パスワード' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン' }).click();
  await page.waitForURL(/AdminReserveStatusCheck/);
}

const VISITS: Visit[] = [
  {
    name: 'top page',
    size: PHONE,
    path: '/CommonTop/demo',
    goal: { requests: 10, kilobytes: 110, lcp: 1800, cls: 0.02 },
  },
  {
    name: 'course step',
    size: PHONE,
    path: '/CommonSelectCourse',
    goal: { requests: 15, lcp: 1800, cls: 0.02 },
    async prepare(page) {
      await page.goto('/CommonTop/demo');
      await page.getByRole('button', { name: '個人で予約する' }).click();
      await page.waitForURL(/CommonSelectCourse/);
    },
  },
  {
    name: 'my page',
    size: PHONE,
    path: '/CommonMyPage',
    goal: { lcp: 1800, cls: 0.02 },
    prepare: logInAsExaminee,
  },
  { name: 'log-in of the office', size: DESK, path: '/AdminLogin', goal: { kilobytes: 220, cls: 0.02 } },
  {
    name: 'status page of the office',
    size: DESK,
    path: '/AdminReserveStatusCheck',
    goal: { kilobytes: 220, cls: 0.02 },
    prepare: logInToOffice,
  },
];

/** Runs in the page, before anything else of it. */
function watch() {
  const seen = { cls: 0, lcp: 0, fcp: 0 };
  Object.assign(window, { seen });
  const observe = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
}

/** Cold: nothing is kept from the visits before but the session of the tab. */
async function measure(context: BrowserContext, visit: Visit): Promise<Measured> {
  const page = await context.newPage();
  await page.setViewportSize(visit.size);
  await visit.prepare?.(page);
  await page.addInitScript(watch);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.clearBrowserCache');
  await line.send('Network.emulateNetworkConditions', LINE);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let requests = 0;
  let bytes = 0;
  const pictures = new Set<string>();
  line.on('Network.responseReceived', ({ requestId, type }) => {
    requests++;
    if (type === 'Image') pictures.add(requestId);
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(visit.path, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
  // Until the last paint has been told.
  await page.waitForTimeout(500);
  const told = { requests, kilobytes: bytes / 1024 };
  const seen = await page.evaluate(
    () => (window as unknown as { seen: Omit<Measured, 'requests' | 'kilobytes'> }).seen,
  );
  await page.close();
  return { ...told, ...seen };
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function measureOften(browser: Browser, base: string, visit: Visit, rounds: number): Promise<Measured> {
  const all: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ baseURL: base });
    all.push(await measure(context, visit));
    await context.close();
  }
  const of = (key: keyof Measured) => middle(all.map((one) => one[key]));
  return { requests: of('requests'), kilobytes: of('kilobytes'), fcp: of('fcp'), lcp: of('lcp'), cls: of('cls') };
}

/** Says whether every goal is met. */
export async function benchPages(rounds = 5): Promise<boolean> {
  const service = await startService(18_099);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  let isMet = true;
  try {
    for (const visit of VISITS) {
      const found = await measureOften(browser, service.base, visit, rounds);
      const missed = Object.entries(visit.goal).filter(([key, most]) => found[key as keyof Measured] > most);
      if (missed.length > 0) isMet = false;
      const numbers = [
        `${found.requests} requests`,
        `${found.kilobytes.toFixed(0)} KB`,
        `first paint ${(found.fcp / 1000).toFixed(2)} s`,
        `largest ${(found.lcp / 1000).toFixed(2)} s`,
        `moved ${found.cls.toFixed(3)}`,
      ];
      const told = missed.map(([key, most]) => `${key} over ${most}`).join(', ');
      console.log(`${visit.name}: ${numbers.join(', ')}${told && `  (MISSED: ${told})`}`);
    }
  } finally {
    await browser.close();
    await service.stop();
  }
  return isMet;
}
