// Pictures of every screen with the demo's data, at a desk and on a phone: `npm run screens` for a folder with an index page,
// `npm run screens -- guide` for those that the staff guide and the README show.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildIfStale } from '#app/web-build.ts';
import { setUp } from '#tests/e2e/operate.ts';
import { startRealService } from '#tests/kit/real-service.ts';
import { ensureChromium } from './chromium.ts';
import { openGuidePictures } from './screens/guide-pictures.ts';
import { indexPage } from './screens/index-page.ts';
import { PICTURES } from './screens/manifest.ts';
import { NEWCOMER } from './screens/newcomer-shots.ts';
import { type Taken, takeBoth, takeForGuide, takeWalk } from './screens/take.ts';
import { walks } from './screens/walks.ts';

const ROOT = new URL('..', import.meta.url).pathname;
/** Walks at a time; each has a tab of its own. */
const AT_ONCE = 2;
/** Whatever hangs, hangs no longer than that. */
const ALL_MS = 30 * 60_000;

const isForGuide = process.argv[2] === 'guide';
const folder = path.resolve(isForGuide ? PICTURES : (process.argv[2] ?? `${ROOT}screens`));

/** An institution that was opened a moment ago, beside the demo, with a manager and somebody at the reception. */
async function openNewcomer(data: string, base: string): Promise<void> {
  const { code, route, user, reception } = NEWCOMER;
  const operate = async (...args: string[]) => {
    const env = { ...process.env, DEMO: '1', DATA_DIR: data };
    const command = ['scripts/run.mjs', 'src/app/operator/operator.ts', ...args];
    await setUp(execFileSync(process.execPath, command, { cwd: ROOT, env, encoding: 'utf8' }), base);
  };
  const who = [
    '--code',
    code,
    '--route',
    route,
    '--name',
    'はじまりの健診センター',
    '--admin',
    user,
    '--admin-name',
    '開設　太郎',
  ];
  await operate('create-institution', ...who);
  const clerk = ['--institution', code, '--user', reception, '--name', '受付　花子', '--role', 'reception'];
  await operate('add-administrator', ...clerk);
}

async function takeAll(base: string): Promise<Taken[]> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const guide = isForGuide ? await openGuidePictures(browser) : null;
    const take = guide
      ? takeForGuide(guide.keep)
      : takeBoth((file, picture) => writeFileSync(path.join(folder, file), picture));
    const wanted = walks.map(({ who, shots }) => ({ who, shots: guide ? shots.filter((shot) => shot.guide) : shots }));
    const results: Taken[][] = [];
    const queue = [...wanted.entries()];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        results[next[0]] = await takeWalk(browser, base, next[1], take);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    guide?.finish();
    return results.flat();
  } finally {
    await browser.close();
  }
}

setTimeout(() => {
  console.error('The pictures took too long.');
  process.exit(1);
}, ALL_MS).unref();

const begun = Date.now();
mkdirSync(folder, { recursive: true });
// Before the service, which may take long enough by itself.
await buildIfStale((line) => console.log(line));
const data = mkdtempSync(path.join(os.tmpdir(), 'biyori-screens-'));
process.on('exit', () => rmSync(data, { recursive: true, force: true }));
const service = await startRealService(data);
try {
  const base = `http://127.0.0.1:${service.port}`;
  await openNewcomer(data, base);
  const taken = await takeAll(base);
  if (!isForGuide) writeFileSync(path.join(folder, 'index.html'), indexPage(taken));
  const missed = taken.filter(({ fault }) => fault);
  for (const { shot, fault } of missed) console.error(`${shot.name} (${shot.route}) was not taken: ${fault}`);
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`${taken.length - missed.length} of ${taken.length} screens in ${seconds} s: ${folder}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await service.stop();
}
