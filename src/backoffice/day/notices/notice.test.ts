// What a new notice works out in the page: who is counted, what is asked, which text stands there.
import { expect, test } from 'vitest';
import { inOrder, shortMoment, writeVisit } from './calls.ts';
import type { Recipient, Telephoned } from './contract.ts';
import { askSentence, channelOf, countChosen, patternsFor, stepFrom, storeText, textOf } from './use-written.ts';

const person = (number: number, mail: string): Recipient => ({
  number,
  version: '1',
  name: '健診　花子',
  kana: 'ケンシン　ハナコ',
  phone: '045-000-0123',
  mail,
  visitDate: '2026-11-18',
  startTime: '9:00',
  courseName: '日帰り人間ドック',
  values: [],
});
const people = [person(1, 'a@example.jp'), person(2, ''), person(3, 'b@example.jp')];
const known = { frameName: '胃内視鏡', lastSubject: '', lastBody: '' };

test('who has an address gets a mail, the others a call, some both; who is left out gets neither', () => {
  expect(people.map(channelOf)).toEqual(['mail', 'phone', 'mail']);
  expect(countChosen(people, new Set(), new Set())).toEqual({ mail: 2, phone: 1 });
  expect(countChosen(people, new Set([2, 3]), new Set())).toEqual({ mail: 1, phone: 0 });
  expect(countChosen(people, new Set([2, 3]), new Set([1, 3]))).toEqual({ mail: 1, phone: 1 });
});

test('what is asked tells how many mails go, or how many calls there will be', () => {
  expect(askSentence({ mail: 8, phone: 2 })).toBe('メール 8 人に送信します。取り消しはできません。');
  expect(askSentence({ mail: 0, phone: 2 })).toBe('電話 2 人を電話連絡の一覧に入れます。');
});

test('the preview goes from one to the next, and ends at the last', () => {
  expect(stepFrom(people, 1, 1)?.number).toBe(2);
  expect(stepFrom(people, 1, -1)).toBeNull();
  expect(stepFrom(people, 3, 1)).toBeNull();
});

test('given something written, when another text is chosen, then each keeps its own', () => {
  const own = { subject: '件名', body: '書いた文面' };
  const texts = storeText({}, 'machine', own, known);
  expect(textOf('machine', texts, known)).toEqual(own);
  expect(textOf('closed', texts, known).body).toContain('臨時休診とさせていただく');
  const both = storeText(texts, 'closed', { ...own, body: '別の文面' }, known);
  expect(textOf('machine', both, known)).toEqual(own);
  expect(textOf('closed', both, known).body).toBe('別の文面');
});

test('a text that is as it began is nothing that was written', () => {
  const begun = textOf('free', {}, known);
  expect(storeText({ free: { subject: 'a', body: 'b' } }, 'free', begun, known)).toEqual({});
});

test('the text of the notice before is offered where there is one', () => {
  const words = ['検査機器の故障', '臨時休診', '未受診の方へ', '自由に書く'];
  expect(patternsFor(known).map(({ label }) => label)).toEqual(words);
  const after = { ...known, lastSubject: '前の件名', lastBody: '前の本文' };
  expect(patternsFor(after).map(({ label }) => label)).toEqual([...words, '前回の文面']);
  expect(textOf('last', {}, after)).toEqual({ subject: '前の件名', body: '前の本文' });
});

const call = (number: number, change: Partial<Telephoned> = {}): Telephoned => ({
  ...person(number, ''),
  reason: 'メールなし',
  state: 'open',
  attempts: 0,
  attemptedAt: '',
  attemptedBy: '',
  isCalled: false,
  calledAt: '',
  calledBy: '',
  memo: '',
  isNeedless: false,
  needlessReason: '',
  ...change,
});

test('the rows come as they are answered; while somebody is at them they stay where they were', () => {
  const numbers = (calls: readonly Telephoned[], seen: readonly number[]) =>
    inOrder(calls, seen).map(({ number }) => number);
  const answered = [call(2), call(3), call(4, { isNeedless: true }), call(1, { isCalled: true })];
  expect(numbers(answered, [])).toEqual([2, 3, 4, 1]);
  expect(numbers(answered, [1, 2, 3])).toEqual([1, 2, 3, 4]);
});

test('moments are reported as short as the day allows', () => {
  expect(shortMoment('2026/11/16 09:05', '2026-11-16')).toBe('9:05');
  expect(shortMoment('2026/11/16 10:51', '2026-11-17')).toBe('11/16 10:51');
  expect(writeVisit(call(1))).toBe('11/18 9:00 日帰り人間ドック');
  expect(writeVisit({ ...call(1), startTime: '' })).toBe('11/18 日帰り人間ドック');
});
