// A pool of connections in front of a PostgreSQL, as PgBouncer is one: each client gets one of a few connections, for its
// session or for a transaction at a time. Nothing is tidied up between two of them, which is the worst that a pool may do.
import { once } from 'node:events';
import net from 'node:net';

export type PoolMode = 'session' | 'transaction';

interface Server {
  socket: net.Socket;
  /** What it said when it was opened, up to its first ReadyForQuery: told to every client. */
  greeting: Buffer;
  client: Client | null;
}

interface Client {
  socket: net.Socket;
  server: Server | null;
  /** Answers that are awaited. */
  underWay: number;
}

const READY = 0x5a;
const [QUERY, SYNC, TERMINATE, KEY_DATA] = ['Q', 'S', 'X', 'K'].map((letter) => letter.charCodeAt(0));

/** Cuts a stream into messages: a letter, and four bytes of length. */
function cutMessages(take: (type: number, message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = rest.readUInt32BE(1) + 1;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(message[0] ?? 0, message);
    }
  };
}

/** `next` says which of the idle ones is given: PgBouncer takes the one that was used last, or with a setting the first. */
export async function openConnectionPool(
  to: { host: string; port: number },
  mode: PoolMode,
  next: 'last' | 'first' = 'last',
) {
  const idle: Server[] = [];
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };

  async function openServer(startup: Buffer): Promise<Server> {
    const socket = net.connect(`${to.host}/.s.PGSQL.${to.port}`);
    keep(socket);
    const greeting: Buffer[] = [];
    const greeted = Promise.withResolvers<Server>();
    const server: Server = { socket, greeting: Buffer.alloc(0), client: null };
    socket.on(
      'data',
      cutMessages((type, message) => {
        if (server.greeting.length > 0) {
          answer(server, type, message);
          return;
        }
        if (type === KEY_DATA) message.writeUInt32BE(0x7fff_0000, 5);
        greeting.push(message);
        if (type !== READY) return;
        server.greeting = Buffer.concat(greeting);
        greeted.resolve(server);
      }),
    );
    socket.write(startup);
    return greeted.promise;
  }

  function answer(server: Server, type: number, message: Buffer): void {
    const { client } = server;
    if (!client) return;
    client.socket.write(message);
    if (type !== READY) return;
    client.underWay--;
    const isOver = client.underWay === 0 && message[5] === 'I'.charCodeAt(0);
    if (mode === 'transaction' && isOver) giveBack(client);
  }

  function giveBack(client: Client): void {
    const { server } = client;
    if (!server) return;
    client.server = null;
    server.client = null;
    idle.push(server);
  }

  function lend(client: Client): Server | undefined {
    const server = next === 'last' ? idle.pop() : idle.shift();
    if (!server) return undefined;
    client.server = server;
    server.client = client;
    return server;
  }

  const listener = net.createServer((socket) => {
    keep(socket);
    const client: Client = { socket, server: null, underWay: 0 };
    let startup: Buffer | undefined;
    let isGone = false;
    // In order, however long a connection takes to open.
    let turn = Promise.resolve();
    const inTurn = (work: () => Promise<void>) => {
      turn = turn.then(work).catch(() => void socket.destroy());
    };
    const pass = (type: number, message: Buffer) =>
      inTurn(async () => {
        if (type === TERMINATE || isGone || !startup) return;
        if (!client.server && !lend(client)) {
          idle.push(await openServer(startup));
          lend(client);
        }
        if (type === QUERY || type === SYNC) client.underWay++;
        client.server?.socket.write(message);
      });
    const take = cutMessages(pass);
    socket.on('data', (chunk: Buffer) => {
      if (startup) {
        take(chunk);
        return;
      }
      startup = Buffer.from(chunk);
      inTurn(async () => {
        if (idle.length === 0) idle.push(await openServer(chunk));
        socket.write(idle[0]?.greeting ?? '');
      });
    });
    socket.on('close', () => {
      isGone = true;
      inTurn(async () => giveBack(client));
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    address: { host: '127.0.0.1', port: (listener.address() as net.AddressInfo).port },
    async close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
      await once(listener, 'close');
    },
  };
}
