// Keeping and checking passwords: slow hashes for what people choose, keyed ones for what the service makes.
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { isLongPassword } from '#domain/text/new-password.ts';
import type { KeyRing } from './key-ring.ts';

// OWASP's second recommendation for argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At once, and on a thread of its own: while a server runs, `slow-hashes.ts` says when. */
export const hashPassword = (password: string) => hash(password, COST);

const hashUnder = (key: KeyObject, password: string) =>
  createHmac('sha256', key).update(`password:${password}`).digest('base64url');

/** For passwords of 16 random characters, which nobody can guess: fast, and useless without the service's key. */
export const keyedHash = (secret: KeyRing, password: string) => hashUnder(secret.current, password);

export function checkKeyed(secret: KeyRing, storedHash: string, password: string): boolean {
  const stored = Buffer.from(storedHash);
  return secret.all.some((key) => {
    const given = Buffer.from(hashUnder(key, password));
    return stored.length === given.length && timingSafeEqual(stored, given);
  });
}

// Without 0 O 1 l I, which people confuse when they type a password from paper.
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A plain remainder would favour the first characters: what is beyond the last whole round of them is left out. */
const readable = (byte: number) => (byte < 256 - (256 % READABLE.length) ? READABLE[byte % READABLE.length] : '');

export function makePassword(length = 16): string {
  let password = '';
  while (password.length < length) for (const byte of randomBytes(length)) password += readable(byte);
  return password.slice(0, length);
}

/** With a sign and a digit: one that does without a second factor. */
export function makeLongPassword(): string {
  for (;;) {
    const made = `${makePassword(8)}#${makePassword(8)}`;
    if (isLongPassword(made)) return made;
  }
}

export function derivePassword(secret: KeyRing, text: string, length = 16): string {
  let password = '';
  for (let block = 0; password.length < length; block++) {
    const bytes = createHmac('sha256', secret.current).update(`derive:${block}:${text}`).digest();
    for (const byte of bytes) password += readable(byte);
  }
  return password.slice(0, length);
}
