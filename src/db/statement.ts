// One run of a prepared statement. pg's own query asks the server at every run what the columns are; this one asks once
// per connection, and sends and keeps no more than it needs.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';

/** What pg's connection offers to whoever submits something on it; its types do not say so. */
export interface WireConnection {
  stream: Socket;
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P' }): void;
}

interface Column {
  name: string;
  /** Null where the text is the value. */
  parse: ((text: string) => unknown) | null;
}

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

/** A value as the server reads it: text, or bytes. */
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

// The name must follow from the text alone: a connection keeps what was prepared under a name.
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
  }
  return name;
}

const described = new WeakMap<WireConnection, Map<string, readonly Column[]>>();

function shapesOf(connection: WireConnection): Map<string, readonly Column[]> {
  let shapes = described.get(connection);
  if (!shapes) {
    shapes = new Map();
    described.set(connection, shapes);
  }
  return shapes;
}

/** Execute everything, then Sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

// A kind of pg's query, since that is all it lets several of be under way at a time; what differs is overridden.
const Query = pg.Query as unknown as new (text: string) => object;

class Statement<R> extends Query {
  readonly name: string;
  readonly text: string;
  readonly #values: readonly unknown[];
  readonly #resolve: (rows: Rows<R>) => void;
  readonly #reject: (error: unknown) => void;
  #columns: readonly Column[] = [];
  #shapes: Map<string, readonly Column[]> | null = null;
  #rows: R[] = [];
  #tag = '';
  #error: unknown;

  constructor(
    text: string,
    values: readonly unknown[],
    resolve: (rows: Rows<R>) => void,
    reject: (error: unknown) => void,
  ) {
    super(text);
    this.name = nameOf(text);
    this.text = text;
    // Before anything is sent: a value that cannot be written must not leave half a message behind.
    this.#values = values.map(writeValue);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: WireConnection): Error | null {
    const { name, text } = this;
    const { stream, parsedStatements, submittedNamedStatements } = connection;
    const shapes = shapesOf(connection);
    const columns = shapes.get(name);
    stream.cork();
    try {
      if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
        connection.parse({ name, text });
        submittedNamedStatements[name] = text;
      }
      connection.bind({ statement: name, values: this.#values });
      if (columns) this.#columns = columns;
      else {
        this.#shapes = shapes;
        connection.describe({ type: 'P' });
      }
      stream.write(EXECUTE_AND_SYNC);
      return null;
    } finally {
      stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#shapes?.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index++) {
      const { name, parse } = this.#columns[index] as Column;
      const text = fields[index] as string | null;
      row[name] = text === null || parse === null ? text : parse(text);
    }
    this.#rows.push(row as R);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text;
  }

  handleError(error: unknown): void {
    this.#error = error;
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#error) return;
    const [command = '', ...counts] = this.#tag.split(' ');
    this.#resolve({ command, rowCount: Number(counts.at(-1)) || 0, rows: this.#rows });
  }
}

/** Whether the database said no, so that nothing of it was written; a connection that broke leaves that open. */
export const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '');

/** Runs a statement on a connection; each distinct one is prepared there once. */
export function run<R>(client: pg.ClientBase, text: string, values: readonly unknown[]): Promise<Rows<R>> {
  return new Promise<Rows<R>>((resolve, reject) => {
    client.query(new Statement<R>(text, values, resolve, reject) as unknown as pg.Submittable);
  });
}

/** So that an error leads to whoever asked, instead of to the socket that the refusal came from. */
export function blameAsker(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error, blameAsker);
  throw error;
}
