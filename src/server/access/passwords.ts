// Keeping and checking passwords, and codes that people copy from paper: slow hashes for what people choose, keyed ones for what the service
// makes.
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue, type OnGone } from '#db/fair-queue.ts';
import { isLongPassword } from '#domain/text/new-password.ts';
import type { KeyRing } from './key-ring.ts';

// OWASP's second recommendation for argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At once, and on a thread of its own: while a server runs, `SlowHashes` says when. */
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

// Each takes a thread of Node's pool (of four, unless UV_THREADPOOL_SIZE says otherwise) and a core for tens of milliseconds.
// Two at once leave threads for what else needs them: compressing answers, files, DNS. A full queue is half a minute's work.
const BOUNDS = { atOnce: 2, waiting: 2000, waitingEach: 1000 };
const MOST_LATER = 5000;

/** Few at a time, by turns of those who want them. `owner`: whose line it stands in, so that an address with many log-ins does not keep out the others. Whoever goes leaves the line. */
export class SlowHashes {
  readonly #queue = new FairQueue('slow hashes', BOUNDS);
  #decoy: Promise<string> | undefined;
  #later: Promise<void> = Promise.resolve();
  #waitingLater = 0;

  get waiting(): number {
    return this.#queue.waiting;
  }

  make(password: string, owner: string, onGone?: OnGone): Promise<string> {
    return this.#queue.run(owner, () => hashPassword(password), { onGone });
  }

  /** Without a hash it takes just as long and says no, so that an unknown user cannot be distinguished from a wrong password. */
  async check(stored: string | null, password: string, owner: string, onGone: OnGone | undefined): Promise<boolean> {
    this.#decoy ??= hashPassword(randomBytes(16).toString('hex'));
    const against = stored ?? (await this.#decoy);
    const fits = await this.#queue.run(owner, () => verify(against, password), { onGone });
    return fits && stored !== null;
  }

  /**
   * For hashes that nobody waits for: one after the other, in a tenth of the time, so that people feel nothing of it. `keep`
   * is given the hash; where too many are waiting already it never is.
   */
  makeLater(password: string, keep: (hash: string) => Promise<unknown>): void {
    if (this.#waitingLater >= MOST_LATER) return;
    this.#waitingLater++;
    this.#later = this.#later.then(async () => {
      const start = performance.now();
      try {
        await keep(await this.make(password, 'later'));
      } catch {
        // Whoever asked for it can do without: nobody is there to answer.
      } finally {
        this.#waitingLater--;
      }
      await wait(9 * (performance.now() - start), undefined, { ref: false });
    });
  }
}

// Of set-up and recovery codes, without 0 O 1 I, which people confuse. 32 of them, so no byte favours one.
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** In groups: `makeReadableCode(4, 4, 4)` is like K7QM-2XNP-9RTA. */
export function makeReadableCode(...groups: number[]): string {
  const make = (length: number) =>
    Array.from(randomBytes(length), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');
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
