// A notice whose answer was lost, and what has become of its people since.
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '#tests/kit/tab.ts';
import { isNoticeBegun, noticeDraft, wantedNotice } from '#web/open-notice.ts';
import { NOT_SENT } from '#web/request-ids.ts';
import type { Recipient } from './contract.ts';
import { comeSince, requestOf } from './use-send.ts';

openTab();
beforeEach(() => {
  wantedNotice.clear();
  wantedNotice.set({ numbers: [1, 2, 3] });
});

const person = (number: number, version = '1') => ({ number, version, name: `健診　${number}` }) as Recipient;
const TEXT = { subject: '機器の点検', body: 'ご連絡です。', source: '選択した予約' };
const NOBODY: ReadonlySet<number> = new Set();
const request = (chosen: Recipient[], leftOut = NOBODY, text = TEXT) =>
  requestOf({ ...text, chosen, leftOut, calledToo: new Set([2]) });

test('given a lost answer, when one of them cancels before it is sent again, then it goes as it was under its own id', () => {
  const first = request([person(1), person(2), person(3)]);
  expect(request([person(1), person(3, '2')])).toEqual(first);
  expect(first.seen).toEqual([1, 2, 3].map((number) => ({ number, version: '1', isCalledToo: number === 2 })));
});

test('given a lost answer, when somebody comes before it is sent again, then it goes without them, and they are named', () => {
  const first = request([person(1), person(2)]);
  const now = [person(1), person(2), person(3)];
  expect(request(now)).toEqual(first);
  expect(comeSince(now).map(({ number }) => number)).toEqual([3]);
});

test('given a lost answer, when the clerk writes or chooses otherwise, then that is another notice, to whom she sees now', () => {
  const first = request([person(1), person(2), person(3)]);
  const chosen = request([person(1), person(3, '2')], new Set([2]));
  expect(chosen.requestId).not.toBe(first.requestId);
  expect(chosen.seen).toEqual([
    { number: 1, version: '1', isCalledToo: false },
    { number: 3, version: '2', isCalledToo: false },
  ]);
  const written = request([person(1), person(3, '2')], new Set([2]), { ...TEXT, subject: '休診' });
  expect(written.requestId).not.toBe(chosen.requestId);
});

test('one that was sent and not answered is not given up unasked; one that was refused is as if it was never sent', () => {
  expect(isNoticeBegun()).toBe(false);
  request([person(1)]);
  expect(isNoticeBegun()).toBe(true);
  noticeDraft.set({ sent: NOT_SENT });
  expect(isNoticeBegun()).toBe(false);
});
