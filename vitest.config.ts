import { defineConfig } from 'vitest/config';

const FILES = ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'];

/** Faults that take long: `npm run torture -- short` (vitest.torture.config.ts). */
export const LONG = [
  'src/db/standby.test.ts',
  'tests/torture/faults.test.ts',
  'tests/torture/kill-nine.test.ts',
  'tests/torture/mail.test.ts',
  'tests/torture/outages.test.ts',
];

/** Each in a process of its own, and first, since most of them are long. */
export const ALONE = [
  // They start services and databases, and kill them.
  'src/app/operator/backup.test.ts',
  'src/app/operator/staff.test.ts',
  'src/app/operator/operator.test.ts',
  'src/app/stop.test.ts',
  'src/db/embedded/embedded.test.ts',
  'tests/bench/rows.test.ts',
  'tests/attacks/short.test.ts',
  // They spy on a whole module.
  'src/account/account.test.ts',
  'src/examinee/passwords/passwords.test.ts',
  'tests/statements/rows.test.ts',
  // They use the stores of a tab, which live as long as the process.
  'src/examinee/booking-session.test.ts',
  'src/examinee/booking/entry-values.test.ts',
  'src/examinee/booking/flow.test.ts',
  'src/examinee/booking/forgetting.test.ts',
  'src/examinee/booking/insurance/insurance-values.test.ts',
  'src/examinee/log-in.test.ts',
  'src/web/store.test.ts',
  // It waits for a hash that comes after those of all bookings which its process has seen.
  'src/booking/write/first-password.test.ts',
];

/** What tests show of the specification is held against its list. */
const SHOWN = 'tests/spec/setup.ts';

/** A machine's slow minute is no fault of the service: what is waited for may take its time. */
export const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };

// Commands of the operator ask who gives them.
process.env.OPERATOR_NAME ??= 'tests';
// Node keeps what it has compiled, for the many processes that load the same: workers, services and commands.
process.env.NODE_COMPILE_CACHE ??= new URL('node_modules/.cache/compiled', import.meta.url).pathname;

const driver = (file: string) => new URL(`tests/dom/driver/${file}`, import.meta.url).pathname;

export const SHARED = {
  globalSetup: 'tests/kit/global-setup.ts',
  pool: 'forks',
  // One more than a small machine has cores: there is always a test that waits for a process, a lock or a deadline.
  maxWorkers: 3,
} as const;

export default defineConfig({
  test: {
    ...SHARED,
    projects: [
      { test: { name: 'alone', include: ALONE, setupFiles: SHOWN, ...PATIENCE } },
      // Most of the time of a small file would go into loading the service: here each worker loads it once.
      {
        test: {
          name: 'shared',
          include: FILES,
          exclude: [...ALONE, ...LONG],
          setupFiles: SHOWN,
          isolate: false,
          ...PATIENCE,
        },
      },
      // Journeys that need no browser: what they say to Playwright goes to a driver that has none.
      {
        resolve: {
          alias: [
            { find: '@playwright/test', replacement: driver('playwright.ts') },
            { find: /^\.{1,2}\/(e2e\/)?accessible\.ts$/, replacement: driver('accessible.ts') },
          ],
        },
        test: {
          name: 'dom',
          include: ['tests/dom/**/*.spec.ts'],
          setupFiles: SHOWN,
          isolate: false,
          ...PATIENCE,
        },
      },
    ],
  },
});
