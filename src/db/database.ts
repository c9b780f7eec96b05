// Opens the database: Kysely for typed SQL, with each distinct statement prepared once per connection.
import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { Pipelines } from './pipelines.ts';
import { blameAsker, run } from './statement.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

const options = (connection: Connection) => ({ ...connection, application_name: 'kenshin-biyori' });

export function openPool(connection: Connection, max = 20): pg.Pool {
  const pool = new pg.Pool({ ...options(connection), max });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Statements outside of a transaction share a few connections; each transaction has one of the pool's to itself. */
class SharingExecutor extends DefaultQueryExecutor {
  readonly #pipelines: Pipelines;

  constructor(pipelines: Pipelines, ...rest: ConstructorParameters<typeof DefaultQueryExecutor>) {
    super(...rest);
    this.#pipelines = pipelines;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#pipelines.run<R>(query.sql, query.parameters);
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
  }
}

const SHARED_CONNECTIONS = 8;
const WRITING_CONNECTIONS = 8;

const writers = new WeakMap<Db, Pipelines>();

/** Runs a statement that writes, on a connection where it waits for none but the same owner's. */
export async function runBehind<R>(db: Db, owner: string, text: string, values: readonly unknown[]): Promise<R[]> {
  const writer = writers.get(db);
  if (!writer) throw new Error('not a database of openDatabase');
  const { rows } = await writer.runBehind<R>(owner, text, values);
  return rows;
}

export function openDatabase(connection: Connection, poolSize = 20): Db {
  const pool = openPool(connection, poolSize);
  const pipelines = new Pipelines(options(connection), SHARED_CONNECTIONS);
  const writer = new Pipelines(options(connection), WRITING_CONNECTIONS);
  const dialect = new PostgresDialect({
    pool: {
      async connect() {
        const client = await pool.connect();
        return {
          query: (text: string, values: readonly unknown[]) => run(client, text, values).catch(blameAsker),
          release: () => client.release(),
          // biome-ignore lint/suspicious/noExplicitAny: Kysely's client type also covers cursors, which are not used
        } as any;
      },
      async end() {
        await Promise.all([pool.end(), pipelines.end(), writer.end()]);
      },
      // biome-ignore lint/suspicious/noExplicitAny: the same
    } as any,
  });
  const adapter = dialect.createAdapter();
  const driver = dialect.createDriver();
  // The pool is at hand already, so there is nothing to wait for.
  void driver.init();
  const executor = new SharingExecutor(
    pipelines,
    dialect.createQueryCompiler(),
    adapter,
    new DefaultConnectionProvider(driver),
  );
  const db = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
  writers.set(db, writer);
  return db;
}
