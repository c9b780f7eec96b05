// Birth dates as callers say them and clerks type them.
import { expect, test } from 'vitest';
import { formatEraYear, parseBirthDate } from './written-date.ts';

const TODAY = '2026-11-17';
const read = (text: string) => parseBirthDate(text, TODAY);

test.each([
  '1980/1/2',
  '1980/01/02',
  '1980-1-2',
  '1980.1.2',
  '1980年1月2日',
  '19800102',
  'S55.1.2',
  's55.1.2',
  'S55/1/2',
  'S550102',
  'S55年1月2日',
  '昭和55年1月2日',
  '昭和55.1.2',
  '昭55.1.2',
  '昭55年1月2日',
  'Ｓ５５．１．２',
  '１９８０／１／２',
  ' 1980/1/2 ',
])('%s is the 2nd of January 1980', (text) => {
  expect(read(text)).toBe('1980-01-02');
});

test.each([
  ['令和元年5月1日', '2019-05-01'],
  ['R1.5.1', '2019-05-01'],
  ['H1.1.8', '1989-01-08'],
  ['S64.1.7', '1989-01-07'],
  ['T15.12.24', '1926-12-24'],
  ['M33.1.1', '1900-01-01'],
  ['S1.12.25', '1926-12-25'],
  ['H010108', '1989-01-08'],
])('%s lies in its era', (text, date) => {
  expect(read(text)).toBe(date);
});

test.each([
  ['the era was over', 'S64.2.1'],
  ['the era had not begun', 'H1.1.7'],
  ['before the era', 'R1.4.30'],
  ['no such day', '1980/2/30'],
  ['no such month', '19801301'],
  ['nobody is that old', '1899/12/31'],
  ['nobody is born yet', '2026/11/18'],
  ['mixed separators', '1980/1-2'],
  ['a telephone', '090-0000-4812'],
  ['a word', 'サトウ'],
  ['nothing', ''],
  ['a year alone', '1980'],
])('no date where %s: %s', (_why, text) => {
  expect(read(text)).toBeNull();
});

test('the year is written in its era', () => {
  expect(formatEraYear('1974-03-08')).toBe('昭和49年');
  expect(formatEraYear('2019-05-01')).toBe('令和元年');
  expect(formatEraYear('2019-04-30')).toBe('平成31年');
});
