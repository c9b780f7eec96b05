// The counter of tries, on a real database.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Service } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import {
  clearAttempts,
  countAttempt,
  countMember,
  forgetMember,
  type LimitRule,
  networkOf,
  readAttempts,
} from './limiter.ts';

const HOURLY: LimitRule = { kind: 'letter', minutes: 60, limit: 5, since: 'first' };
const LOCK: LimitRule = { kind: 'lock', minutes: 15, limit: 3, since: 'last' };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 0, minute));

let test_: TestService;
let service: Service;
beforeAll(async () => {
  test_ = await startTestService();
  service = test_.running;
});
afterAll(() => test_.close());
afterEach(() => test_.db.deleteFrom('failed_tries').execute());

const count = (counter: LimitRule, text: string, minute: number) =>
  countAttempt(service.db, { service, now: at(minute) }, counter, text);
const read = (counter: LimitRule, text: string, minute: number) =>
  readAttempts(service.db, { service, now: at(minute) }, counter, text);

test('so many in an hour: the sixth is one too many, until an hour after the first', async () => {
  const counts: number[] = [];
  for (const minute of [0, 10, 20, 30, 40, 50, 59]) counts.push(await count(HOURLY, 'hanako@example.jp', minute));
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 6]);
  expect(await count(HOURLY, 'HANAKO@example.jp', 60)).toBe(1);
});

test('over the limit it stays until so long after the last that counted, whatever happens meanwhile', async () => {
  for (const minute of [0, 10, 20]) await count(LOCK, 'clinic01', minute);
  expect(await count(LOCK, 'clinic01', 30)).toBe(4);
  expect(await count(LOCK, 'clinic01', 44)).toBe(4);
  expect(await count(LOCK, 'clinic01', 45)).toBe(1);
});

test('all at once are all counted', async () => {
  const counts = await Promise.all(Array.from({ length: 5 }, () => count(HOURLY, 'x', 0)));
  expect(counts.sort()).toEqual([1, 2, 3, 4, 5]);
});

test('kinds and texts are apart, reading counts nothing, and what is forgotten starts again', async () => {
  await count(HOURLY, 'a', 0);
  await count(LOCK, 'a', 0);
  await count(HOURLY, 'a', 0);
  expect([await read(HOURLY, 'a', 0), await read(LOCK, 'a', 0), await read(HOURLY, 'b', 0)]).toEqual([2, 1, 0]);
  expect(await read(HOURLY, 'a', 60)).toBe(0);
  await clearAttempts(service.db, { service, now: at(0) }, 'a', HOURLY);
  expect([await read(HOURLY, 'a', 0), await read(LOCK, 'a', 0)]).toEqual([0, 1]);
});

test('different things count once each, and can be taken back', async () => {
  const add = (member: string, minute = 0) =>
    countMember(service.db, { service, now: at(minute) }, HOURLY, 'address', member);
  await Promise.all(['a', 'b', 'a', 'c', 'b', 'a'].map((member) => add(member)));
  expect(await read(HOURLY, 'address', 1)).toBe(3);
  for (const member of ['b', 'b', 'unknown'])
    await forgetMember(service.db, { service, now: at(0) }, HOURLY, 'address', member);
  expect(await read(HOURLY, 'address', 1)).toBe(2);
  await add('a', 61);
  expect(await read(HOURLY, 'address', 61)).toBe(1);
});

test('nobody can read from the table who tried', async () => {
  await count(HOURLY, 'hanako@example.jp', 0);
  const { key } = await test_.db.selectFrom('failed_tries').select('key').executeTakeFirstOrThrow();
  expect(key).toMatch(/^letter:[\w-]{43}$/);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
