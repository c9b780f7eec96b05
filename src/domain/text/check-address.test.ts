// Which addresses are looked at before something is sent to them.
import { expect, test } from 'vitest';
import { checkAddress } from './postal-address.ts';

const PLACES = [{ prefecture: '神奈川県', city: '横浜市中区' }];
const GOOD = { postalCode: '2310023', prefecture: '神奈川県', city: '横浜市中区', street: '山下町1-2' };

test.each([
  ['', {}],
  ['', { city: '横浜市 中区', street: '山下町１丁目' }],
  ['', { street: '山下町三番' }],
  ['住所がありません', { prefecture: '', postalCode: '' }],
  ['住所がありません', { city: '' }],
  ['住所がありません', { street: '' }],
  ['郵便番号がありません', { postalCode: '' }],
  ['郵便番号と住所が合いません', { prefecture: '東京都', city: '港区', street: '芝公園' }],
  ['番地がありません', { street: '山下町' }],
])('「%s」 for %j', (sentence, change) => {
  expect(checkAddress({ ...GOOD, ...change }, PLACES)).toBe(sentence);
});

test('ヶ is ケ, and a code that nobody knows has no address', () => {
  const address = { ...GOOD, prefecture: '千葉県', city: '鎌ヶ谷市' };
  expect(checkAddress(address, [{ prefecture: '千葉県', city: '鎌ケ谷市' }])).toBe('');
  expect(checkAddress(GOOD, [])).toBe('郵便番号と住所が合いません');
});
