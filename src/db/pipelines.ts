// Shared connections on which several statements are under way at a time (a pipeline), so that they cost fewer system calls
// on both sides than a connection for each would. Transactions have connections of their own.
import pg from 'pg';
import type { Choice, Load } from './choose-connection.ts';
import { applyLimits, destroyConnection, type Opening, rawConnectionOf, watch } from './connection.ts';
import {
  ConnectionLost,
  isCutOff,
  isOutOfConnections,
  isRefusedWrite,
  Overloaded,
  retryOn,
  Unreachable,
} from './errors.ts';
import type { Generation, Usage } from './pool.ts';
import { type AnyStatement, type Rows, Statement, submit } from './statement.ts';

interface PipelinedConnection extends Load {
  readonly client: pg.Client;
  readonly generation: number;
  isCorked: boolean;
}

interface Waiting {
  owner: string;
  since: number;
  statement: AnyStatement;
  connection: PipelinedConnection | null;
  reject(error: unknown): void;
}

/** What is asked in one go, as when several answers arrive together and each leads to a question, is one write. */
function cork(connection: PipelinedConnection): void {
  if (connection.isCorked) return;
  const { stream } = rawConnectionOf(connection.client);
  connection.isCorked = true;
  stream.cork();
  process.nextTick(() => {
    connection.isCorked = false;
    stream.uncork();
  });
}

