// The words for options that are in the way.
import { expect, test } from 'vitest';
import { describeDates, describeRemoval } from './option-removal.tsx';

const option = (name: string, insteadName = '') => ({
  groupCode: '0001',
  optionCode: '0001',
  name,
  insteadCode: insteadName && '0002',
  insteadConditionCode: '',
  insteadName,
});

test.each([
  [[option('脳MRI')], '「脳MRI」を外す'],
  [[option('乳房超音波'), option('マンモグラフィ')], '「乳房超音波」「マンモグラフィ」を外す'],
  [[option('胃内視鏡', '胃部X線')], '「胃内視鏡」を「胃部X線」に変える'],
  [[option('胃内視鏡', '胃部X線'), option('脳MRI')], '「脳MRI」を外し、「胃内視鏡」を「胃部X線」に変える'],
])('%#', (options, words) => expect(describeRemoval({ options }, 'act')).toBe(words));

test('in a condition, and when it is done', () => {
  const options = [option('脳MRI')];
  expect([describeRemoval({ options }, 'condition'), describeRemoval({ options }, 'done')]).toEqual([
    '「脳MRI」を外すと',
    '「脳MRI」を外しました',
  ]);
});

test('a few days by name, many by number', () => {
  expect(describeDates(['2026-12-05', '2026-12-12'])).toBe('12月5日（土）・12月12日（土）が');
  expect(describeDates(['2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26'])).toBe('この月の4日が');
});
