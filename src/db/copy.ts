// COPY over pg, as streams with back-pressure: a table goes through in pieces and is never held as a whole. pg hands the messages of a
// COPY to whatever is under way on its connection; here that is something that takes and gives blocks.
import { Readable } from 'node:stream';
import type pg from 'pg';
import { destroyConnection } from './connection.ts';
import type { WireConnection } from './prepared.ts';

/** What pg's connection offers for COPY, beside what statements use of it. */
interface CopyingConnection extends WireConnection {
  query(text: string): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Rows come one by one, and are handed on in blocks. */
const BLOCK = 256 * 1024;
const MOST_BLOCKS = 4;

/** What pg wants of whatever is under way; one of them settles `ended`. */
abstract class Copy {
  readonly #text: string;
  readonly #ended = Promise.withResolvers<number>();
  protected connection: CopyingConnection | null = null;
  #failure: Error | null = null;
  #tag = '';

  constructor(text: string) {
    this.#text = text;
    // Whoever copies asks for it in the end; until then a failure must not count as one that nobody looks at.
    this.#ended.promise.catch(() => {});
  }

  get ended(): Promise<number> {
    return this.#ended.promise;
  }

  submit(connection: CopyingConnection): null {
    this.connection = connection;
    connection.query(this.#text);
    return null;
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text;
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.#ended.reject(this.#failure);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#ended.reject(this.#failure);
    else this.#ended.resolve(Number(/^COPY (\d+)$/.exec(this.#tag)?.[1] ?? Number.NaN));
  }
}

class CopyOut extends Copy {
  #block = Buffer.allocUnsafe(BLOCK);
  #filled = 0;
  /** The connection is read on as long as there is room for its blocks. */
  readonly blocks = new Readable({
    objectMode: true,
    highWaterMark: MOST_BLOCKS,
    read: () => void this.connection?.stream.resume(),
  });

  handleCopyInResponse(connection: CopyingConnection): void {
    connection.sendCopyFail('nothing is to be copied in');
  }

  /** The bytes are the connection's and overwritten soon, so they are taken along at once. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk.length > BLOCK - this.#filled) this.#flush();
    if (chunk.length > BLOCK) {
      this.#push(Buffer.from(chunk));
      return;
    }
    chunk.copy(this.#block, this.#filled);
    this.#filled += chunk.length;
  }

  #flush(): void {
    if (this.#filled === 0) return;
    this.#push(this.#block.subarray(0, this.#filled));
    this.#block = Buffer.allocUnsafe(BLOCK);
    this.#filled = 0;
  }

  #push(block: Buffer): void {
    if (!this.blocks.push(block)) this.connection?.stream.pause();
  }

  override handleReadyForQuery(): void {
    this.#flush();
    super.handleReadyForQuery();
    this.blocks.push(null);
  }

  override handleError(error: Error): void {
    super.handleError(error);
    this.#filled = 0;
    this.blocks.push(null);
  }
}

/** Runs `copy ... to stdout`; gives blocks of whole rows, and at the end how many rows there were. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const copy = new CopyOut(text);
  let isWhole = false;
  try {
    client.query(copy as unknown as pg.Submittable);
    yield* copy.blocks;
    isWhole = true;
  } finally {
    // Who does not want the rest can't say so to the server: nothing else is to be asked on this connection.
    if (!isWhole) destroyConnection(client);
  }
  return copy.ended;
}

class CopyIn extends Copy {
  readonly #begun = Promise.withResolvers<CopyingConnection>();

  handleCopyInResponse(connection: CopyingConnection): void {
    this.#begun.resolve(connection);
  }

  /** Throws what the database said if it is over before it has begun. */
  begun(): Promise<CopyingConnection> {
    const never = this.ended.then(() => Promise.reject(new Error('the statement copies nothing in')));
    return Promise.race([this.#begun.promise, never]);
  }
}

/** Runs `copy ... from stdin` with these bytes; says how many rows that were. */
export async function copyIn(client: pg.Client, text: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  const copy = new CopyIn(text);
  client.query(copy as unknown as pg.Submittable);
  const connection = await copy.begun();
  try {
    for await (const block of bytes) await sendBlock(connection, copy, block);
  } catch (error) {
    connection.sendCopyFail('given up');
    // The database's own reason comes first; that it was stopped from here is none.
    const outcome = await copy.ended.catch((reason: Error & { code?: string }) => reason);
    throw outcome instanceof Error && outcome.code !== QUERY_CANCELED ? outcome : error;
  }
  connection.endCopyFrom();
  return copy.ended;
}

const QUERY_CANCELED = '57014';

async function sendBlock({ stream }: CopyingConnection, copy: Copy, block: Buffer): Promise<void> {
  const head = Buffer.allocUnsafe(5);
  head.writeUInt8(0x64);
  head.writeUInt32BE(block.length + 4, 1);
  stream.write(head);
  if (stream.write(block)) return;
  let goOn = () => {};
  const drained = new Promise<void>((resolve) => {
    goOn = resolve;
    stream.once('drain', goOn);
  });
  // What the database refuses it says at once, while there may be no end of what is sent.
  await Promise.race([drained, copy.ended]).finally(() => stream.removeListener('drain', goOn));
}
