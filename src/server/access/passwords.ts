// Keeping and checking passwords: slow hashes for what people choose, keyed ones for what the service makes.
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '#server/load/fair-queue.ts';

// OWASP's second recommendation for argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each takes a thread of Node's pool (of four, unless UV_THREADPOOL_SIZE says otherwise) and a core for tens of milliseconds.
// Two at once leave threads for what else needs them: compressing answers, files, DNS. A full queue is half a minute's work.
const queue = new FairQueue({ atOnce: 2, longest: 2000 });

/** `owner`: whose line this one stands in, so that an address with many log-ins does not keep out the others. */
export function hashPassword(password: string, owner = ''): Promise<string> {
  return queue.run(owner, () => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/** Without a hash it takes just as long and says no, so that an unknown user cannot be told from a wrong password. Whoever goes leaves the line. */
export async function checkPassword(
  storedHash: string | null,
  password: string,
  owner = '',
  gone?: AbortSignal,
): Promise<boolean> {
  decoy ??= hash(randomBytes(16).toString('hex'), COST);
  const against = storedHash ?? (await decoy);
  const fits = await queue.run(owner, () => verify(against, password), gone);
  return fits && storedHash !== null;
}

const MOST_LATER = 5000;
let later: Promise<void> = Promise.resolve();
let waitingLater = 0;

/**
 * For hashes that nobody waits for: one after the other, in a tenth of the time, so that people feel nothing of it. `keep`
 * is given the hash. False where too many are waiting already.
 */
export function hashLater(password: string, keep: (hash: string) => Promise<unknown>): boolean {
  if (waitingLater >= MOST_LATER) return false;
  waitingLater++;
  later = later.then(async () => {
    const start = performance.now();
    try {
      await keep(await hashPassword(password, 'later'));
    } catch {
      // Whoever asked for it can do without: nobody is there to be told.
    } finally {
      waitingLater--;
    }
    await wait(9 * (performance.now() - start), undefined, { ref: false });
  });
  return true;
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
