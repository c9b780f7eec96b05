// What the form's fields ask for, and how it reads.
import { expect, test } from 'vitest';
import { describeConditions, fromGiven, toAsk } from './conditions.ts';
import { type Choices, type Conditions, conditions, NO_CONDITIONS } from './contract.ts';

const CHOICES = { clients: [], frames: [], groups: [], options: [] } as unknown as Choices;
const DAY = { year: '2026', month: '11', day: '1' };
const typed = { ...conditions.blank, visitFrom: DAY, registeredTo: DAY, kana: 'さとう', fiscalYear: '20a6' };
const tagsOf = (given: Partial<Conditions>) => describeConditions({ ...NO_CONDITIONS, ...given }, CHOICES);

test('beside a number nothing is asked, not even what is wrong', () => {
  const asked = toAsk({ ...typed, number: '100048251' });
  expect(asked).toEqual({ ...conditions.blank, number: '100048251' });
  expect(conditions.read(asked).ok).toBe(true);
  expect(toAsk({ ...typed, number: '　' })).toMatchObject({ kana: 'さとう', visitFrom: DAY });
});

test('what no file has yet is asked for without days, and with everything else', () => {
  const asked = toAsk({ ...typed, downloadStatuses: ['new', 'changed'] });
  expect(asked).toEqual({
    ...conditions.blank,
    kana: 'さとう',
    fiscalYear: '20a6',
    downloadStatuses: ['new', 'changed'],
  });
  expect(toAsk(typed)).toEqual(typed);
});

test('given by the home page', () => {
  expect(fromGiven({ isPending: true })).toEqual({ ...NO_CONDITIONS, downloadStatuses: ['new', 'changed'] });
  expect(fromGiven({ visitFrom: '2026-11-01' })).toEqual({ ...NO_CONDITIONS, visitFrom: '2026-11-01' });
});

test('in one line', () => {
  expect(tagsOf({ number: 100048251, kana: 'ア' })).toEqual(['予約番号100048251（ほかの条件は使いません）']);
  expect(tagsOf({ downloadStatuses: ['new', 'changed'], origin: 'phone', kana: 'サトウ', name: '佐藤' })).toEqual([
    'CSV未出力（新規・変更・取消）',
    '予約経路: 電話',
    'カナ氏名: サトウ',
    '氏名: 佐藤',
  ]);
  expect(tagsOf({})).toEqual([]);
});
