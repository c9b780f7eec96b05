import { defineConfig } from '@playwright/test';

/** `SLOW_ANSWERS=1`: races between a journey and the service show then. */
const nodeOptions = process.env.SLOW_ANSWERS ? `--import ${import.meta.dirname}/tests/kit/slow-answers.ts` : '';
const port = process.env.JOURNEY_PORT ?? '4180';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // The second try only tells what is broken from what is flaky: the report names either, and either fails the run.
  retries: 1,
  failOnFlakyTests: true,
  // A machine's slow minute is no fault of the service: what is waited for may take its time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      // Chromium names files by the machine's locale, and has no name in Japanese where that is C.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives for seconds here: compilers that optimize cost more than they win.
        '--js-flags=--no-turbofan,--no-maglev',
        // Chromium's sandbox does not work for root, whom containers and build machines run as.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  webServer: {
    command: 'node scripts/run.mjs src/app/start.ts',
    url: `http://127.0.0.1:${port}/api/AdminLogin/GetAliveServer`,
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      NODE_OPTIONS: nodeOptions,
      PORT: port,
      DEMO: '1',
      // Passkeys belong to a name; those journeys go there.
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: process.env.JOURNEY_DATA ?? 'data/journeys',
      // Journeys come from one address, faster than people.
      REQUESTS_PER_MINUTE: '0',
      TOKEN_REQUESTS_PER_MINUTE: '1000',
      BOOKINGS_PER_ACCOUNT_PER_DAY: '0',
      LIVE_BOOKINGS_PER_ACCOUNT: '0',
      BOOKINGS_PER_RECIPIENT_PER_DAY: '0',
    },
  },
});
