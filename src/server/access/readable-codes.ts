// Codes that people copy from paper: set-up codes, recovery codes. Five random bits a character, kept as keyed hashes only.
import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

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

/** `kind` keeps codes of one kind from being good as another, `about` those of one account from being good for another. */
export function hashReadable(secret: KeyObject, kind: string, about: string, code: string): string {
  return createHmac('sha256', secret)
    .update(`${kind}:${about}:${tidyReadable(code)}`)
    .digest('base64url');
}
