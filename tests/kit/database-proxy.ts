// Stands between a service and its PostgreSQL, so that a test can take the database away and give it back.
import { once } from 'node:events';
import net from 'node:net';

interface DatabaseProxy {
  /** The address that the service is given instead of the database's own. */
  address: { host: string; port: number };
  /** Breaks every connection, and refuses new ones until it is restored. */
  cut(): Promise<void>;
  /** Lets nothing through and breaks nothing, as a network does that is gone. */
  freeze(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** `server` names a folder with a socket, or a host. */
export async function openDatabaseProxy(server: { host: string; port: number }): Promise<DatabaseProxy> {
  const open = new Set<net.Socket>();
  let isClosed = false;
  const listen = async (port: number) => {
    const listener = net.createServer((inside) => {
      const outside = server.host.startsWith('/')
        ? net.connect(`${server.host}/.s.PGSQL.${server.port}`)
        : net.connect(server.port, server.host);
      for (const [from, to] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        open.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          open.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return listener;
  };
  let listener = await listen(0);
  const { port } = listener.address() as net.AddressInfo;
  const cut = async () => {
    if (isClosed) return;
    isClosed = true;
    const closed = once(listener, 'close');
    listener.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return {
    address: { host: '127.0.0.1', port },
    cut,
    freeze() {
      for (const socket of open) socket.unpipe().pause();
    },
    async restore() {
      listener = await listen(port);
      isClosed = false;
    },
    close: cut,
  };
}
