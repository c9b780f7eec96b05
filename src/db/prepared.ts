// Which statements are prepared: those that are declared (`db/query.ts`), once on each connection that runs them. What is put
// together for a call is not, since nobody knows how many texts there will be of it.
import { hash } from 'node:crypto';
import type { Socket } from 'node:net';

/** What pg's connection offers to whoever submits something on it; its types do not say so. */
export interface WireConnection {
  stream: Socket;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P' }): void;
  close(message: { type: 'S'; name: string }): void;
}

export interface Column {
  name: string;
  /** Null where the text is the value. */
  parse: ((text: string) => unknown) | null;
}

/** Of all declared texts: connections keep what was prepared under a name. */
const names = new Map<string, string>();

/** The database cuts names off behind 63 bytes. */
const HASH_LETTERS = 40;

/**
 * A name is a hash of its text, worked out once: behind a pool two servers, of two versions too, may meet on one connection, and there
 * neither must run what the other has prepared under the same name.
 */
export function declare(text: string): void {
  if (!names.has(text)) names.set(text, `kb_${hash('sha256', text).slice(0, HASH_LETTERS)}`);
}

/** For whoever looks how the database would run them. */
export const declaredTexts = (): Iterable<string> => names.keys();

/** The name to run a text under, or '' for without. */
export const nameFor = (text: string) => names.get(text) ?? '';

export class PreparedStatements {
  readonly #columns = new Map<string, readonly Column[] | null>();
  readonly #connection: WireConnection;

  constructor(connection: WireConnection) {
    this.#connection = connection;
  }

  columnsOf(name: string): readonly Column[] | null {
    return this.#columns.get(name) ?? null;
  }

  /** Sends what prepares a statement, unless it is; says whether it was sent. What is under way keeps its order. */
  prepare(name: string, text: string): boolean {
    if (this.#columns.has(name)) return false;
    // It may be there in spite of an error that it met; to close what is not there is allowed.
    this.#connection.close({ type: 'S', name });
    this.#connection.parse({ name, text });
    this.#columns.set(name, null);
    return true;
  }

  describe(name: string, columns: readonly Column[]): void {
    if (this.#columns.has(name)) this.#columns.set(name, columns);
  }

  /** After an error that leaves open whether it is prepared. */
  forget(name: string): void {
    this.#columns.delete(name);
  }
}

const ofConnections = new WeakMap<WireConnection, PreparedStatements>();

export function preparedOn(connection: WireConnection): PreparedStatements {
  let prepared = ofConnections.get(connection);
  if (!prepared) {
    prepared = new PreparedStatements(connection);
    ofConnections.set(connection, prepared);
  }
  return prepared;
}
