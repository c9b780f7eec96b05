// Connections for transactions, one for each: a pool with a bounded queue, from which broken and outdated ones are taken out; and what is
// known of which connections are outdated.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyLimits, destroyConnection, type Opening, watch } from './connection.ts';
import {
  ConnectionLost,
  DiskFull,
  isCutOff,
  isOutOfConnections,
  isRefusedWrite,
  isStalePlan,
  Overloaded,
  retryOn,
  TakesNoWrites,
  Unreachable,
} from './errors.ts';
import { type Rows, run } from './statement.ts';

/** While no database takes writes, new connections lead to the same: they are not opened again for every write. */
const RENEWAL_PAUSE_MS = 1_000;

/**
 * Which connections are still good: when one finds that the schema has changed under its prepared statements, or that it leads to a
 * database that takes no writes, so have all that were opened before, and each is replaced before it is used again.
 */
export class Generation {
  /** Called when the database has refused a write since it takes none, or has no room for it. */
  onNoWrites: (error: TakesNoWrites | DiskFull) => void = () => {};
  #current = 0;
  #pausedUntil = 0;

  get current(): number {
    return this.#current;
  }

  /** Those of this generation are out of date; hearing so from others of them changes nothing more. */
  retire(generation: number): void {
    if (generation === this.#current) this.#current++;
  }

  /** From an error on one of them: those that were opened with one that broke have most likely gone with it. */
  learn(generation: number, error: unknown): void {
    if (error instanceof TakesNoWrites) this.#retireReadOnly(generation, error);
    else if (error instanceof DiskFull) this.onNoWrites(error);
    else if (error instanceof ConnectionLost || isStalePlan(error)) this.retire(generation);
  }

  /** A new connection may lead elsewhere: to the standby that has taken over. */
  #retireReadOnly(generation: number, error: TakesNoWrites): void {
    this.onNoWrites(error);
    const now = performance.now();
    if (now < this.#pausedUntil) return;
    this.#pausedUntil = now + RENEWAL_PAUSE_MS;
    this.retire(generation);
  }
}

export interface Lease {
  query<R>(text: string, values: readonly unknown[]): Promise<Rows<R>>;
  /** With true, or after anything that makes it unfit for others, it is closed instead of kept. */
  release(isUnfit?: boolean): void;
}

export interface Usage {
  open: number;
  busy: number;
  waiting: number;
}

const MOST_WAITING = 200;
/** When the server gives out no more connections: if some are open, one comes back soon; if not, little is to be hoped for. */
const WAIT_FOR_OPEN_MS = 5_000;
const WAIT_FOR_NONE_MS = 300;
const PAUSE_MS = 50;

export class TransactionPool {
  readonly #pool: pg.Pool;
  readonly #generation: Generation;
  readonly #opened = new WeakMap<pg.PoolClient, number>();
  /** Since when an answer is awaited. */
  readonly #busy = new Map<pg.PoolClient, number>();
  readonly #watchdog: { stop(): void };

  constructor({ config, limits }: Opening, generation: Generation, max: number) {
    this.#generation = generation;
    const onConnect = (client: pg.ClientBase) => applyLimits(client, limits);
    this.#pool = new pg.Pool({ ...config, max, onConnect } as pg.PoolConfig);
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      this.#opened.set(client, generation.current);
      // The same for one in use: what is under way on it gets the error itself.
      client.on('error', () => {});
    });
    this.#watchdog = watch(limits, (overdueSince) => {
      for (const [client, since] of this.#busy) if (since < overdueSince) destroyConnection(client);
    });
  }

  async lease(): Promise<Lease> {
    const client = await this.#connect();
    let lost: ConnectionLost | null = null;
    let isCommitting = false;
    let isToRead = false;
    return {
      query: async <R>(text: string, values: readonly unknown[]) => {
        // What comes after it, as a rollback, knows nothing about what became of the transaction.
        if (lost) throw lost;
        isCommitting ||= text === 'commit';
        // Whoever asked for that and writes all the same has made a mistake, and the database has not.
        isToRead ||= text.endsWith('read only');
        this.#busy.set(client, performance.now());
        try {
          return await run<R>(client, text, values);
        } catch (error) {
          if (error instanceof TakesNoWrites && isToRead) throw error.cause;
          this.#generation.learn(this.#opened.get(client) ?? 0, error);
          if (error instanceof ConnectionLost) {
            error.isUndone ||= !isCommitting || isRefusedWrite(error);
            lost = error;
          }
          throw error;
        } finally {
          this.#busy.delete(client);
        }
      },
      release: (isToGo = false) => client.release(lost !== null || isToGo || this.#isStale(client)),
    };
  }

  get usage(): Usage {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, busy: totalCount - idleCount, waiting: waitingCount };
  }

  #isStale(client: pg.PoolClient): boolean {
    return this.#opened.get(client) !== this.#generation.current;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= MOST_WAITING) throw new Overloaded('transactions');
    const began = performance.now();
    for (;;) {
      try {
        const client = await retryOn(isCutOff, () => this.#pool.connect());
        if (!this.#isStale(client)) return client;
        client.release(true);
      } catch (error) {
        // In pg's words: all are in use, and none came back.
        if ((error as Error).message === 'timeout exceeded when trying to connect')
          throw new Overloaded('transactions');
        const patience = this.#pool.totalCount > 0 ? WAIT_FOR_OPEN_MS : WAIT_FOR_NONE_MS;
        if (!isOutOfConnections(error)) throw new Unreachable(error);
        if (performance.now() - began > patience) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async end(): Promise<void> {
    this.#watchdog.stop();
    await this.#pool.end();
  }
}
