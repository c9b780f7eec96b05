// Opens the database: Kysely for typed SQL, over connections that are shared or a transaction's own.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
  sql,
} from 'kysely';
import { chooseForOwner, chooseUnblocked } from './choose-connection.ts';
import { type Connection, LIMITS, openingOf } from './connection.ts';
import { blameCaller, ConnectionLost, isUndone, isWorthReadingAgain, retryOn } from './errors.ts';
import { FairQueue, type OnGone, type Waiting } from './fair-queue.ts';
import { Pipelines } from './pipelines.ts';
import { Generation, TransactionPool, type Usage } from './pool.ts';
import { declare } from './prepared.ts';
import type { Rows } from './statement.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

const SHARED = { connections: 8, waiting: 2_000 };
/** Leaves most connections of transactions to those, and waits as long as statements do. */
const REPEATING = { atOnce: 4, waiting: SHARED.waiting, waitMs: 10_000 };
const WRITING = { connections: 16, waiting: 1_000 };
/**
 * What reads much has connections of its own: however many do so, nobody else waits for them. Few of a key wait, since
 * they may hold other places meanwhile; those who do so for good have been admitted.
 */
const BIG_READS = { atOnce: 2, waiting: 24, waitingEach: 2 };
const CANCEL_AGAIN_MS = 100;

// What Kysely sends around every transaction.
for (const text of ['begin', 'commit', 'rollback']) declare(text);

/** Statements outside of a transaction share a few connections; each transaction has one of the pool's to itself. */
class SharingExecutor extends DefaultQueryExecutor {
  readonly #shared: Pipelines;
  readonly #pool: TransactionPool;
  /** What was under way on all shared connections may be read again at once. */
  readonly #repeated = new FairQueue('statements that are repeated', { ...REPEATING });

  constructor(shared: Pipelines, pool: TransactionPool, ...rest: ConstructorParameters<typeof DefaultQueryExecutor>) {
    super(...rest);
    this.#shared = shared;
    this.#pool = pool;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    let result: Rows<R>;
    try {
      result = await this.#shared.run<R>(sql, parameters);
    } catch (error) {
      result = await this.#repeat<R>(error, sql, parameters).catch(blameCaller);
    }
    const { command, rowCount, rows } = result;
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
  }

  async #repeat<R>(error: unknown, text: string, values: readonly unknown[]): Promise<Rows<R>> {
    if (!isUndone(error)) return this.#readAgain(error, text, values);
    return retryOn(isUndone, () => this.#shared.run<R>(text, values)).catch((last) =>
      this.#readAgain<R>(last, text, values),
    );
  }

  /** What was under way when its connection broke may be asked twice if it only reads. */
  async #readAgain<R>(error: unknown, text: string, values: readonly unknown[]): Promise<Rows<R>> {
    if (!(error instanceof ConnectionLost)) throw error;
    const read = () => this.#repeated.run('', () => readAlone<R>(this.#pool, text, values));
    return retryOn(isWorthReadingAgain, read).catch(() => {
      throw error;
    });
  }
}

/** That it only reads is the database's to say: in a transaction that may not write, anything else is refused. */
async function readAlone<R>(pool: TransactionPool, text: string, values: readonly unknown[]): Promise<Rows<R>> {
  const lease = await pool.lease();
  try {
    await lease.query('begin transaction read only', []);
    return await lease.query<R>(text, values);
  } finally {
    await lease.query('rollback', []).then(
      () => lease.release(),
      () => lease.release(true),
    );
  }
}

/** What hangs on a database besides the statements that Kysely sends. */
interface Companions {
  generation: Generation;
  connections: Readonly<Record<string, { readonly usage: Usage }>>;
  writer: Pipelines;
  bigReads: { db: Db; queue: FairQueue };
}

const companions = new WeakMap<Db, Companions>();

function companionsOf(db: Db): Companions {
  const found = companions.get(db);
  if (!found) throw new Error('not a database of openDatabase');
  return found;
}

/** Calls back when the database refuses a write since it takes none, or has no room for it. */
export function onNoWrites(db: Db, listener: Generation['onNoWrites']): void {
  companionsOf(db).generation.onNoWrites = listener;
}

/** Every connection is replaced before it is used again. */
export function renewConnections(db: Db): void {
  const { generation } = companionsOf(db);
  generation.retire(generation.current);
}

export const usageOf = (db: Db): [string, Usage][] =>
  Object.entries(companionsOf(db).connections).map(([use, { usage }]) => [use, usage]);

export const waitingBigReads = (db: Db) => companionsOf(db).bigReads.queue.waiting;

