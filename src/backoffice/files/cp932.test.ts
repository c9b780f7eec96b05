// CP932 as Windows writes it, held against an independent codec.
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { encodeLines } from './cp932.ts';

const encode = (text: string) => {
  const { bytes } = encodeLines([text]);
  return Buffer.from(bytes.subarray(0, -2)).toString('hex');
};

test.each([
  ['髙', 'fbfc'],
  ['﨑', 'fab1'],
  ['①', '8740'],
  ['～', '8160'],
  ['〜', '8160'],
  ['－', '817c'],
  ['−', '817c'],
  ['‖', '8161'],
  ['∥', '8161'],
  ['—', '815c'],
  ['¢£¬', '8191819281ca'],
  ['￠￡￢', '8191819281ca'],
  ['Ⅲ', '8756'],
  ['ⅲ', 'fa42'],
  ['㈱№℡', '878a87828784'],
  ['∵≒≡∫√⊥∠∩∪', '81e681e081df81e781e381db81da81bf81be'],
  ['￤＂＇', 'fa55fa57fa56'],
  ['纊', 'fa5c'],
  // The old shape of 神, which composing would turn into the new one.
  ['\ufa19', 'fb7e'],
  ['ｱｲｳﾞ', 'b1b2b3de'],
  ['\\~', '5c7e'],
  ['¥', '5c'],
  ['か\u3099は\u309a', '82aa82cf'],
  ['葛\u{e0100}', '8a8b'],
  ['\ue000', 'f040'],
])('%s becomes %s', (text, hex) => {
  expect(encode(text)).toBe(hex);
});

test('every character that Windows has is read back as itself by another codec', () => {
  const wrong: string[] = [];
  for (let unit = 0x20; unit < 0xfffd; unit++) {
    if (unit >= 0xd800 && unit <= 0xdfff) continue;
    const character = String.fromCharCode(unit);
    const theirs = iconv.encode(character, 'cp932');
    const isKnown = iconv.decode(theirs, 'cp932') === character;
    // What only one of the two encodings of Unicode's control characters has is in no text.
    if (!isKnown || (unit >= 0x7f && unit <= 0xa0)) continue;
    if (encode(character) !== theirs.toString('hex')) wrong.push(`${character} ${encode(character)}`);
  }
  expect(wrong).toEqual([]);
});

test('what the encoding lacks becomes 〓, once for each character, and is counted by line', () => {
  const lines = ['髙橋', '𠮷田🩺', '안녕', 'é', '普通', '\ud842', 'か\u3099𠮷'];
  const { bytes, lost } = encodeLines(lines);
  expect(iconv.decode(Buffer.from(bytes), 'cp932')).toBe('髙橋\r\n〓田〓\r\n〓〓\r\n〓\r\n普通\r\n〓\r\nが〓\r\n');
  expect([...lost]).toEqual([
    [1, 2],
    [2, 2],
    [3, 1],
    [5, 1],
    [6, 1],
  ]);
});
