// `npm run browsers`: the main journeys in Firefox and WebKitGTK, on a phone and at a desk. PICTURES=folder keeps pictures of the screens.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildIfStale } from '#app/web-build.ts';
import { bookGuest } from '#tests/kit/booked-guest.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { type RealService, startRealService } from '#tests/kit/real-service.ts';
import { ensureOtherBrowsers } from '../../scripts/other-browsers.ts';
import type { Browser, Size } from './browser.ts';
import { examineeJourneys } from './examinee.ts';
import { startFirefox } from './firefox.ts';
import type { Journey, Walk } from './journey.ts';
import { officeJourneys } from './office.ts';
import { openPage } from './page.ts';
import { startWebKit } from './webkit.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const FAULTS = path.join(ROOT, 'test-results');
const SIZES: Size[] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
/** Whatever hangs, hangs no longer than that. */
const ALL_MS = 45 * 60_000;

/** Words that must be in a run's browser, width or journey: `npm run browsers -- WebKitGTK 390`. */
const only = process.argv.slice(2);

interface Result {
  browser: string;
  width: number;
  journey: string;
  seconds: number;
  fault?: string;
}

async function savedFile(browser: Browser): Promise<{ name: string; bytes: Buffer }> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(100)) {
    // It has another name until all of it is there.
    const name = readdirSync(browser.downloads).find((each) => each.endsWith('.csv'));
    const bytes = name && readFileSync(path.join(browser.downloads, name));
    if (!name || !bytes || bytes.length === 0) continue;
    rmSync(path.join(browser.downloads, name));
    return { name: name.normalize('NFC'), bytes };
  }
  throw new Error('no file was saved');
}

async function walkOne(
  service: RealService,
  token: string,
  browser: Browser,
  size: Size,
  { name, walk }: Journey,
  turn: number,
): Promise<Result> {
  const begun = Date.now();
  const mark = `${browser.name}-${size.width}`;
  const ask = async (address: string, form: Form) => {
    const answer = await service.post(`/api/${address}`, form, token);
    if (answer.errorCode !== 0) throw new Error(`${address} answered ${JSON.stringify(answer)}`);
    return answer;
  };
  const result = () => ({
    browser: browser.name,
    width: size.width,
    journey: name,
    seconds: (Date.now() - begun) / 1000,
  });
  const tab = await browser.open(size);
  try {
    const pictures = process.env.PICTURES ? { folder: process.env.PICTURES, mark } : undefined;
    const page = openPage(tab, `http://127.0.0.1:${service.port}`, size, pictures);
    const given: Walk = {
      page,
      turn,
      ask,
      isPhone: size.width < 500,
      bookGuest: (changes) => bookGuest(ask, 10 + turn * 3, changes),
      saved: () => savedFile(browser),
    };
    await walk(given);
    return result();
  } catch (error) {
    const file = path.join(FAULTS, `${mark} ${name.replaceAll(/[^\w ]/g, '')}.png`);
    await tab.picture().then(
      (picture) => writeFileSync(file, picture),
      () => {},
    );
    return { ...result(), fault: `${(error as Error).message}\n    ${file}` };
  } finally {
    await tab.close().catch(() => {});
  }
}

const formatResult = ({ browser, width, journey, seconds, fault }: Result) =>
  `${fault ? 'FAILED' : 'ok    '}  ${browser.padEnd(9)}  ${String(width).padStart(4)}  ${journey.padEnd(36)} ${seconds.toFixed(1).padStart(6)} s`;

async function walkAll(service: RealService, browsers: Browser[]): Promise<Result[]> {
  const token = await service.logIn();
  const results: Result[] = [];
  // The browsers side by side; in each, one journey after the other.
  await Promise.all(
    browsers.map(async (browser, place) => {
      for (const [at, size] of SIZES.entries()) {
        for (const journey of [...examineeJourneys, ...officeJourneys]) {
          const words = `${browser.name} ${size.width} ${journey.name}`;
          if (!only.every((word) => words.includes(word))) continue;
          const result = await walkOne(service, token, browser, size, journey, place * SIZES.length + at);
          console.log(formatResult(result));
          if (result.fault) console.log(`    ${result.fault}`);
          results.push(result);
        }
      }
    }),
  );
  return results;
}

setTimeout(() => {
  console.error('The browsers took too long.');
  process.exit(1);
}, ALL_MS).unref();
// Ended from outside, it still tidies up: what it has started is ended as it exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const programs = ensureOtherBrowsers();
await buildIfStale((line) => console.log(line));
const folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-browsers-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const each of ['data', 'firefox', 'webkit']) mkdirSync(path.join(folder, each));
for (const each of [FAULTS, process.env.PICTURES]) if (each) mkdirSync(each, { recursive: true });

const service = await startRealService(path.join(folder, 'data'));
process.prependListener('exit', () => service.signal('SIGTERM'));
const browsers: Browser[] = [];
try {
  browsers.push(await startFirefox(programs.firefox, path.join(folder, 'firefox')));
  browsers.push(await startWebKit(programs, path.join(folder, 'webkit')));
  console.log(browsers.map(({ name, version }) => `${name} ${version}`).join(', '));
  const results = await walkAll(service, browsers);
  const faults = results.filter(({ fault }) => fault);
  console.log(`\n${results.map(formatResult).toSorted().join('\n')}`);
  console.log(`\n${results.length - faults.length} of ${results.length} journeys passed.`);
  if (faults.length > 0 || results.length === 0) process.exitCode = 1;
} finally {
  for (const browser of browsers) await browser.close();
  await service.stop();
}
