// When slow hashes are made and checked: few at a time, by turns of those who want them.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { verify } from '@node-rs/argon2';
import { FairQueue, type OnGone } from '#db/fair-queue.ts';
import { hashPassword } from './passwords.ts';

// Each takes a thread of Node's pool (of four, unless UV_THREADPOOL_SIZE says otherwise) and a core for tens of milliseconds.
// Two at once leave threads for what else needs them: compressing answers, files, DNS. A full queue is half a minute's work.
const BOUNDS = { atOnce: 2, waiting: 2000, waitingEach: 1000 };
const MOST_LATER = 5000;

/** `owner`: whose line it stands in, so that an address with many log-ins does not keep out the others. Whoever goes leaves the line. */
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
