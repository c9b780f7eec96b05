// Texts that are found by each other, and those that are not.
import { expect, test } from 'vitest';
import { foldKana, foldText } from './fold-text.ts';

test.each([
  ['ｻﾄｳ ﾊﾅｺ', 'サトウ　ハナコ'],
  ['ﾊﾞﾊﾟｶﾞ', 'バパガ'],
  ['ＡＢＣ１２', 'abc12'],
  ['㈱びより', '(株)びより'],
])('%s and %s fold alike', (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

test.each([
  ['100%', '100_'],
  ['ハ', 'バ'],
  ['山崎', '山﨑'],
  ['\u212a', 'x'],
])('%s and %s stay apart', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

test('kana may be typed in hiragana', () => {
  expect(foldKana('さとう　ゔぃ')).toBe(foldText('ｻﾄｳｳﾞｨ'));
});
