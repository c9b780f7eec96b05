import { expect, test } from 'vitest';
import { ringOf } from './key-ring.ts';
import { hashesReadable, makeReadableCode } from './passwords.ts';

const secret = ringOf(Buffer.from('a key for tests, of 32 characters'));
const hashReadable = (kind: string, about: string, code: string) => hashesReadable(secret, kind, about, code)[0];
const hashOf = (code: string) => hashReadable('recovery', '10000001/clinic01', code);

test('codes come in groups, of characters that nobody confuses', () => {
  const codes = Array.from({ length: 200 }, () => makeReadableCode(5, 5));
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
  expect(new Set(codes).size).toBe(200);
  expect(makeReadableCode(4, 4, 4)).toMatch(/^.{4}-.{4}-.{4}$/);
});

test('a code may be typed as it comes', () => {
  const hash = hashOf('7KQMX-2NP9R');
  for (const typed of ['7kqmx2np9r', ' 7KQMX 2NP9R ', '７ＫＱＭＸ－２ＮＰ９Ｒ', '7KQMXー2NP9R'])
    expect(hashOf(typed)).toBe(hash);
  expect(hashOf('7KQMX-2NP9S')).not.toBe(hash);
});

test('it is of one kind, and of one account', () => {
  const [kind, about, code] = ['recovery', '10000001/clinic01', '7KQMX-2NP9R'];
  const hash = hashReadable(kind, about, code);
  expect(hashReadable('setup', about, code)).not.toBe(hash);
  expect(hashReadable(kind, '10000001/clinic02', code)).not.toBe(hash);
});
