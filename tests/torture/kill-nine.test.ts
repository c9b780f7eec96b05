// A short run of what `npm run torture` does at length.
import { expect, test } from 'vitest';
import { killWhileConfirming } from './confirm-kill.ts';
import { killWhileForgetting } from './forget-kill.ts';
import { killNine } from './kill-nine.ts';
import { killWhileNotifying } from './notice-kill.ts';

test('what was acknowledged before kill -9 is there afterwards, and no account of the staff by half', async () => {
  const { acknowledged, missing, halves, violations } = await killNine(1);
  expect(acknowledged).toBeGreaterThan(0);
  expect(missing).toEqual([]);
  expect(halves).toEqual([]);
  expect(violations).toEqual([]);
});

test('nobody is half forgotten, or half erased, after kill -9', async () => {
  const { forgotten, wrong, violations } = await killWhileForgetting(1);
  expect(forgotten).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  expect(violations).toEqual([]);
});

test('after kill -9 in the middle of many confirmations, each is confirmed with its mail and history, or untouched', async () => {
  const { confirmed, wrong, violations } = await killWhileConfirming(2);
  expect(confirmed).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  expect(violations).toEqual([]);
});

test('given 「送信する」 pressed twice and the server killed in between, then one mail per reservation', {
  timeout: 600_000,
}, async () => {
  const { notices, mails, wrong } = await killWhileNotifying(2, 100);
  expect(wrong).toEqual([]);
  expect([notices, mails]).toEqual([2, 200]);
});
