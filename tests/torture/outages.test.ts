// A short run of what `npm run torture` does at length.
import { expect, test } from 'vitest';
import { surviveOutages } from './outages.ts';

test('a database that goes and comes back harms nothing', { timeout: 240_000 }, async () => {
  const outcome = await surviveOutages({
    outages: ['refused', 'demoted', 'frozen', 'killed'],
    awayMs: 1000,
    pauseMs: 500,
  });
  expect(outcome.bookings).toBeGreaterThan(0);
  expect(outcome).toMatchObject({ missing: [], violations: [], strange: [], trouble: [] });
});
