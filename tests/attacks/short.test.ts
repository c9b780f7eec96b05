// A short run of what `npm run attacks` does at length, on a service in a process of its own; and what that service has logged.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackWith } from './attack.ts';
import { type Ground, openAttackGround } from './ground.ts';
import { plantThroughErrands } from './planted.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openAttackGround({ LOG_LEVEL: 'trace' });
});
afterAll(() => ground?.close());

test('no line of the log holds what people have typed or were given, faults included', async () => {
  const { secrets, codes } = await plantThroughErrands(ground);
  const ended = Object.fromEntries(codes);
  expect(ended).toMatchObject({ book: 0, 'book wrongly': 13, 'log in': 'token', 'my page': 0, 'change password': 0 });
  expect(ended).toMatchObject({ 'a fault of the data': 11, 'a fault of a table': 11 });
  // The faults are there, by kind and place.
  await expect.poll(() => ground.service.output.filter((line) => line.includes('"fault"')).length).toBe(2);
  const lines = ground.service.output.filter((line) => secrets.some((secret) => line.includes(secret)));
  expect(lines).toEqual([]);
});

test('every answer to requests that nobody should send is one of ours', async () => {
  const logged = ground.service.output.length;
  const { port } = ground.service;
  const { findings, done } = await attackWith({
    port,
    requests: 1500,
    seed: 1,
    callers: ground.callers,
    atOnce: 8,
    isTimed: false,
  });
  expect(findings).toEqual([]);
  // Much of it is let in and done: a door that refuses everything would be right as well.
  expect(done.size).toBeGreaterThan(50);
  const faults = ground.service.output.slice(logged).filter((line) => line.includes('"fault"'));
  expect(faults).toEqual([]);
});

test('afterwards people book as before, and the data are as they must be', async () => {
  expect(await ground.lookAfter()).toEqual({ isBooked: true, violations: [] });
});
