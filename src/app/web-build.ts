// Builds the web side when its sources have changed since the last build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from '#db/embedded/drafts.ts';
import { StartRefused } from '#db/errors.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DIST = `${ROOT}dist`;
/** Within it: what browsers are given, and what draws pages ahead of them. */
export const WEB = 'web';
export const PRERENDER = 'prerender/prerender.js';
const STAMP = `${DIST}/.stamp`;

export function sourceStamp(): string {
  const sources = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|css|svg)$/.test(file) && !/\.test\.|(^|\/)server/.test(file))
    .map((file) => `src/${file}`);
  const guide = readdirSync(`${ROOT}docs/staff-guide`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(md|webp|json)$/.test(file))
    .map((file) => `docs/staff-guide/${file}`);
  const scripts = ['scripts/build.ts', 'scripts/lean-build.ts', 'scripts/staff-guide.ts'];
  const hash = createHash('sha256');
  const others = ['index.html', 'examinee.html', 'vite.config.ts', 'package-lock.json'];
  for (const file of [...sources, ...guide, ...scripts, ...others].sort()) {
    hash.update(`${file}\n`).update(readFileSync(`${ROOT}${file}`));
  }
  return hash.digest('hex');
}

function isStale(): boolean {
  return !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sourceStamp();
}

export async function buildIfStale(report: (line: string) => void): Promise<void> {
  if (!isStale()) return;
  if (!existsSync(`${ROOT}node_modules/vite`)) {
    if (existsSync(STAMP))
      return report('The web side is older than its sources, and Vite is not installed to build it.');
    throw new StartRefused(
      'The web side is not built, and Vite is not installed to build it: run "npm ci" without --omit=dev.',
    );
  }
  await acquireLock();
  try {
    if (isStale()) await build(report);
  } finally {
    rmSync(BUILD_LOCK, { force: true });
  }
}

/** Of several that start at once, as tests do, one builds: a link can be made by one only, and names its maker. */
const BUILD_LOCK = `${ROOT}node_modules/.web-build`;
/** A service that may write nowhere but to its data, as under systemd. */
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS'];
const NOT_MINE = `The web side is not built from the sources that lie here, and the account of the service may not build it: run "npm run build" in ${ROOT} as the one who installed it, then start again.`;

async function acquireLock(): Promise<void> {
  for (;;) {
    try {
      return symlinkSync(String(process.pid), BUILD_LOCK);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (FORBIDDEN.includes(code)) throw new StartRefused(NOT_MINE);
      if (code !== 'EEXIST') throw error;
    }
    try {
      if (!isAlive(Number(readlinkSync(BUILD_LOCK)))) rmSync(BUILD_LOCK, { force: true });
    } catch {
      // Its maker has just taken it away.
    }
    await wait(100);
  }
}

async function build(report: (line: string) => void): Promise<void> {
  report('Building the web side (the first time, and after changes) ...');
  // In a process of its own: what a bundler needs is given back when it is done.
  const child = spawn(process.execPath, [`${ROOT}scripts/run.mjs`, 'scripts/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new StartRefused('The web side could not be built.');
}
