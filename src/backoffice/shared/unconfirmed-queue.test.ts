// The queue that a list leaves to the detail.
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '#tests/kit/tab.ts';
import {
  endOfQueue,
  forgetEndOfQueue,
  growQueue,
  nextInQueue,
  setQueue,
  unconfirmedQueue,
} from './unconfirmed-queue.ts';

openTab();
beforeEach(() => unconfirmedQueue.clear());

test('one after the other, those before the opened one at last, and the end is reported once', () => {
  setQueue([11, 12, 13], 12);
  expect(nextInQueue(12)).toBe(13);
  expect(endOfQueue()).toBe('');
  expect(nextInQueue(13)).toBe(11);
  expect(nextInQueue(11)).toBe(null);
  expect([endOfQueue(), endOfQueue()]).toEqual([
    '未確認の予約をすべて確認しました。',
    '未確認の予約をすべて確認しました。',
  ]);
  forgetEndOfQueue();
  expect(endOfQueue()).toBe('');
});

test('five hundred at the most, with the opened one among them', () => {
  const numbers = Array.from({ length: 1200 }, (_, index) => index + 1);
  setQueue(numbers, 3);
  expect([unconfirmedQueue.get().numbers.length, unconfirmedQueue.get().numbers[0]]).toEqual([500, 1]);
  setQueue(numbers, 900);
  expect([unconfirmedQueue.get().numbers.length, unconfirmedQueue.get().numbers[0]]).toEqual([301, 900]);
});

test('what arrives later joins it, and what is dealt with stays so; of a part of a long list it is not said that all are done', () => {
  setQueue([11, 12], 11);
  expect(nextInQueue(11)).toBe(12);
  growQueue([11, 12, 13], 11);
  expect([nextInQueue(12), nextInQueue(13)]).toEqual([13, null]);
  expect(endOfQueue()).toBe('未確認の予約をすべて確認しました。');
  setQueue(
    Array.from({ length: 501 }, (_, index) => index + 1),
    501,
  );
  expect(nextInQueue(501)).toBe(null);
  expect(endOfQueue()).toBe('未確認の予約を1件確認しました。続きは、もう一度一覧から開いてください。');
});

test('one that is none of them leads nowhere else', () => {
  setQueue([11, 12], 99);
  expect(unconfirmedQueue.get().numbers).toEqual([11, 12]);
});
