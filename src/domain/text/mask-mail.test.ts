import { expect, test } from 'vitest';
import { maskMail } from './characters.ts';

test.each([
  ['hanako@example.jp', 'h•••••o@example.jp'],
  ['ab@example.jp', 'a•••••@example.jp'],
  ['a@example.jp', 'a•••••@example.jp'],
  ['"a@b"@example.jp', '"•••••"@example.jp'],
])('%s is shown as %s', (mail, masked) => {
  expect(maskMail(mail)).toBe(masked);
});
