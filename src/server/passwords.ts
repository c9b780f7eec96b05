// Keeping and checking passwords: slow hashes for what people choose, keyed ones for what the service makes.
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '#wire/failure.ts';

// OWASP's second recommendation for argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each runs on a thread of its own for tens of milliseconds: more at once would only starve everything else.
const AT_ONCE = 2;
const LONGEST_QUEUE = 100;
let running = 0;
const queue: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= LONGEST_QUEUE) throw tooMany();
    await new Promise<void>((resolve) => queue.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/** Without a hash it takes just as long and says no, so that an unknown user cannot be told from a wrong password. */
export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash(randomBytes(16).toString('hex'), COST);
  const against = storedHash ?? (await decoy);
  const fits = await inTurn(() => verify(against, password));
  return fits && storedHash !== null;
}

// Made once for each secret: making a key anew costs more than using it.
const keys = new WeakMap<Buffer, KeyObject>();
function keyOf(secret: Buffer): KeyObject {
  let key = keys.get(secret);
  if (!key) {
    key = createSecretKey(secret);
    keys.set(secret, key);
  }
  return key;
}

/** For passwords of 16 random characters, which nobody can guess: fast, and useless without the service's key. */
export function keyedHash(secret: Buffer, password: string): string {
  return createHmac('sha256', keyOf(secret)).update(`password:${password}`).digest('base64url');
}

export function checkKeyed(secret: Buffer, storedHash: string, password: string): boolean {
  const [stored, given] = [Buffer.from(storedHash), Buffer.from(keyedHash(secret, password))];
  return stored.length === given.length && timingSafeEqual(stored, given);
}

// Without 0 O 1 l I, which people confuse when they type a password from paper.
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

export function makePassword(length = 16): string {
  let password = '';
  while (password.length < length) {
    for (const byte of randomBytes(length)) {
      // A plain remainder would favour the first characters.
      if (byte < 256 - (256 % READABLE.length) && password.length < length)
        password += READABLE[byte % READABLE.length];
    }
  }
  return password;
}

/** The same for the same key and text, and as good as random to anybody without the key. */
export function derivePassword(secret: Buffer, text: string, length = 16): string {
  let password = '';
  for (let block = 0; password.length < length; block++) {
    const bytes = createHmac('sha256', keyOf(secret)).update(`derive:${block}:${text}`).digest();
    password += [...bytes]
      .filter((byte) => byte < 256 - (256 % READABLE.length))
      .map((byte) => READABLE[byte % READABLE.length])
      .join('');
  }
  return password.slice(0, length);
}
