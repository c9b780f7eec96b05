// What a postal code fills in, over an address that was typed before.
import { expect, test } from 'vitest';
import { fillAddress, type PostalAddress } from './postal-address.ts';

const at = (prefecture: string, city: string, town: string): PostalAddress => ({ prefecture, city, town });
const typed = (prefecture: string, city: string, street: string) => ({ prefecture, city, street });
const CHIYODA = [at('東京都', '千代田区', '千代田')];
const NAKA = [at('神奈川県', '横浜市中区', '')];
const TOWNS = [at('愛知県', '清須市', '春日一番割'), at('愛知県', '清須市', '春日江先')];
const CITIES = [at('京都府', '甲市', '東町'), at('京都府', '乙市', '西町')];
const BORDER = [at('愛知県', '弥富市', '五明'), at('三重県', '木曽岬町', '源緑')];
const NOTHING = typed('', '', '');
const YOKOHAMA = typed('神奈川県', '横浜市中区', '汐見1-9');

const whole = (prefecture: string, city: string, street: string) => ({ prefecture, city, street });

test.each([
  ['an empty form', CHIYODA, NOTHING, '', whole('東京都', '千代田区', '千代田'), null],
  ['a street of that town', CHIYODA, typed('', '', '千代田1-1'), '', { prefecture: '東京都', city: '千代田区' }, null],
  [
    'wide letters',
    [at('東京都', '港区', 'Ａ町')],
    typed('', '', 'A町1'),
    '',
    { prefecture: '東京都', city: '港区' },
    null,
  ],
  ['a street of another town', CHIYODA, YOKOHAMA, '', whole('東京都', '千代田区', '千代田'), '汐見1-9'],
  [
    'a number alone',
    CHIYODA,
    typed('', '', '1-9 ハイツ2'),
    '',
    whole('東京都', '千代田区', '千代田'),
    '千代田1-9 ハイツ2',
  ],
  [
    'what an earlier code has filled in',
    CHIYODA,
    typed('愛知県', '清須市', '春日'),
    '春日',
    whole('東京都', '千代田区', '千代田'),
    null,
  ],
  ['a code of the whole ward', NAKA, YOKOHAMA, '', { prefecture: '神奈川県', city: '横浜市中区' }, null],
  [
    'a code of another ward',
    NAKA,
    typed('東京都', '千代田区', '千代田1-1'),
    '',
    whole('神奈川県', '横浜市中区', ''),
    '千代田1-1',
  ],
  ['several towns', TOWNS, NOTHING, '', whole('愛知県', '清須市', '春日'), null],
  ['one of several towns', TOWNS, typed('', '', '春日江先7'), '', { prefecture: '愛知県', city: '清須市' }, null],
])('%s', (_case, found, before, filledTown, fill, kept) => {
  expect(fillAddress(found, before, filledTown)).toEqual({ fill, kept, isWhole: true });
});

test.each([
  ['several cities', CITIES, NOTHING, { prefecture: '京都府' }],
  ['several cities, over another address', CITIES, YOKOHAMA, { prefecture: '京都府' }],
  ['two prefectures', BORDER, NOTHING, {}],
  ['two prefectures, over another address', BORDER, YOKOHAMA, {}],
])('%s: nothing that was typed is erased', (_case, found, before, fill) => {
  expect(fillAddress(found, before)).toEqual({ fill, kept: null, isWhole: false });
});

test('where a code is of several, what was typed says which is meant', () => {
  const inMie = whole('三重県', '木曽岬町', '源緑');
  expect(fillAddress(BORDER, typed('三重県', '', ''))).toEqual({ fill: inMie, kept: null, isWhole: true });
  const inOtsu = whole('京都府', '乙市', '西町');
  expect(fillAddress(CITIES, typed('', '乙市', ''))).toEqual({ fill: inOtsu, kept: null, isWhole: true });
});

test('no address is reported as none', () => {
  expect(fillAddress([], YOKOHAMA)).toBeNull();
});
