// What becomes of a number, a code or a name as people type and paste them.
import { expect, test } from 'vitest';
import {
  normalizeCode,
  normalizeDigits,
  normalizeKana,
  normalizeLine,
  normalizeMail,
  normalizePhone,
  splitPostalCode,
} from './normalize.ts';

test.each([
  ['30000', '30000'],
  ['３００００', '30000'],
  ['30,000', '30000'],
  ['３０，０００', '30000'],
  ['３０、０００', '30000'],
  ['1,234,567', '1234567'],
  [' 06123456 ', '06123456'],
  ['　０６１２３４５６　', '06123456'],
  ['06 123 456', '06123456'],
  ['\u200e100\u202c', '100'],
  ['¥30,000', '30000'],
  ['￥３０，０００円', '30000'],
  ['４０歳', '40'],
  ['-5', '-5'],
  ['−５', '-5'],
  ['', ''],
  ['　', ''],
  // What is no number is left to be seen, as it was typed.
  ['3,00', '3,00'],
  ['1,0000', '1,0000'],
  ['３０．５', '３０．５'],
  [' 1 2 x', '1 2 x'],
  ['三十', '三十'],
])('a number typed as 「%s」 is 「%s」', (typed, number) => {
  expect(normalizeDigits(typed)).toBe(number);
  expect(normalizeDigits(number)).toBe(number);
});

test.each([
  ['０９０－１２３４－５６７８', '090-1234-5678'],
  ['090ー1234ー5678', '090-1234-5678'],
  [' 03 1234 5678', '0312345678'],
  ['Ｐ－０１２', 'P-012'],
])('a code typed as 「%s」 is 「%s」', (typed, code) => expect(normalizeCode(typed)).toBe(code));

test.each([
  ['+81 90-1234-5678', '090-1234-5678'],
  ['+819012345678', '09012345678'],
  ['＋８１（０）３ １２３４ ５６７８', '0312345678'],
  ['+81-090-1234-5678', '090-1234-5678'],
  ['０９０ー１２３４ー５６７８', '090-1234-5678'],
  ['8190-1234-5678', '8190-1234-5678'],
])('a telephone number typed as 「%s」 is 「%s」', (typed, phone) => expect(normalizePhone(typed)).toBe(phone));

test.each([
  ['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ　', 'taro@example.jp'],
  [' taro@example.jp\u200b', 'taro@example.jp'],
  // Which of the two was meant, only the person knows.
  ['taro yamada@example.jp', 'taro yamada@example.jp'],
  ['taro　@example.jp', 'taro @example.jp'],
])('a mail address typed as 「%s」 is 「%s」', (typed, mail) => expect(normalizeMail(typed)).toBe(mail));

test.each([
  [normalizeLine, '　山田 太郎 ', '山田 太郎'],
  [normalizeKana, ' やまだ', 'ヤマダ'],
  [normalizeKana, 'ｹﾝｼﾞﾛｰ　', 'ケンジロー'],
])('a name has no blanks around it', (tidy, typed, name) => expect(tidy(typed)).toBe(name));

test.each([
  ['100-0001', { first: '100', second: '0001' }],
  ['１００－０００１', { first: '100', second: '0001' }],
  ['〒100-0001 ', { first: '100', second: '0001' }],
  ['1000001', { first: '100', second: '0001' }],
  ['100', null],
  ['10000012', null],
  ['10-00001', null],
])('the postal code 「%s」 has two halves', (typed, halves) => expect(splitPostalCode(typed)).toEqual(halves));
