// Seals texts, so that whoever keeps one for the service can neither read nor change it: AES-256-GCM, a key for each purpose.
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const derived = new WeakMap<KeyObject, Map<string, KeyObject>>();

/** What is sealed for one purpose opens for no other. Derived once, since that takes longer than to seal. */
function keyOf(secret: KeyObject, purpose: string): KeyObject {
  const keys = derived.get(secret) ?? new Map<string, KeyObject>();
  derived.set(secret, keys);
  const key = keys.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `seal:${purpose}`, 32)));
  keys.set(purpose, key);
  return key;
}

/** `about`: what it belongs to (an account ...). It is not in the seal, and must be the same when it is opened. */
export function seal(secret: KeyRing, purpose: string, text: string, about = ''): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret.current, purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about));
  const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

export function unseal(secret: KeyRing, purpose: string, sealed: string, about = ''): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  // Written back it must be the same: of several ways to write the same bytes only one is ours.
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null;
  const found = openWithAny(secret, purpose, bytes, about);
  return found === null && secret.learn() ? openWithAny(secret, purpose, bytes, about) : found;
}

function openWithAny(secret: KeyRing, purpose: string, bytes: Buffer, about: string): string | null {
  for (const key of secret.all) {
    const text = open(keyOf(key, purpose), bytes, about);
    if (text !== null) return text;
  }
  return null;
}

function open(key: KeyObject, bytes: Buffer, about: string): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
