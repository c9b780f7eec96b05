// The check digit of insurer numbers: those of real insurers have it, and no slip of one digit keeps it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasCheckDigit } from '#domain/text/codes.ts';

test.each([
  ['01130012', true], // 全国健康保険協会 東京支部
  ['01010016', true], // 北海道支部
  ['06990014', true],
  ['00138057', true], // 国民健康保険, six digits with 00 before them
  ['12345678', false],
  ['12345674', true],
  ['138057', false],
  ['０１１３００１２', false],
  ['', false],
])('%s', (number, isRight) => {
  expect(hasCheckDigit(number)).toBe(isRight);
});

test('another digit in one place, and most neighbours that change places, show', () => {
  const place = fc.integer({ min: 0, max: 7 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), place, fc.integer({ min: 1, max: 9 }), (first, at, more) => {
      const seven = String(first).padStart(7, '0');
      const right = [...'0123456789'].map((last) => seven + last).filter(hasCheckDigit);
      expect(right).toHaveLength(1);
      const [number = ''] = right;
      const slip = number.slice(0, at) + ((Number(number[at]) + more) % 10) + number.slice(at + 1);
      expect(hasCheckDigit(slip)).toBe(false);
    }),
  );
});
