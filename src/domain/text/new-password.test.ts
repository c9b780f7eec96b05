import { expect, test } from 'vitest';
import { findStaffGuesses, isListedPassword, isLongPassword } from './new-password.ts';

const WORDS = new Set(['dragon', 'kenshin', '1qaz2wsx', 'abc']);

test.each([
  ['dragon', true],
  ['Dragon#2026', true],
  ['2026Kenshin!', true],
  ['Ken#20shin', true],
  ['1QAZ2wsx', true],
  // Fewer than four letters, others around them, and none at all.
  ['Abc#2026', false],
  ['Dragonfly#26', false],
  ['20260401', false],
  ['', false],
])('%s, listed: %s', (password, listed) => {
  expect(isListedPassword(password, WORDS)).toBe(listed);
});

test.each([
  ['Kawasemi#2026', true],
  ['Kawasemi#202', false],
  ['Kawasemi20262', false],
  ['Kawasemi#Tobu', false],
  ['2026#04010203', false],
])('%s, long: %s', (password, long) => {
  expect(isLongPassword(password)).toBe(long);
});

const [SAME, USER_ID, SHORT] = [
  '新しいパスワードは現在のパスワードと異なるものを入力してください。',
  '新しいパスワードにユーザーIDは使用できません。',
  '2段階認証を設定していない場合、新しいパスワードは英字・数字・記号を混ぜて13桁以上で入力ください。',
];
test.each([
  ['Kawasemi#2026', 'Biyori#2026', true, []],
  ['Kawasemi#202', 'Biyori#2026', true, [SHORT]],
  ['Kawasemi#202', 'Biyori#2026', false, []],
  ['Kawasemi#2026', 'Kawasemi#2026', true, [SAME]],
  ['No.CLINIC01#x9', undefined, true, [USER_ID]],
  ['clinic01', 'clinic01', true, [SAME, USER_ID, SHORT]],
])('of the staff: %s after %s, long: %s', (next, current, mustBeLong, sentences) => {
  expect(findStaffGuesses({ next, current, userId: 'Clinic01', mustBeLong })).toEqual(sentences);
});
