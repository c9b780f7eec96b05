// Runs every test: rules and calls first, then the journeys in a real browser on the built application. `quick` runs some of the former.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { ALONE, LONG } from '../vitest.config.ts';
import { ensureChromium } from './chromium.ts';
import { makeTemporaryFolder } from './memory-folder.ts';
import { changedSince, relatedTests } from './related-tests.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const TMPDIR = makeTemporaryFolder();

function run(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status } = spawnSync(path.join(ROOT, 'node_modules/.bin', command), args, {
    cwd: ROOT,
    stdio: 'inherit',
    // The pinned Node, also for what is started from there.
    env: { ...process.env, TMPDIR, ...env, PATH: `${ROOT}node_modules/.bin:${process.env.PATH}` },
  });
  if (status !== 0) process.exit(status ?? 1);
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Rules and calls next to what was changed since a commit, or since the last one. */
function runQuick(base = 'HEAD'): void {
  const changed = changedSince(base);
  const [tests, left] = relatedTests(changed, (file) => [...ALONE, ...LONG].includes(file) && !changed.includes(file));
  if (left > 0) console.log(`${left} more tests lean on what was changed: npm test runs them.`);
  if (tests.length > 0) run('vitest', ['run', ...tests]);
  else console.log(`No test of rules and calls leans on what was changed since ${base}.`);
}

const only = process.argv[2];
if (only === 'quick') {
  runQuick(process.argv[3]);
  process.exit();
}
if (only !== 'browser') run('vitest', ['run']);
if (only !== 'unit') {
  const chromium = ensureChromium();
  const data = mkdtempSync(path.join(TMPDIR, 'biyori-journeys-'));
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  run('playwright', ['test', ...process.argv.slice(3)], {
    CHROMIUM: chromium,
    JOURNEY_PORT: String(await freePort()),
    JOURNEY_DATA: data,
  });
}
