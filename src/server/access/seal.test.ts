import { expect, test } from 'vitest';
import { ringOf } from './key-ring.ts';
import { seal, unseal } from './seal.ts';

const secret = ringOf(Buffer.from('a key for tests, of 32 characters'));
const other = ringOf(Buffer.from('another key for tests, of 32 char'));

test('what is sealed opens again, and reads as nothing meanwhile', () => {
  const sealed = seal(secret, 'unsubscribe', '10000001 花子@example.jp', 'clinic');
  expect(unseal(secret, 'unsubscribe', sealed, 'clinic')).toBe('10000001 花子@example.jp');
  expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('example');
  expect(seal(secret, 'unsubscribe', '10000001 花子@example.jp', 'clinic')).not.toBe(sealed);
  expect(unseal(secret, 'unsubscribe', seal(secret, 'unsubscribe', ''))).toBe('');
});

test.each([
  ['another purpose', (sealed: string) => unseal(secret, 'ticket', sealed, 'clinic')],
  ['about something else', (sealed: string) => unseal(secret, 'unsubscribe', sealed, 'other')],
  ['another key', (sealed: string) => unseal(other, 'unsubscribe', sealed, 'clinic')],
  ['a part of it', (sealed: string) => unseal(secret, 'unsubscribe', sealed.slice(0, -2), 'clinic')],
  ['more than it', (sealed: string) => unseal(secret, 'unsubscribe', `${sealed}AA`, 'clinic')],
  ['padded', (sealed: string) => unseal(secret, 'unsubscribe', `${sealed}=`, 'clinic')],
  ['nothing', () => unseal(secret, 'unsubscribe', '')],
  ['noise', () => unseal(secret, 'unsubscribe', 'これは鍵ではない')],
])('opens nothing: %s', (_what, open) => {
  expect(open(seal(secret, 'unsubscribe', 'text', 'clinic'))).toBeNull();
});

test('a change of any byte is seen', () => {
  const sealed = Buffer.from(seal(secret, 'unsubscribe', 'text'), 'base64url');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal(secret, 'unsubscribe', changed.toString('base64url'))).toBeNull();
  }
});
