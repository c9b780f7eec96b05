// What a name may be made of, as the form tells it before anything is sent; tampering.test.ts sends it past the form.
import { expect, test } from 'vitest';
import { entries } from '#wire/booking.ts';
import { record } from '#wire/record.ts';

const form = record({ familyName: entries.familyName, givenName: entries.givenName });

test.each([
  '健診',
  '髙﨑',
  'マイケル・J',
  "O'Brien",
  'St. John',
  '田中（旧姓 鈴木）',
  'Smith-Jones',
  '佐々木 ジュニア.',
  'Ｊ．スミス',
  'J.スミス',
  'J.R.',
  'Ｊ．Ｒ．Ｒ．トールキン',
  '髙﨑󠄀',
])('%s is a name', (familyName) => {
  expect(form.read({ familyName, givenName: familyName })).toMatchObject({ ok: true });
});

test.each([
  'https://example.com',
  'example.com',
  'ｅｘａｍｐｌｅ．ｃｏｍ',
  'example。jp',
  't.co',
  'Ｊ．ｃｏｍ',
  'アマゾン．コム',
  'x.рф',
  '花子😀',
  '❤',
  '🇯🇵',
  'a@b',
  'ａ＠ｂ',
  '健診／花子',
  '<b>健診</b>',
  '健診"',
  '{{氏名}}',
  '当選！詳細は→健診～',
  ...'/\\:@#%&=?<>{}[]^~;"|／＼：＠＃％＆＝？＜＞｛｝［］＾～；＂｜',
])('given a name 「%s」, then it is refused', (name) => {
  expect(form.read({ familyName: name, givenName: name })).toEqual({
    ok: false,
    problems: [
      { field: 'familyName', sentence: '氏名（姓）に使用できない文字が入力されています。' },
      { field: 'givenName', sentence: '氏名（名）に使用できない文字が入力されています。' },
    ],
  });
});
