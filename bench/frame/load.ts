// Load from outside: so many connections, each of which sends its next request when the last was answered. It speaks HTTP over bare
// sockets, since what measures shares the machine with what is measured, and tells the time to the call.
import { connect, type Socket } from 'node:net';

export interface Sent {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** As it goes over the line: written once for requests that are all alike. */
export function writeRequest(base: string, { path, method = 'POST', headers = {}, body = '' }: Sent): Buffer {
  const all = {
    host: new URL(base).host,
    ...(method === 'POST'
      ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(body)) }
      : {}),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

interface Answer {
  status: number;
  body: string;
}

/** The first whole answer in these bytes, null while it is not all there. */
function readAnswer(bytes: Buffer): Answer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const rest = bytes.subarray(end + 4);
  if (length !== undefined) return rest.length < Number(length) ? null : { status, body: rest.toString('utf8') };
  // In chunks: nothing follows the last one, since nothing was asked for yet.
  return rest.toString('latin1', Math.max(0, rest.length - 5)) === '0\r\n\r\n'
    ? { status, body: rest.toString('utf8') }
    : null;
}

export interface Load {
  base: string;
  connections: number;
  calls: number;
  /** The request of this connection, the n-th of all. */
  next(connection: number, n: number): Buffer;
  /** Throws where the answer is not what was wanted. */
  check(answer: Answer, connection: number): void;
}

const PATIENCE_MS = 60_000;

const opened = (base: string) =>
  new Promise<Socket>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => resolve(socket.setNoDelay(true)));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`${base} did not answer`)));
    socket.once('error', reject);
  });

/** Says how many seconds all of them took; connections are opened before that. */
export async function load({ base, connections, calls, next, check }: Load): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: Math.min(connections, calls) }, () => opened(base)));
  let sent = 0;
  const work = (socket: Socket, connection: number) =>
    new Promise<void>((resolve, reject) => {
      let got = Buffer.alloc(0);
      const ask = () => {
        if (sent >= calls) return resolve();
        socket.write(next(connection, sent++));
      };
      socket.removeAllListeners('error');
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`${base} has hung up`)));
      socket.on('data', (chunk) => {
        got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
        const answer = readAnswer(got);
        if (!answer) return;
        got = Buffer.alloc(0);
        try {
          check(answer, connection);
        } catch (error) {
          return reject(error);
        }
        ask();
      });
      ask();
    });
  const began = performance.now();
  try {
    await Promise.all(sockets.map(work));
    return (performance.now() - began) / 1000;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** That a call was done, as every call of the service tells it. */
export function isDone({ status, body }: Answer): void {
  if (status !== 200 || !body.slice(0, 100).includes('"errorCode":0'))
    throw new Error(`${status} ${body.slice(0, 300)}`);
}

export function isFound({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`${status} ${body.slice(0, 300)}`);
}
