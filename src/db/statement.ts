// One run of a statement. pg's own query asks the server at every run what the columns are; this one asks once per connection
// where the statement is prepared, and sends and keeps no more than it needs.
import pg from 'pg';
import { ConnectionLost, DiskFull, isDiskFull, isReadOnly, isRefusal, isStalePlan, TakesNoWrites } from './errors.ts';
import { type Column, nameFor, type PreparedStatements, preparedOn, type WireConnection } from './prepared.ts';

export interface Rows<R> {
  command: string;
  rowCount: number;
  rows: R[];
}

const DATE = 1082;
const INT8 = 20;
const TEXTS = new Set([25, 1042, 1043, DATE]);

/** Dates have no time zone here, so they stay the text they are; our int8 values all fit a number. */
function parserOf(oid: number): Column['parse'] {
  if (TEXTS.has(oid)) return null;
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, 'text');
}

function writeValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? writeArray(value) : JSON.stringify(value);
}

function writeArray(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return writeArray(value);
    const text = writeValue(value);
    if (text === null) return 'NULL';
    const plain = typeof text === 'string' ? text : `\\x${text.toString('hex')}`;
    return `"${plain.replaceAll(/[\\"]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

/** Execute everything, then Sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

// A kind of pg's query, since that is all it lets several of be under way at a time; what differs is overridden.
const Query = pg.Query as unknown as new (text: string) => object;

const MOST_VALUES = 65_535;

type Settle<R> = (error: unknown, rows: Rows<R> | null) => void;

export class Statement<R> extends Query {
  // pg keeps books of its own about statements that have a name, which know of no bound and no closing: it is given none.
  readonly name = undefined;
  readonly text: string;
  readonly #name: string;
  readonly #values: readonly unknown[];
  readonly #settle: Settle<R>;
  #isSubmitted = false;
  #prepared: PreparedStatements | null = null;
  #columns: readonly Column[] = [];
  #didParse = false;
  #rows: R[] = [];
  #tag = '';
  #failure: unknown = null;

  /** Settles once, as soon as the connection has done with it. */
  constructor(text: string, values: readonly unknown[], settle: Settle<R>) {
    super(text);
    // More would not fit the message's count, and the database would end the connection over it.
    if (values.length > MOST_VALUES) throw new RangeError(`a statement takes ${MOST_VALUES} values at the most`);
    this.text = text;
    this.#name = nameFor(text);
    // Before anything is sent: a value that cannot be written must not leave half a message behind.
    this.#values = values.map(writeValue);
    this.#settle = settle;
  }

  submit(connection: WireConnection): Error | null {
    const { stream } = connection;
    this.#isSubmitted = true;
    stream.cork();
    try {
      const known = this.#name ? this.#prepare(connection) : this.#parseUnnamed(connection);
      connection.bind({ statement: this.#name, values: this.#values });
      if (known) this.#columns = known;
      else connection.describe({ type: 'P' });
      stream.write(EXECUTE_AND_SYNC);
      return null;
    } finally {
      stream.uncork();
    }
  }

  #prepare(connection: WireConnection): readonly Column[] | null {
    this.#prepared = preparedOn(connection);
    this.#didParse = this.#prepared.prepare(this.#name, this.text);
    return this.#prepared.columnsOf(this.#name);
  }

  #parseUnnamed(connection: WireConnection): null {
    connection.parse({ name: '', text: this.text });
    return null;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#prepared?.describe(this.#name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure) return;
    // Whatever a parser throws is this statement's: the others on the connection are not concerned.
    try {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < fields.length; index++) {
        const { name, parse } = this.#columns[index] as Column;
        const text = fields[index] as string | null;
        row[name] = text === null || parse === null ? text : parse(text);
      }
      this.#rows.push(row as R);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text;
  }

  handleError(error: unknown): void {
    if (this.#didParse || isStalePlan(error)) this.#prepared?.forget(this.#name);
    this.#settle(nameError(error, this.#isSubmitted), null);
  }

  handleReadyForQuery(): void {
    if (this.#failure) {
      this.#settle(this.#failure, null);
      return;
    }
    const [command = '', ...counts] = this.#tag.split(' ');
    this.#settle(null, { command, rowCount: Number(counts.at(-1)) || 0, rows: this.#rows });
  }
}

/** Whatever is not the database's word comes from the connection. */
function nameError(error: unknown, isSubmitted: boolean): unknown {
  if (isReadOnly(error)) return new TakesNoWrites(error);
  if (isDiskFull(error)) return new DiskFull(error);
  return isRefusal(error) ? error : new ConnectionLost(error, !isSubmitted);
}

export type AnyStatement = Pick<Statement<unknown>, 'submit'>;

export const submit = (client: pg.ClientBase, statement: AnyStatement) =>
  client.query(statement as unknown as pg.Submittable);

export function run<R>(client: pg.ClientBase, text: string, values: readonly unknown[]): Promise<Rows<R>> {
  return new Promise<Rows<R>>((resolve, reject) => {
    const statement = new Statement<R>(text, values, (error, rows) => (rows ? resolve(rows) : reject(error)));
    submit(client, statement);
  });
}
