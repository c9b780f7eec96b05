// Codes that people copy from paper: set-up codes, recovery codes. Five random bits a character, kept as keyed hashes only.
import { createHmac, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

// Without 0 O 1 I, which people confuse. 32 of them, so no byte favours one.
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** In groups: `makeReadableCode(4, 4, 4)` is like K7QM-2XNP-9RTA. */
export function makeReadableCode(...groups: number[]): string {
  const make = (length: number) => Array.from(randomBytes(length), (byte) => READABLE[byte % READABLE.length]).join('');
  return groups.map(make).join('-');
}

/** However it was typed: small letters, full width, blanks and hyphens say the same. */
const tidyReadable = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');

/**
 * Under each key, the current one first: what was made before a rotation is found by one of the others. `kind` keeps codes of one kind
 * from being good as another, `about` those of one account from being good for another.
 */
export function hashesReadable({ all }: KeyRing, kind: string, about: string, code: string): string[] {
  const text = `${kind}:${about}:${tidyReadable(code)}`;
  return all.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
}
