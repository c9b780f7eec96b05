import { defineConfig } from 'vitest/config';

const FILES = ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'];

/** Each in a process of its own, and first, since most of them are long. */
const ALONE = [
  // They start services and databases, and kill them.
  'src/app/operator-backup.test.ts',
  'src/app/operator-staff.test.ts',
  'src/app/operator.test.ts',
  'src/app/stop.test.ts',
  'src/db/embedded/embedded.test.ts',
  'src/db/standby.test.ts',
  'tests/torture/faults.test.ts',
  'tests/bench/rows.test.ts',
  'tests/attacks/short.test.ts',
  'tests/torture/kill-nine.test.ts',
  'tests/torture/mail.test.ts',
  'tests/torture/outages.test.ts',
  // They spy on a whole module.
  'src/account/account.test.ts',
  'src/examinee/passwords/passwords.test.ts',
  'tests/statements/rows.test.ts',
  // They use the stores of a tab, which live as long as the process.
  'src/examinee/begin-booking.test.ts',
  'src/examinee/booking/entry-values.test.ts',
  'src/examinee/booking/flow.test.ts',
  'src/examinee/booking/forgetting.test.ts',
  'src/examinee/booking/insurance/insurance-values.test.ts',
  'src/examinee/log-in.test.ts',
  'src/web/store.test.ts',
  // It waits for a hash that comes after those of all bookings which its process has seen.
  'src/booking/first-password.test.ts',
];

/** What tests show of the specification is held against its list. */
const SHOWN = 'tests/spec/setup.ts';

/** A machine's slow minute is no fault of the service: what is waited for may take its time. */
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };

// Node keeps what it has compiled, for the many processes that load the same: workers, services and commands.
process.env.NODE_COMPILE_CACHE ??= new URL('node_modules/.cache/compiled', import.meta.url).pathname;

export default defineConfig({
  test: {
    globalSetup: 'tests/kit/global-setup.ts',
    pool: 'forks',
    // One more than a small machine has cores: there is always a test that waits for a process, a lock or a deadline.
    maxWorkers: 3,
    projects: [
      { test: { name: 'alone', include: ALONE, setupFiles: SHOWN, ...PATIENCE } },
      // Most of the time of a small file would go into loading the service: here each worker loads it once.
      {
        test: {
          name: 'shared',
          include: FILES,
          exclude: ALONE,
          setupFiles: SHOWN,
          isolate: false,
          ...PATIENCE,
        },
      },
    ],
  },
});