/**
 * Runs a statement that writes, on a connection where it waits for none but the same owner's. It is never repeated, except
 * where nothing of it was carried out: its plan was out of date, or the database takes no writes and another may, or its connection did
 * not take it any more.
 */
export async function writeForOwner<R>(db: Db, owner: string, text: string, values: readonly unknown[]): Promise<R[]> {
  const { writer } = companionsOf(db);
  const { rows } = await retryOn(isUndone, () => writer.run<R>(text, values, owner)).catch(blameCaller);
  return rows;
}

/**
 * For what goes through very many rows: one state of the data, a longer limit, and few at a time, by turns of their keys. The
 * signal ends it, and whatever statement is under way in the database. It is done again where its connection is lost and it `canRepeat`.
 */
export function runBigRead<T>(
  db: Db,
  key: string,
  work: (reading: Db) => Promise<T>,
  { signal, canRepeat, ...waiting }: Waiting & { signal?: AbortSignal; canRepeat?: () => boolean } = {},
): Promise<T> {
  const { bigReads } = companionsOf(db);
  const inSnapshot = (reading: Db) => (signal ? cancellable(db, reading, work, signal) : work(reading));
  const read = () => readSnapshot(bigReads.db, inSnapshot, canRepeat);
  return bigReads.queue.run(key, read, { onGone: signal && onAbort(signal), ...waiting });
}

/** In one state of the data, again where its connection is lost. */
export const readSnapshot = <T>(db: Db, work: (snapshot: Db) => Promise<T>, canRepeat = () => true): Promise<T> =>
  retryOn(
    (error) => isWorthReadingAgain(error) && canRepeat(),
    () => db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(work),
  );

const onAbort =
  (signal: AbortSignal): OnGone =>
  (leave) => {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return () => signal.removeEventListener('abort', leave);
  };

async function cancellable<T>(db: Db, reading: Db, work: (reading: Db) => Promise<T>, signal: AbortSignal): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reading);
  let isOver = false;
  let cancelling: Promise<unknown> | undefined;
  // Again and again, since one that comes between two statements concerns neither. If it fails, the time limit is left.
  const cancel = async () => {
    while (!isOver) {
      await sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db).catch(() => {});
      await sleep(CANCEL_AGAIN_MS);
    }
  };
  const begin = () => {
    cancelling = cancel();
  };
  signal.addEventListener('abort', begin, { once: true });
  try {
    signal.throwIfAborted();
    return await work(reading);
  } finally {
    isOver = true;
    signal.removeEventListener('abort', begin);
    // Before anybody else gets the connection.
    await cancelling;
  }
}

/** What Kysely takes for a pool of pg's: only what it uses of one, which its types do not say. */
function dialectOver(pool: TransactionPool, end: () => Promise<unknown>): PostgresDialect {
  return new PostgresDialect({
    pool: {
      async connect() {
        const { query, release } = await pool.lease();
        return { query: (text: string, values: readonly unknown[]) => query(text, values).catch(blameCaller), release };
      },
      end,
      // biome-ignore lint/suspicious/noExplicitAny: see above
    } as any,
  });
}

export function openDatabase(connection: Connection, poolSize = 20): Db {
  const generation = new Generation();
  const pool = new TransactionPool(openingOf(connection, LIMITS.transaction), generation, poolSize);
  const bigPool = new TransactionPool(openingOf(connection, LIMITS.bigRead), generation, BIG_READS.atOnce);
  const shared = new Pipelines(openingOf(connection, LIMITS.reading), generation, SHARED, chooseUnblocked);
  const chooseWriter = chooseForOwner(WRITING.connections);
  const writer = new Pipelines(openingOf(connection, LIMITS.booking), generation, WRITING, chooseWriter);

  const dialect = dialectOver(pool, () => Promise.all([pool, bigPool, shared, writer].map((each) => each.end())));
  const driver = dialect.createDriver();
  // The pool is at hand already, so there is nothing to wait for.
  void driver.init();
  const provider = new DefaultConnectionProvider(driver);
  const kysely = [dialect.createQueryCompiler(), dialect.createAdapter(), provider] as const;
  const executor = new SharingExecutor(shared, pool, ...kysely);
  const db = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
  const bigReads = new Kysely<Tables>({ dialect: dialectOver(bigPool, () => bigPool.end()) });
  companions.set(db, {
    generation,
    connections: { transactions: pool, big_reads: bigPool, statements: shared, bookings: writer },
    writer,
    bigReads: { db: bigReads, queue: new FairQueue('big reads', BIG_READS) },
  });
  return db;
}
