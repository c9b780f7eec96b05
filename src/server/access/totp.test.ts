import { expect, test } from 'vitest';
import { codeAt, findStep, makeTotpSecret, otpauthUrl, stepAt, writeBase32 } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  const step = stepAt(new Date(seconds * 1000));
  expect(codeAt(SECRET, step, 8)).toBe(code);
  expect(codeAt(SECRET, step)).toBe(code.slice(-6));
});

test('a code is good in its own half minute and in those beside it', () => {
  const now = new Date('2026-11-15T10:00:00+09:00');
  const step = stepAt(now);
  expect([-2, -1, 0, 1, 2].map((off) => findStep(SECRET, codeAt(SECRET, step + off), now))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ]);
  for (const wrong of ['', '12345', '1234567', '00000０']) expect(findStep(SECRET, wrong, now)).toBeNull();
});

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" in base32 is "%s"', (text, written) => {
  expect(writeBase32(Buffer.from(text))).toBe(written);
});

test('an app is told the secret, the service and the user', () => {
  expect(otpauthUrl(SECRET, '健診びより', 'clinic01')).toBe(
    `otpauth://totp/${encodeURIComponent('健診びより')}:clinic01?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=${encodeURIComponent('健診びより')}`,
  );
  expect(makeTotpSecret()).toHaveLength(20);
  expect(makeTotpSecret()).not.toEqual(makeTotpSecret());
});
