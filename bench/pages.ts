// Pages as a phone meets them: how much is asked for, how soon it is there, and how far things move; cold, on a slow line, with a
// slow processor. Each page is opened again some times, and the one in the middle counts.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.ts';
import { startService } from './kit.ts';
import { type Scored, scoreOf } from './page-score.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
/** Of slow 4G: milliseconds for each question, bytes a second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
const PASSWORD = 'Biyori#2026';

interface Measured extends Scored {
  requests: number;
  /** Pictures apart. */
  kilobytes: number;
  /** Lighthouse's, worked out of the rest. */
  score: number;
}

/** At the most; of the score, at the least. */
type Goal = Partial<Measured>;

interface Visit {
  name: string;
  size: { width: number; height: number };
  goal: Goal;
  /** Up to the page that is measured, without it. */
  prepare?(page: Page): Promise<void>;
  /** An address that is loaded again, or what a person does to come to the next screen, up to where that stands. */
  open: string | ((page: Page) => Promise<void>);
}

/** On a screen that another one leads to, nothing is painted for the first time. */
const isLoad = ({ open }: Visit) => typeof open === 'string';

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

export const VISITS: readonly Visit[] = [
  {
    name: 'top page',
    size: PHONE,
    open: '/CommonTop/demo',
    goal: { requests: 10, kilobytes: 110, lcp: 1800, cls: 0.02, score: 95 },
  },
  {
    name: 'course step',
    size: PHONE,
    open: '/CommonSelectCourse',
    goal: { requests: 15, lcp: 1800, cls: 0.02, score: 95 },
    async prepare(page) {
      await page.goto('/CommonTop/demo');
      await page.getByRole('button', { name: '個人で予約する' }).click();
      await page.waitForURL(/CommonSelectCourse/);
    },
  },
  {
    name: 'my page',
    size: PHONE,
    open: '/CommonMyPage',
    goal: { lcp: 1800, cls: 0.02, score: 95 },
    prepare: logInAsExaminee,
  },
  { name: 'log-in of the office', size: DESK, open: '/AdminLogin', goal: { kilobytes: 220, cls: 0.02 } },
  {
    name: 'status page of the office',
    size: DESK,
    open: '/AdminReserveStatusCheck',
    goal: { kilobytes: 220, cls: 0.02 },
    prepare: logInToOffice,
  },
  {
    name: 'reservation of the office, from the list',
    size: PHONE,
    goal: { cls: 0.02 },
    async prepare(page) {
      await logInToOffice(page);
      await page.goto('/WIGA1');
      await page.getByText(/^表示 [1-9]/).waitFor();
    },
    async open(page) {
      // One that has to be brought into view: the table draws the rows around it meanwhile.
      await page.getByLabel(/^詳細/).nth(6).click();
      await page.getByRole('heading', { level: 1, name: '予約内容の確認・変更' }).waitFor();
    },
  },
];

const BLOCKING_MS = 50;

/** Runs in the page, before anything else of it, or before what is measured is done. */
function watch({ isLoad, blocking }: { isLoad: boolean; blocking: number }) {
  const seen = { cls: 0, lcp: 0, fcp: 0, tbt: 0 };
  const observe = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: isLoad });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  const tasks: PerformanceEntry[] = [];
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('longtask', (task) => tasks.push(task));
  Object.assign(window, {
    /** What of a task lies before the first paint blocks nobody. */
    read() {
      const blocked = tasks.map(({ startTime, duration }) => duration - Math.max(0, seen.fcp - startTime) - blocking);
      return { ...seen, tbt: blocked.reduce((sum, ms) => sum + Math.max(0, ms), 0) };
    },
  });
}

/** Cold: nothing is kept from the visits before but the session of the tab. */
async function measure(context: BrowserContext, visit: Visit): Promise<Measured> {
  const page = await context.newPage();
  await page.setViewportSize(visit.size);
  await visit.prepare?.(page);
  const watching = { isLoad: isLoad(visit), blocking: BLOCKING_MS };
  if (isLoad(visit)) await page.addInitScript(watch, watching);
  else await page.evaluate(watch, watching);
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
  if (typeof visit.open === 'string') await page.goto(visit.open);
  else await visit.open(page);
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  // Until the last paint has been told.
  await page.waitForTimeout(500);
  const transfer = { requests, kilobytes: bytes / 1024 };
  const seen = await page.evaluate(() => (window as unknown as { read(): Scored }).read());
  await page.close();
  return { ...transfer, ...seen, score: scoreOf(seen) };
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
  return {
    requests: of('requests'),
    kilobytes: of('kilobytes'),
    fcp: of('fcp'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    score: of('score'),
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** How each is told. */
const WORDS: { [K in keyof Measured]: (value: number) => string } = {
  requests: (value) => `${value} requests`,
  kilobytes: (value) => `${value.toFixed(0)} KB`,
  fcp: (value) => `first paint ${seconds(value)}`,
  lcp: (value) => `largest ${seconds(value)}`,
  tbt: (value) => `blocked ${value.toFixed(0)} ms`,
  cls: (value) => `moved ${value.toFixed(3)}`,
  score: (value) => `score ${value}`,
};
const OF_LOADS: readonly (keyof Measured)[] = ['fcp', 'lcp', 'score'];

const keysOf = (record: { [K in keyof Measured]?: unknown }) => Object.keys(record) as (keyof Measured)[];
const isMissed = (key: keyof Measured, found: number, goal: number) => (key === 'score' ? found < goal : found > goal);

/** A page's line, and what of its goals it misses, with how it should be. */
export async function measurePage(browser: Browser, base: string, visit: Visit, rounds: number) {
  const found = await measureOften(browser, base, visit, rounds);
  const shown = keysOf(WORDS).filter((key) => isLoad(visit) || !OF_LOADS.includes(key));
  const { goal } = visit;
  const missed = keysOf(goal)
    .filter((key) => isMissed(key, found[key], goal[key] ?? 0))
    .map((key) => `${WORDS[key](found[key])} (goal ${WORDS[key](goal[key] ?? 0)})`);
  return { line: `${visit.name}: ${shown.map((key) => WORDS[key](found[key])).join(', ')}`, missed };
}

/** Says whether every goal is met. */
export async function benchPages(rounds = 5): Promise<boolean> {
  const service = await startService(18_099);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  const missed: string[] = [];
  try {
    for (const visit of VISITS) {
      const page = await measurePage(browser, service.base, visit, rounds);
      console.log(page.line);
      missed.push(...page.missed.map((what) => `${visit.name}: ${what}`));
    }
  } finally {
    await browser.close();
    await service.stop();
  }
  console.log(missed.length > 0 ? `MISSED:\n${missed.map((what) => `  ${what}`).join('\n')}` : 'Every goal is met.');
  return missed.length === 0;
}
