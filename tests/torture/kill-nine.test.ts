// A short run of what `npm run torture` does at length.
import { expect, test } from 'vitest';
import { killNine } from './kill-nine.ts';

test('what was acknowledged before kill -9 is there afterwards', { timeout: 180_000 }, async () => {
  const { acknowledged, missing } = await killNine(2);
  expect(acknowledged).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});
