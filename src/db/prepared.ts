// Which statements are prepared: on each connection a bounded number of those that are run again and again; a text that is
// run once, such as an insert of so and so many rows, is never kept.
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

/** From this run of a text on it is prepared under a name. */
const PREPARE_FROM = 2;
/** Longer texts are made for the occasion. */
const LONGEST_TEXT = 8_192;
const TEXTS_KNOWN = 1_000;
export const MOST_PREPARED = 200;

interface KnownText {
  name: string;
  runs: number;
}

// A least-recently-used cache in two generations: what is asked for is carried over, the rest is forgotten with its generation.
let recent = new Map<string, KnownText>();
let older = new Map<string, KnownText>();
let names = 0;

function knownText(text: string): KnownText {
  let known = recent.get(text);
  if (known) return known;
  // A name is never given to a second text: connections keep what was prepared under it.
  known = older.get(text) ?? { name: `s${++names}`, runs: 0 };
  if (recent.size >= TEXTS_KNOWN / 2) {
    older = recent;
    recent = new Map();
  }
  recent.set(text, known);
  return known;
}

/** The name to run a text under, or '' for without. */
export function nameFor(text: string): string {
  if (text.length > LONGEST_TEXT) return '';
  const known = knownText(text);
  return ++known.runs < PREPARE_FROM ? '' : known.name;
}

/** What one connection has prepared, the least recently used first. */
export class PreparedStatements {
  /** Their columns, once the database has told them. */
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
    const columns = this.#columns.get(name);
    if (columns !== undefined) {
      this.#columns.delete(name);
      this.#columns.set(name, columns);
      return false;
    }
    if (this.#columns.size >= MOST_PREPARED) {
      const [oldest = ''] = this.#columns.keys();
      this.#columns.delete(oldest);
      this.#connection.close({ type: 'S', name: oldest });
    }
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