const LONGEST_WAIT_MS = 10_000;
/** After one could not be opened while others are open: no sooner is it tried again. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

type Choose = (open: readonly PipelinedConnection[], owner: string) => Choice<PipelinedConnection>;

interface Bounds {
  connections: number;
  waiting: number;
}

export class Pipelines {
  readonly #opening: Opening;
  readonly #generation: Generation;
  readonly #bounds: Bounds;
  readonly #choose: Choose;
  readonly #watchdog: { stop(): void };
  #open: PipelinedConnection[] = [];
  /** Still busy, but out of date: they get nothing more to do. */
  readonly #leaving = new Set<PipelinedConnection>();
  #waiting: Waiting[] = [];
  #isOpening = false;
  #pausedUntil = 0;
  #hasEnded = false;

  constructor(opening: Opening, generation: Generation, bounds: Bounds, choose: Choose) {
    this.#opening = opening;
    this.#generation = generation;
    this.#bounds = bounds;
    this.#choose = choose;
    this.#watchdog = watch(opening.limits, (overdueSince) => this.#look(overdueSince));
  }

  run<R>(text: string, values: readonly unknown[], owner = ''): Promise<Rows<R>> {
    return new Promise((resolve, reject) => {
      const statement = new Statement<R>(text, values, (error, rows) => {
        this.#settled(waiting.connection as PipelinedConnection, error);
        if (rows) resolve(rows);
        else reject(error);
      });
      const waiting: Waiting = { owner, since: performance.now(), statement, connection: null, reject };
      const choice = this.#chooseFor(owner);
      if (typeof choice === 'object') this.#send(choice, waiting);
      else this.#queue(waiting, choice === 'open another');
    });
  }

  get usage(): Usage {
    const busy = this.#open.filter(({ underWay }) => underWay > 0).length;
    return { open: this.#open.length, busy, waiting: this.#waiting.length };
  }

  #chooseFor(owner: string): Choice<PipelinedConnection> {
    if (this.#open[0] && this.#open[0].generation !== this.#generation.current) this.#retireAll();
    return this.#choose(this.#open, owner);
  }

  #send(connection: PipelinedConnection, waiting: Waiting): void {
    if (connection.underWay === 0) connection.lastMove = performance.now();
    connection.underWay++;
    connection.owner = waiting.owner;
    waiting.connection = connection;
    cork(connection);
    submit(connection.client, waiting.statement);
  }

  #queue(waiting: Waiting, isOneMissing: boolean): void {
    if (this.#hasEnded) waiting.reject(new Error('the database was closed'));
    else if (this.#waiting.length >= this.#bounds.waiting) waiting.reject(new Overloaded('statements'));
    else {
      this.#waiting.push(waiting);
      if (isOneMissing) this.#openOne();
    }
  }

  #settled(connection: PipelinedConnection, error: unknown): void {
    connection.underWay--;
    connection.lastMove = performance.now();
    if (error instanceof ConnectionLost) {
      // Of several, the last one only is sure to be what could not be written.
      error.isUndone ||= connection.underWay === 0 && isRefusedWrite(error);
      this.#drop(connection);
    }
    if (error) this.#generation.learn(connection.generation, error);
    if (this.#waiting.length > 0) this.#sendWaiting();
  }

  #sendWaiting(): void {
    const left: Waiting[] = [];
    // An owner that may not go now will not a moment later either.
    const held = new Set<string>();
    let isOneMissing = false;
    for (const waiting of this.#waiting) {
      const choice = held.has(waiting.owner) ? 'wait' : this.#chooseFor(waiting.owner);
      if (typeof choice === 'object') {
        this.#send(choice, waiting);
        continue;
      }
      held.add(waiting.owner);
      left.push(waiting);
      isOneMissing ||= choice === 'open another';
    }
    this.#waiting = left;
    if (isOneMissing) this.#openOne();
  }

  /** One at a time: what waits mostly finds room before a second one is needed. */
  #openOne(): void {
    const isPaused = this.#open.length > 0 && performance.now() < this.#pausedUntil;
    if (this.#isOpening || isPaused || this.#hasEnded || this.#open.length >= this.#bounds.connections) return;
    this.#isOpening = true;
    retryOn(isCutOff, () => this.#connect()).then(
      () => {
        this.#isOpening = false;
        this.#sendWaiting();
      },
      (error) => {
        this.#isOpening = false;
        this.#pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
        // Those that are open have to do; if none is, nobody is left waiting for what does not come.
        const reason = isOutOfConnections(error) ? error : new Unreachable(error);
        if (this.#open.length === 0) for (const { reject } of this.#waiting.splice(0)) reject(reason);
      },
    );
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#opening.config, pipeline: true } as pg.ClientConfig);
    const connection: PipelinedConnection = {
      client,
      generation: this.#generation.current,
      owner: '',
      underWay: 0,
      isCorked: false,
      lastMove: performance.now(),
    };
    // A broken connection is left out from now on: what was under way on it fails, and the next statement opens another.
    const drop = () => this.#drop(connection);
    client.on('error', drop);
    client.on('end', drop);
    try {
      await client.connect();
      await applyLimits(client, this.#opening.limits);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    const isWanted = !this.#hasEnded && connection.generation === this.#generation.current;
    if (isWanted) this.#open.push(connection);
    else await client.end();
  }

  #drop(connection: PipelinedConnection): void {
    this.#leaving.delete(connection);
    this.#open = this.#open.filter((each) => each !== connection);
    if (this.#waiting.length > 0) this.#openOne();
  }

  /** All that are open are of one generation. What is under way on them still gets its answer. */
  #retireAll(): void {
    for (const connection of this.#open.splice(0)) {
      this.#leaving.add(connection);
      connection.client.end().catch(() => {});
    }
  }

  #look(overdueSince: number): void {
    for (const { client, underWay, lastMove } of [...this.#open, ...this.#leaving]) {
      if (underWay > 0 && lastMove < overdueSince) destroyConnection(client);
    }
    const tooLong = performance.now() - LONGEST_WAIT_MS;
    while (this.#waiting[0] && this.#waiting[0].since < tooLong) {
      this.#waiting.shift()?.reject(new Overloaded('statements'));
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#watchdog.stop();
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the database was closed'));
    const open = this.#open;
    this.#open = [];
    await Promise.allSettled(open.map(({ client }) => client.end()));
  }
}
