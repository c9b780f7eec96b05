// How long a made password lasts, in words.
import { expect, test } from 'vitest';
import { writeLeft } from './password-notice.tsx';

test.each([
  [71, 'あと3日'],
  [60, 'あと3日'],
  [59, 'あと2日'],
  [48, 'あと2日'],
  [47, 'あと47時間'],
  [1, 'あと1時間'],
  [0, 'まもなく切れます'],
])('%i hours: %s', (hours, words) => {
  expect(writeLeft(hours)).toBe(words);
});
